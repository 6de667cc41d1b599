"""Whether evidence supports a claim: every fact of the claim is proved, missing, contradicted or unchecked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from agent.evidence.arithmetic import Computed, attempt, decides, from_cells, from_operands, sets_against
from agent.evidence.atoms import Atom, row_atoms, text_atoms
from agent.evidence.binding import clash
from agent.evidence.dropped import changes
from agent.evidence.grids import Named, at_named_cell, in_same_row, named
from agent.evidence.places import edged, framed
from agent.evidence.rankings import counted, superlatives
from agent.evidence.tokens import content_tokens, number_token, raw_tokens
from agent.evidence.turns import turns
from agent.evidence.units import EvidenceIndex, Unit, as_evidence
from agent.evidence.values import Match, compare
from agent.evidence.words import Coverage, Foreign, Piece, cover, foreign_stretches, pieces_of
from agent.facts.claims import sentence_spans
from agent.facts.folding import folded
from agent.facts.model import Claim, Fact
from agent.facts.reading import Reading, read
from agent.models import Evidence, FactCheck, Status, Verdict

_QUOTES = 0.6
"""From this share of its wording on, a claim is taken to repeat a unit, and a changed word to be a change."""
_REPEATS = 0.7
"""From this share on, what stands between the same neighbours is held to be the same thing."""
_COVERED = 0.9
"""From this share on, a claim without a value counts as said by the source."""
_RELATED = 0.25
"""Below this share no unit of the evidence speaks of what the claim speaks of."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A verdict and how strongly the evidence speaks for the claim, from 0 to 1, for ranking."""

    verdict: Verdict
    score: float


@dataclass(slots=True)
class _Case:
    """One claim before its evidence."""

    claim: Claim
    reading: Reading
    atoms: list[Atom]
    pieces: list[Piece]
    tokens: set[str]
    index: EvidenceIndex
    units: list[Unit]
    main: list[Unit] = field(default_factory=list)
    coverage: Coverage = field(default_factory=lambda: Coverage(0.0, ()))
    """Of the best unit alone."""
    quoting: float = 0.0
    """Share of wording and values together that the best unit has."""
    union: Coverage = field(default_factory=lambda: Coverage(0.0, ()))
    sights: list[Named] = field(default_factory=list)
    """Tables of which the claim names a row or a column."""
    checks: list[FactCheck] = field(default_factory=list)
    used: set[int] = field(default_factory=set)


def supports(
    claim: str | Claim, evidence: EvidenceIndex | Sequence[Evidence] | str, *, date: dt.date | None = None
) -> Verdict:
    """Whether evidence supports a claim, with what became of each of its facts.

    `claim` is a sentence or a claim of `split_claims`, which may be a table row with its heads; `evidence`
    an index (build it once for many claims), pieces of evidence, or a plain text. `date` is the claim's
    own date, for relative dates. Any missing fact makes the claim unsupported, any contradicted one
    contradicted; words that cannot be checked leave it partly supported or unchecked.
    """
    return assess(claim, evidence, date=date).verdict


def assess(
    claim: str | Claim, evidence: EvidenceIndex | Sequence[Evidence] | str, *, date: dt.date | None = None
) -> Assessment:
    """The verdict of `supports` with a score for ranking claims."""
    index = _indexed(evidence)
    claim = claim if isinstance(claim, Claim) else Claim(claim, 0, len(claim), 1, 1)
    spans = [] if claim.cells else _sentences(claim.text, index)
    if len(spans) < 2:
        return _assessed(claim, index, date)
    parts = [(start, _assessed(replace(claim, text=claim.text[start:end]), index, date)) for start, end in spans]
    return _joined(parts)


def _sentences(text: str, index: EvidenceIndex) -> list[tuple[int, int]]:
    """The sentences of a claim; a full stop inside a table's label (`Hier. Left Branch.`) ends none."""
    spans = sentence_spans(text)
    if len(spans) < 2 or not index.tables:
        return spans
    low = folded(text).lower()
    tables = {id(unit.table): unit.table for unit in index.candidates(raw_tokens(low)) if unit.table is not None}
    sights = [named(table, low) for table in tables.values()]
    labels = [mention for sight in sights for mention in (*sight.rows, *sight.columns)]
    joined = [spans[0]]
    for start, end in spans[1:]:
        if any(label.start < start and start <= label.end + 2 for label in labels):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


_WORST: tuple[Status, ...] = ("contradicted", "unsupported", "unchecked", "partly supported", "supported")


def _joined(parts: list[tuple[int, Assessment]]) -> Assessment:
    """The verdicts of a claim's sentences as one: the worst of them, with every fact."""
    worst = min(parts, key=lambda part: _WORST.index(part[1].verdict.status))[1]
    status = worst.verdict.status
    if status == "unchecked" and any(part.verdict.status in {"supported", "partly supported"} for _, part in parts):
        status = "partly supported"
    facts = tuple(
        check.model_copy(update={"start": check.start + start, "end": check.end + start})
        for start, part in parts
        for check in part.verdict.facts
    )
    distances = [part.verdict.distance for _, part in parts if part.verdict.distance is not None]
    known = max(distances, default=None) if status in {"supported", "partly supported"} else None
    verdict = Verdict(status=status, reason=worst.verdict.reason, facts=facts, distance=known)
    return Assessment(verdict, min(part.score for _, part in parts))


def _assessed(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> Assessment:
    case = _opened(claim, index, date)
    _check_values(case)
    _series_checks(case)
    _setting_checks(case)
    _check_turns(case)
    _check_names_and_words(case)
    return _concluded(case)


def _indexed(evidence: EvidenceIndex | Sequence[Evidence] | str) -> EvidenceIndex:
    if isinstance(evidence, EvidenceIndex):
        return evidence
    return EvidenceIndex([as_evidence(evidence)] if isinstance(evidence, str) else evidence)


def _opened(claim: Claim, index: EvidenceIndex, date: dt.date | None) -> _Case:
    reading = read(claim.text, date=date)
    atoms = row_atoms(claim, date) if claim.cells else text_atoms(reading)
    pieces = pieces_of(reading)
    tokens = content_tokens(reading, 0, len(claim.text))
    units = index.candidates(raw_tokens(reading.plain))
    case = _Case(claim, reading, atoms, pieces, tokens, index, units)
    _choose(case)
    tables = {id(unit.table): unit.table for unit in units if unit.table is not None}
    low = reading.plain.lower()
    sights = [named(table, low) for table in tables.values()]
    case.sights = [sight for sight in sights if sight.rows or sight.columns]
    return case


def _choose(case: _Case) -> None:
    """The units that the claim is held against: the closest one, and those that have what it lacks."""
    values = {atom.fact.normal for atom in case.atoms}
    ranked: list[tuple[float, int, Unit, Coverage]] = []
    for unit in case.units:
        covered = cover(case.pieces, case.reading, unit.raw, unit.reading.plain, unit.context)
        held = sum(1 for atom in unit.atoms if atom.fact.normal in values)
        share = min(1.0, held / len(values)) if values else 0.0
        like = len(case.tokens & unit.tokens) / (len(unit.tokens) + 1)
        ranked.append((covered.share + 0.6 * share + 0.1 * like, unit.number, unit, covered))
    if not ranked:
        return
    ranked.sort(key=lambda item: (-item[0], item[1]))
    _, _, best, case.coverage = ranked[0]
    case.quoting = _quoting(case, best)
    case.main = [best]
    missing = {piece.start for piece in case.coverage.foreign}
    for _, _, unit, covered in ranked[1:12]:
        gained = missing - {piece.start for piece in covered.foreign}
        if (
            missing
            and len(gained) >= max(1, 0.2 * len(missing))
            and covered.share >= _RELATED
            and len(case.main) < 4
        ):
            case.main.append(unit)
            missing -= gained
    left = tuple(piece for piece in case.coverage.foreign if piece.start in missing)
    total = sum(piece.weight for piece in case.pieces)
    case.union = Coverage(1.0 - sum(piece.weight for piece in left) / total if total else 1.0, left)


def _quoting(case: _Case, best: Unit) -> float:
    """Share of the claim's wording and values that one unit has, a value counting as much as a name."""
    values = {atom.fact.normal for atom in best.atoms}
    held = sum(1 for atom in case.atoms if atom.fact.normal in values)
    words = sum(piece.weight for piece in case.pieces)
    total = words + 2.0 * len(case.atoms)
    return (case.coverage.share * words + 2.0 * held) / total if total else 0.0


def _check_values(case: _Case) -> None:
    found = [atom for unit in case.units for atom in unit.atoms]
    proved: list[Atom] = []
    peers = [atom.fact for atom in case.atoms]
    open_atoms: list[tuple[Atom, FactCheck | None]] = []
    for atom in case.atoms:
        check, source = _table_check(case, atom, peers)
        if check is None:
            check, source = _value_check(case, atom, found)
            check = _moved_check(case, atom, source) or check
        if check is None or (check.status != "proved" and check.reason.startswith(("another unit", "the source gives"))):
            open_atoms.append((atom, check))
        else:
            case.checks.append(check)
            if source is not None and check.status == "proved":
                proved.append(source)
    for atom, fault in open_atoms:
        check = _worked_out(case, atom, proved, found)
        case.checks.append(fault if fault is not None and check.status != "proved" else check)


def _moved_check(case: _Case, atom: Atom, source: Atom | None) -> FactCheck | None:
    """Contradicted where the claim repeats a sentence that has another value of the kind at this place.

    `source` is the value of the evidence that was taken for a proof; it may stand elsewhere.
    """
    if case.quoting < _REPEATS or not case.main or case.main[0].claim.cells:
        return None
    best = case.main[0]
    instead = framed(case.reading, atom.fact.start, atom.fact.end, best)
    if instead is None:
        instead = edged(case.reading, atom.fact.start, atom.fact.end, best)
    if instead is None:
        return None
    if source is not None and source.unit == best.number and source.fact.start < instead.end and instead.start < source.fact.end:
        return None
    for other in best.atoms:
        inside = instead.start <= other.fact.start and other.fact.end <= instead.end
        match = compare(atom.fact, other.fact) if inside else None
        if inside and not (match is not None and match.how):
            return _checked(case, atom, other, "contradicted", reason=f"the source has {other.fact.text} here")
    if atom.fact.kind not in {"quantity", "date", "ordinal"} and _another_name(instead.text, case.reading.plain, best):
        return _checked(case, atom, None, "missing", reason=f"the source has {instead.text} here")
    return None


def _series_checks(case: _Case) -> None:
    """A series of the claim that the evidence has in another order: `8→100` is not `100→8`."""
    mine = _series(case.atoms)
    if not mine:
        return
    theirs = [(unit, group) for unit in case.units for group in _series(unit.atoms)]
    for group in mine:
        order = [atom.fact.normal for atom in group]
        same = [(unit, [atom.fact.normal for atom in other]) for unit, other in theirs]
        if any(other == order for _, other in same):
            continue
        for unit, other in same:
            if sorted(other) == sorted(order):
                _add(case, "quantity", group[0].fact.start, group[-1].fact.end, "contradicted", reason="the source has the series in another order", unit=unit)
                break


def _setting_checks(case: _Case) -> None:
    """A setting `name=value` whose name the evidence sets to other values only."""
    if not case.reading.settings:
        return
    known: dict[str, set[str]] = {}
    for unit in case.units:
        for _, _, name, value in unit.reading.settings:
            known.setdefault(name, set()).add(value)
    for start, end, name, value in case.reading.settings:
        values = known.get(name)
        if values and value not in values:
            _add(case, "code", start, end, "contradicted", reason=f"the source sets it to {', '.join(sorted(values)[:3])}")


def _series(atoms: list[Atom]) -> list[list[Atom]]:
    groups: dict[int, list[Atom]] = {}
    for atom in atoms:
        if atom.fact.form == "series":
            groups.setdefault(atom.fact.group, []).append(atom)
    return [sorted(group, key=lambda atom: atom.fact.place) for group in groups.values() if len(group) > 1]


def _table_check(case: _Case, atom: Atom, peers: list[Fact]) -> tuple[FactCheck | None, Atom | None]:
    """The check of a value against the cell whose row and column the claim names; else (None, None)."""
    wrong: tuple[FactCheck, Atom] | None = None
    for sight in case.sights:
        if sight.within(atom.fact.start, atom.fact.end):
            return _checked(case, atom, _pointer(sight.table.rows[0]), "proved", how="label"), None
    for sight in case.sights:
        finding = in_same_row(sight.table, case.claim, atom) or at_named_cell(sight, atom, peers)
        if finding is None:
            continue
        if finding.right:
            return _checked(case, atom, finding.atom, "proved", how=finding.how), finding.atom
        computed = from_cells(atom.fact, [sight], case.claim.text) if sets_against(case.claim.text) else None
        if computed is not None:
            how = f"computed: {computed.how}"
            return _checked(case, atom, computed.operands[0], "proved", how=how), computed.operands[0]
        if wrong is None and _in_table(sight, atom) and (finding.comparable or _alone_named(sight, peers)):
            wrong = _checked(case, atom, finding.atom, "contradicted", reason=finding.fault), finding.atom
    return wrong or (None, None)


def _alone_named(sight: Named, peers: list[Fact]) -> bool:
    """Whether every value of the claim has a column named for it, so that none can be about anything else."""
    values = [peer for peer in peers if not sight.within(peer.start, peer.end)]
    columns = [mention for mention in sight.columns if mention.number != 0]
    return len(columns) == len(values) and bool(sight.rows)


def _in_table(sight: Named, atom: Atom) -> bool:
    """Whether the value stands in another cell of the table: then it is the wrong row or column."""
    for row in sight.table.rows:
        for other in row.atoms:
            match = compare(atom.fact, other.fact)
            if match is not None and match.how:
                return True
    return False


def _value_check(case: _Case, atom: Atom, found: list[Atom]) -> tuple[FactCheck | None, Atom | None]:
    """The check of one value where the evidence has it, rightly or wrongly; (None, None) where it has not."""
    matches = [(source, match) for source in found if (match := compare(atom.fact, source.fact)) is not None]
    main = {unit.number for unit in case.main}
    matches.sort(key=lambda item: (not item[1].how, item[0].unit not in main))
    # Words in the stretch of another value of the claim are that value's, and speak for no other.
    loose = case.tokens.difference(*(other.near for other in case.atoms if other is not atom))
    fault: tuple[Atom, Match] | None = None
    wrong: tuple[Atom, str] | None = None
    for source, match in matches:
        how, reason = match.how, match.fault
        if reason == "bare":
            reason = (
                ""
                if _unit_in_heads(case, atom, source)
                else f"the source gives {source.fact.text} without that unit"
            )
            how = "exact" if not reason else ""
        if not how:
            fault = fault or (source, Match(fault=reason, opposed=match.opposed))
            continue
        problem = clash(atom, loose, source, _rivals(source, atom, found))
        if problem is None:
            return _checked(case, atom, source, "proved", how=how), source
        wrong = wrong or (
            source,
            f"the source says it of something else: {', '.join(problem.words[:4])} has {problem.rival.fact.text}",
        )
    if wrong is not None:
        return _checked(case, atom, wrong[0], "contradicted", reason=wrong[1]), None
    if fault is not None:
        status = "contradicted" if fault[1].opposed else "missing"
        return _checked(case, atom, fault[0], status, reason=fault[1].fault), None
    return None, None


def _unit_in_heads(case: _Case, atom: Atom, source: Atom) -> bool:
    unit = case.index.units[source.unit]
    spelled = {part.lower() for part in (atom.fact.unit, *atom.fact.unit.split("/")) if part}
    return bool(spelled & (unit.context | unit.raw)) or any(
        part in unit.claim.text + " ".join(unit.claim.heads) for part in spelled
    )


def _rivals(source: Atom, atom: Atom, found: list[Atom]) -> Iterable[Atom]:
    """Values that the claim might rather speak of: of the same kind, in the same sentence, row or column."""
    plain = {"", "count"}
    for other in found:
        if other is source or other.fact.kind != source.fact.kind:
            continue
        a, b = other.fact.dimension, source.fact.dimension
        alike = a == b or (a in plain and b in plain)
        if alike or (other.unit == source.unit and other.column != source.column):
            yield other
    del atom


def _checked(
    case: _Case, atom: Atom, source: Atom | None, status: str, *, how: str = "", reason: str = ""
) -> FactCheck:
    fact = atom.fact
    unit = case.index.units[source.unit] if source is not None else None
    if unit is not None and status == "proved":
        case.used.add(unit.number)
    return FactCheck(
        kind=fact.kind,
        text=fact.text,
        start=fact.start,
        end=fact.end,
        status=status,
        how=how,
        reason=reason,
        evidence=unit.evidence.id if unit is not None else "",
        quote=unit.claim.text if unit is not None else "",
    )


def _worked_out(case: _Case, atom: Atom, proved: list[Atom], found: list[Atom]) -> FactCheck:
    """A value that the evidence does not have as such: by arithmetic, by counting, or not at all."""
    place = _moved_check(case, atom, None)
    if place is not None:
        return place
    if atom.fact.kind == "quantity":
        computed: Computed | None = from_operands(atom.fact, proved, case.claim.text)
        instead = None
        if computed is None:
            computed = from_cells(atom.fact, case.sights, case.claim.text)
        if computed is None and not decides(case.sights):
            tried = attempt(
                atom.fact, case.tokens - {number_token(v) for v in atom.fact.values}, case.claim.text, found
            )
            computed, instead = tried.proved, tried.instead
        if computed is not None:
            return _checked(case, atom, computed.operands[0], "proved", how=f"computed: {computed.how}")
        count = counted(atom.fact, case.claim.text, case.tokens, case.index)
        if count is not None:
            unit, how, right = count
            return _checked(
                case,
                atom,
                _pointer(unit),
                "proved" if right else "contradicted",
                how=how if right else "",
                reason="" if right else how,
            )
        if instead is not None:
            return _checked(
                case,
                atom,
                instead.operands[0],
                "contradicted",
                reason=f"{instead.how} is {instead.value:.4g}",
            )
    return _absent(case, atom)


def _pointer(unit: Unit) -> Atom:
    return Atom(Fact("quantity", "", 0, 0, ""), set(), unit=unit.number)


def _absent(case: _Case, atom: Atom) -> FactCheck:
    """Not in the evidence; contradicted where the closest unit has another value at its place."""
    for unit in case.main[:1]:
        for other in unit.atoms:
            same = other.fact.kind == atom.fact.kind and other.fact.dimension == atom.fact.dimension
            if (
                same
                and case.coverage.share >= _QUOTES
                and len(other.near & atom.near) >= max(1, len(atom.near) // 2)
            ):
                return _checked(case, atom, other, "contradicted", reason=f"the source has {other.fact.text}")
    return _checked(case, atom, None, "missing", reason="the evidence does not have it")


def _check_names_and_words(case: _Case) -> None:
    for code_start, code_end in case.reading.code:
        code = case.reading.plain[code_start:code_end].strip()
        if code and code in case.index.plain:
            _add(case, "code", code_start, code_end, "proved", how="exact")
    for start, end in case.reading.paths:
        known = case.reading.plain[start:end] in case.index.plain
        _add(case, "code", start, end, "proved" if known else "missing", reason="" if known else "the evidence does not have this path")
    if not case.main:
        return
    best = case.main[0]
    stretches = foreign_stretches(case.reading, case.coverage.foreign, best)
    open_starts = {piece.start for piece in case.union.foreign}
    told: set[int] = set()
    turned = [(check.start, check.end) for check in case.checks if check.kind in {"superlative", "direction"}]
    for stretch in stretches:
        if any(a <= stretch.start and stretch.end <= b for a, b in turned):
            continue
        told.update(range(stretch.start, stretch.end))
        elsewhere = not any(stretch.start <= start < stretch.end for start in open_starts)
        _judge_stretch(case, stretch, best, elsewhere=elsewhere)
    for piece in case.pieces:
        if piece.name and piece.start not in told:
            _name_check(case, piece, best)


def _name_check(case: _Case, piece: Piece, best: Unit) -> None:
    """A name that the evidence has: at this place, or somewhere else?"""
    if case.quoting >= _REPEATS and not best.claim.cells:
        instead = framed(case.reading, piece.start, piece.end, best) or edged(
            case.reading, piece.start, piece.end, best
        )
        if instead is not None and _another_name(instead.text, case.reading.plain, best):
            _add(case, "entity", piece.start, piece.end, "missing", reason=f"the source has {instead.text} here")
            return
    _add(case, "entity", piece.start, piece.end, "proved", how="exact")


def _another_name(text: str, claim: str, unit: Unit) -> bool:
    """Whether a stretch of the source holds a name that the claim has fewer times than the source."""
    low, mine, theirs = text.lower(), claim.lower(), unit.reading.plain.lower()
    names = [word.text.lower() for word in unit.reading.words if word.name and word.text.lower() in low]
    names += [item.text.lower() for item in unit.reading.identifiers if item.text.lower() in low]
    return any(mine.count(name) < theirs.count(name) for name in names)


def _judge_stretch(case: _Case, stretch: Foreign, best: Unit, *, elsewhere: bool) -> None:
    """A stretch of the claim that the closest unit has not."""
    quoting = max(case.coverage.share, case.quoting) >= _QUOTES
    if stretch.kind == "name":
        known = not _unknown_name(case, stretch)
        if not known:
            _add(
                case, "entity", stretch.start, stretch.end, "missing", reason="the evidence does not name it"
            )
        elif quoting and stretch.substituted and _holds_name(stretch.substituted, best):
            _add(
                case,
                "entity",
                stretch.start,
                stretch.end,
                "missing",
                reason=f"the source has {stretch.substituted} here",
            )
        elif elsewhere:
            _add(case, "entity", stretch.start, stretch.end, "proved", how="exact")
        else:
            _add(
                case,
                "entity",
                stretch.start,
                stretch.end,
                "unchecked",
                reason="named elsewhere in the evidence",
            )
        return
    if quoting and stretch.substituted and not elsewhere:
        _add(
            case,
            "word",
            stretch.start,
            stretch.end,
            "missing",
            reason=f"the source has {stretch.substituted} here",
        )
    elif not elsewhere:
        _add(case, "word", stretch.start, stretch.end, "unchecked", reason="not in the words of the evidence")


def _unknown_name(case: _Case, stretch: Foreign) -> bool:
    return not (raw_tokens(stretch.text) & case.index.all_tokens)


def _holds_name(text: str, unit: Unit) -> bool:
    return any(word.name and word.text.lower() in text for word in unit.reading.words) or any(
        c >= "\u3400" for c in text
    )


def _add(
    case: _Case,
    kind: str,
    start: int,
    end: int,
    status: str,
    *,
    how: str = "",
    reason: str = "",
    unit: Unit | None = None,
) -> None:
    unit = unit or (case.main[0] if case.main and status in {"proved", "contradicted"} else None)
    if unit is not None and status == "proved":
        case.used.add(unit.number)
    case.checks.append(
        FactCheck(
            kind=kind,
            text=case.reading.text[start:end],
            start=start,
            end=end,
            status=status,
            how=how,
            reason=reason,
            evidence=unit.evidence.id if unit is not None else "",
            quote=unit.claim.text if unit is not None else "",
        )
    )


def _check_turns(case: _Case) -> None:
    told: set[int] = set()
    for judged in superlatives(case.reading, case.tokens, case.units, case.sights):
        told.add(judged.start)
        status = "proved" if judged.right else "contradicted"
        _add(
            case,
            "superlative",
            judged.start,
            judged.end,
            status,
            how=judged.how if judged.right else "",
            reason="" if judged.right else judged.how,
            unit=judged.unit,
        )
    if case.coverage.share < _RELATED:
        return
    near = [unit for unit in case.main if not unit.claim.cells] if case.coverage.share >= 0.45 else []
    if case.quoting >= _REPEATS and near:
        for change in changes(case.reading, near[0]):
            status = "contradicted" if change.kind == "negation" else "missing"
            told.add(change.start)
            _add(case, change.kind, change.start, change.end, status, reason=change.reason, unit=near[0])
    for turn in turns(case.reading, near):
        if turn.start in told:
            continue
        _add(case, turn.kind, turn.start, turn.end, turn.status, reason=turn.reason, unit=turn.unit)


def _concluded(case: _Case) -> Assessment:
    checks = sorted(case.checks, key=lambda check: (check.start, check.end))
    by = {
        status: [check for check in checks if check.status == status]
        for status in ("proved", "missing", "contradicted", "unchecked")
    }
    hard = [check for check in by["proved"] if check.kind not in {"word"}]
    share = case.union.share
    status: Status
    if by["contradicted"]:
        status, reason = "contradicted", _reason(by["contradicted"])
    elif by["missing"]:
        status, reason = "unsupported", _reason(by["missing"])
    elif not case.main or (share < _RELATED and not hard):
        status, reason = "unchecked", "no words of the claim to hold against the evidence"
        if case.pieces and case.index.units and not hard:
            status, reason = "unsupported", "the evidence does not speak of it"
    elif not by["unchecked"] and share >= _COVERED:
        status, reason = (
            "supported",
            "every fact is proved" if hard else "the evidence says it in these words",
        )
    elif hard:
        status, reason = (
            "partly supported",
            _reason(by["unchecked"]) or "its values are proved, its wording cannot be checked",
        )
    else:
        status, reason = "unchecked", _reason(by["unchecked"]) or "its wording cannot be checked"
    verdict = Verdict(status=status, reason=reason, facts=tuple(checks), distance=_distance(case, status))
    return Assessment(verdict, _score(status, share, len(by["missing"]) + len(by["contradicted"]), len(hard)))


def _reason(checks: list[FactCheck]) -> str:
    return "; ".join(f"{check.text}: {check.reason}" for check in checks[:3])


def _distance(case: _Case, status: Status) -> int | None:
    if status not in {"supported", "partly supported"}:
        return None
    numbers = case.used | {unit.number for unit in case.main}
    return max((case.index.units[number].evidence.distance for number in numbers), default=None)


def _score(status: Status, share: float, faults: int, proved: int) -> float:
    base = {
        "contradicted": 0.0,
        "unsupported": 0.05,
        "unchecked": 0.3,
        "partly supported": 0.45,
        "supported": 0.65,
    }[status]
    if faults:
        return round(base + 0.25 * share / faults, 4)
    return round(min(1.0, base + 0.3 * share + 0.05 * min(proved, 1)), 4)
