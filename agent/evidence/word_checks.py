"""The names and words of a claim, and the turns of its statement, held against the units it is closest to."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.evidence.case import QUOTED, QUOTES, RELATED, REPEATS, Case, FactStatus
from agent.evidence.comparisons import comparisons
from agent.evidence.dropped import changes
from agent.evidence.neutral import adds_nothing
from agent.evidence.owners import owned_by_others
from agent.evidence.places import edged, framed, holds_another_name
from agent.evidence.rankings import superlatives
from agent.evidence.relations import hold_relations
from agent.evidence.standing import misplaced
from agent.evidence.tokens import content_tokens, raw_tokens, weight
from agent.evidence.trends import trends
from agent.evidence.turns import denied, turns
from agent.evidence.units import Unit
from agent.evidence.variants import form_in, joined_in
from agent.evidence.words import Foreign, Piece, foreign_stretches
from agent.facts.names import STOPWORDS
from agent.facts.roles import roles_in

_SPOKEN = 0.45
"""From this share of its wording on, a unit is close enough for its negations and hedges to bear on the claim."""
_BESIDE = 8
"""Entries of a list that stand no further apart than this are held against each other."""
UNDENIED = "the evidence denies nothing"
_TURNED = {"hedge": 0.75, "direction": 0.65, "superlative": 0.65, "quantifier": 0.6}
"""From this share on a unit is repeated closely enough for a turn of its statement to decide, by kind; a
paraphrase may say `was` of what its source, written before, said `will` of."""
# Names of days, months, peoples and general titles: a paraphrase brings them in without a new fact.
_COMMON = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december u.s us usa uk u.k eu american british european english french german chinese "
    "indian russian japanese united states kingdom president prime minister university table figure section appendix".split()
)


_DENIAL = re.compile(r"[不未无没非别勿]|\b(?:not?|never|cannot|without)\b|n't\b", re.IGNORECASE)


def check_turns(case: Case) -> None:
    """Superlatives over tables, then negations, opposites, hedges and quantifiers."""
    told: set[int] = set()
    for judged in superlatives(case.reading, case.tokens, case.units, case.sights):
        told.add(judged.start)
        if judged.right:
            case.add("superlative", judged.start, judged.end, "proved", how=judged.how, unit=judged.unit)
        else:
            case.add(
                "superlative", judged.start, judged.end, "contradicted", reason=judged.how, unit=judged.unit
            )
    strict = list(comparisons(case.reading, case.sights))
    for compared in strict or [found for found in comparisons(case.reading, case.loosely()) if found.right]:
        told.add(compared.start)
        status: FactStatus = "proved" if compared.right else "contradicted"
        how, reason = (compared.how, "") if compared.right else ("", compared.how)
        case.add(
            "comparison", compared.start, compared.end, status, how=how, reason=reason, unit=compared.unit
        )
    _check_relations(case, told)
    _check_denials(case, told)
    for trended in trends(case.reading, case.units):
        told.update(range(trended.start, trended.end))
        how, reason = (trended.told, "") if trended.status == "proved" else ("", trended.told)
        case.add(
            "trend", trended.start, trended.end, trended.status, how=how, reason=reason, unit=trended.unit
        )
    if case.coverage.share >= RELATED:
        _check_standing(case)
        _check_owners(case)
    if case.coverage.share < max(RELATED, _SPOKEN):
        return
    near = [unit for unit in case.main if not unit.claim.cells]
    if case.quoting >= REPEATS and near:
        for change in changes(case.reading, near[0]):
            status = "contradicted" if change.kind == "negation" else "missing"
            told.add(change.start)
            case.add(change.kind, change.start, change.end, status, reason=change.reason, unit=near[0])
    for turn in turns(case.reading, near):
        if turn.start in told or (case.related and turn.kind == "direction"):
            continue
        status = turn.status if case.quoting >= _TURNED.get(turn.kind, REPEATS) else "unchecked"
        case.add(turn.kind, turn.start, turn.end, status, reason=turn.reason, unit=turn.unit)


def _check_standing(case: Case) -> None:
    """What the claim says plainly and its closest units only deny, except, wish or tell of before."""
    close = [unit for unit in case.close if not unit.claim.cells]
    if not close or len(close) < len(case.close):
        return
    for found in misplaced(case.reading, close, case.coverage.share):
        case.add(found.kind, found.start, found.end, found.status, reason=found.reason, unit=found.unit)


def _check_relations(case: Case, told: set[int]) -> None:
    """Relations of two names, which the source may have the other way round."""
    if case.claim.cells:
        return
    units = [unit for unit in dict.fromkeys((*case.main, *case.close)) if not unit.claim.cells]
    held = hold_relations(case.reading, units)
    case.related = bool(held.same)
    for relation in held.same:
        case.add(
            "comparison",
            relation.start,
            relation.end,
            "proved",
            how="the same relation",
            unit=case.main[0] if case.main else None,
        )
        told.update(range(relation.start, relation.end))
    for turned in held.turned:
        told.update(range(turned.start, turned.end))
        reason = "the source has it the other way round"
        case.add("comparison", turned.start, turned.end, "contradicted", reason=reason, unit=turned.unit)


def _check_owners(case: Case) -> None:
    """What the claim says of its subject and the source of another entry or part only."""
    if any(check.status in {"missing", "contradicted"} for check in case.checks) or case.claim.cells:
        return
    near = [unit for unit in case.units if abs(unit.number - case.main[0].number) <= _BESIDE]
    for found in owned_by_others(case.reading, list(dict.fromkeys((*case.main, *near)))):
        reason = f"the source says it of {found.owner}"
        case.add("entity", found.start, found.end, "missing", reason=reason, unit=found.unit)


def _check_denials(case: Case, told: set[int]) -> None:
    """A negation of what the evidence nowhere denies is not proved by it, whatever words the two share."""
    theirs = {head for unit in case.main for head in denied(unit.reading)}
    denying = _not_so_tokens(case)
    for cue in case.reading.cues:
        compared = any(start >= cue.end and start - cue.end <= 20 for start in told)
        if cue.kind != "negation" or compared or theirs.intersection(denied(case.reading, cue)):
            continue
        own = next(
            (
                span
                for span in roles_in(case.reading.plain)
                if span.role == "denied" and span.start == cue.end
            ),
            None,
        )
        tokens = content_tokens(case.reading, own.start, own.end) if own is not None else set()
        if tokens and weight(tokens & denying) >= 0.5 * weight(tokens):
            continue
        said = _denying(case.reading.plain, cue.start, cue.end)
        if not any(said in _tight(unit.reading.plain) for unit in case.main):
            case.add("negation", cue.start, cue.end, "unchecked", reason=UNDENIED)


def _not_so_tokens(case: Case) -> set[str]:
    """The words that the closest units say of what is denied, passed over or excepted."""
    found: set[str] = set()
    for unit in case.main:
        for span in roles_in(unit.reading.plain):
            if span.role in {"denied", "passed", "excepted", "rejected"}:
                found |= content_tokens(unit.reading, span.start, span.end)
    return found


def _denying(plain: str, start: int, end: int) -> str:
    """A negation with the word, or the two characters, after it; without spaces."""
    after = re.match(r"\s*(?:[A-Za-z]+|[^A-Za-z\s]{1,2})?", plain[end : end + 40])
    return _tight(plain[start:end] + (after[0] if after else ""))


def _tight(text: str) -> str:
    return re.sub(r"[\s*`]+", "", text).lower()


def check_words(case: Case) -> None:
    """Code and paths, verbatim; names; and the ordinary words that the closest unit has not."""
    for start, end in case.reading.code:
        code = case.reading.plain[start:end].strip()
        if code and code in case.index.plain:
            case.add("code", start, end, "proved", how="exact")
    for start, end in case.reading.paths:
        known = case.reading.plain[start:end] in case.index.plain
        if known:
            case.add("code", start, end, "proved", how="exact")
        else:
            case.add("code", start, end, "missing", reason="the evidence does not have this path")
    if case.main:
        _check_names(case, case.main[0])
    _check_attribution(case)


def _check_names(case: Case, best: Unit) -> None:
    open_starts = {piece.start for piece in case.union.foreign}
    turned = [
        (check.start, check.end)
        for check in case.checks
        if check.kind in {"superlative", "direction", "comparison", "trend"}
    ]
    told: set[int] = set()
    stretches = foreign_stretches(case.reading, case.coverage.foreign, best)
    for stretch in stretches:
        if any(a <= stretch.start and stretch.end <= b for a, b in turned):
            continue
        told.update(range(stretch.start, stretch.end))
        elsewhere = not any(stretch.start <= start < stretch.end for start in open_starts)
        if stretch.kind == "name":
            _foreign_name(case, stretch, best, elsewhere=elsewhere)
        else:
            _foreign_word(case, stretch, best, elsewhere=elsewhere, alone=len(stretches) == 1)
    for piece in case.pieces:
        if piece.name and piece.start not in told:
            _known_name(case, piece, best)


def _known_name(case: Case, piece: Piece, best: Unit) -> None:
    """A name that the evidence has: at this place, or somewhere else?"""
    other = _other_here(case, piece.start, piece.end, best)
    if other:
        reason = f"the source has {other} here"
        case.add("entity", piece.start, piece.end, "missing", reason=reason, unit=best)
    else:
        case.add("entity", piece.start, piece.end, "proved", how="exact", unit=best)


def _other_here(case: Case, start: int, end: int, best: Unit) -> str:
    """What the sentence that the claim repeats names at this place, where that is something else."""
    if case.quoting < REPEATS or best.claim.cells:
        return ""
    instead = framed(case.reading, start, end, best) or edged(case.reading, start, end, best)
    if instead is None or _has_word(instead.text, case.reading.text[start:end]):
        return ""
    name = case.reading.text[start:end].lower()
    if (
        best.reading.plain[: instead.start]
        .lower()
        .endswith((f"{name} (arxiv:", f"{name} (", f"{name}(", f"{name}(arxiv:", f"{name} (doi:"))
    ):
        return ""  # the name stands there, with what is in brackets after it: `Foo (arXiv:2610.04410) holds`
    return instead.text if holds_another_name(instead.text, case.reading.plain, best) else ""


def _has_word(text: str, name: str) -> bool:
    """Whether a stretch of the source has the name itself, with more around it."""
    bare = re.escape(name.removesuffix("'s"))
    return re.search(rf"(?<![A-Za-z0-9]){bare}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


def _foreign_name(case: Case, stretch: Foreign, best: Unit, *, elsewhere: bool) -> None:
    """A name that the closest unit has not."""
    start, end = stretch.start, stretch.end
    quoting = max(case.coverage.share, case.quoting) >= QUOTES
    if _in_another_form(case, stretch):
        case.add("entity", start, end, "proved", how="another form of the name", unit=best)
    elif not raw_tokens(stretch.text) & case.index.all_tokens:
        if case.quoting < QUOTES and case.tabular:
            case.add("entity", start, end, "unchecked", reason="the table does not name it; its text may")
        elif case.quoting < QUOTES and _may_be_reworded(case, stretch):
            case.add(
                "entity", start, end, "unchecked", reason="perhaps another wording of a name of the evidence"
            )
        else:
            case.add("entity", start, end, "missing", reason="the evidence does not name it")
    elif other := _other_here(case, start, end, best):
        case.add("entity", start, end, "missing", reason=f"the source has {other} here", unit=best)
    elif (
        quoting
        and stretch.substituted
        and not _has_word(stretch.substituted, stretch.text)
        and _holds_name(stretch.substituted, best)
    ):
        case.add(
            "entity", start, end, "missing", reason=f"the source has {stretch.substituted} here", unit=best
        )
    elif elsewhere:
        case.add("entity", start, end, "proved", how="exact", unit=case.main[-1])
    elif max(case.coverage.share, case.quoting) >= _SPOKEN and _strange_part(
        stretch.text, case.index.all_tokens
    ):
        case.add("entity", start, end, "missing", reason="the evidence does not name it")
    else:
        case.add("entity", start, end, "unchecked", reason="named elsewhere in the evidence")


def _strange_part(name: str, tokens: set[str]) -> bool:
    """Whether a part of a compound name that has a digit stands nowhere: `Orca-TTS-v1.6` where there is a v1.5."""
    parts = [part for part in re.split(r"[-_/]", name.lower()) if any(char.isdigit() for char in part)]
    ending = {token.rpartition("-")[2] for token in tokens if "-" in token} if parts else set()
    return any(part not in tokens and part not in ending for part in parts)


def _in_another_form(case: Case, stretch: Foreign) -> bool:
    """Whether the evidence has the name in another form: of a people, spelt out, or as one word with its neighbour."""
    tokens = case.index.all_tokens
    if raw_tokens(stretch.text) & tokens:
        return False
    if form_in(stretch.text, tokens, case.index.akin(stretch.text), case.index.plain):
        return True
    beside = (
        (a.text, b.text)
        for a, b in pairwise(case.pieces)
        if a.name and b.name and b.start - a.end <= 1 and stretch.start in {a.start, b.start}
    )
    return any(joined_in(a, b, tokens) for a, b in beside)


def _may_be_reworded(case: Case, stretch: Foreign) -> bool:
    """Whether a name may be one of the evidence in other words: part of a longer name of which the evidence
    has the rest, an acronym of words that it has, or a day, month or people."""
    low = stretch.text.lower()
    if low in _COMMON or low.removesuffix("'s") in _COMMON:
        return True
    for piece in case.pieces:
        beside = abs(piece.start - stretch.end) <= 1 or abs(stretch.start - piece.end) <= 1
        if beside and piece.name and piece.token in case.index.all_tokens:
            return True
    return stretch.text.isupper() and 2 <= len(low) <= 6 and _spelt_out(low, case.index.plain)


def _spelt_out(acronym: str, text: str) -> bool:
    """Whether the capitals of neighbouring words of the evidence spell an acronym."""
    initials = "".join(word[0] for word in re.findall(r"[A-Z][a-z]+", text)).lower()
    return acronym in initials


def _holds_name(text: str, unit: Unit) -> bool:
    names = any(word.name and word.text.lower() in text for word in unit.reading.words)
    return names or any(char >= "\u3400" for char in text)


_ATTRIBUTED = (
    re.compile(
        r"\bindependent(?:ly)?\b|\bthird[- ]part(?:y|ies)\b|独立(?=第三方|机构|评测|测试|调查|研究|验证|复现)|第三方",
        re.IGNORECASE,
    ),
    re.compile(r"\bpeer[- ]reviewed\b|同行评审", re.IGNORECASE),
    re.compile(
        r"\b(?:survey|study|studies|census|poll)\s(?:of [^.,;]{1,24} )?(?:found|finds|shows?|showed|says|reports?)\b|(?:调查|调研|研究)(?:发现|显示|表明|指出)",
        re.IGNORECASE,
    ),
)
"""Who is said to have found something out: of each kind the source must have a word."""


def _check_attribution(case: Case) -> None:
    """A finding given to an independent party, a survey, an audit of which the evidence says nothing."""
    for kind in _ATTRIBUTED:
        said = kind.search(case.reading.plain)
        if said is not None and not kind.search(case.index.plain):
            reason = "the evidence names no such origin"
            case.add("entity", said.start(), said.end(), "missing", reason=reason)
            return


def _another_subject(case: Case, stretch: Foreign, best: Unit) -> str:
    """The name that the source has where the claim opens with a name that the evidence has nowhere."""
    low = stretch.text.lower()
    opens = stretch.start == 0 and stretch.text[0].isupper()
    if (
        not opens
        or case.quoting < QUOTES
        or _in_another_form(case, stretch)
        or best.claim.cells
        or raw_tokens(low) & case.index.all_tokens
    ):
        return ""
    instead = edged(case.reading, stretch.start, stretch.end, best)
    if instead is None or not instead.text[:1].isupper() or instead.text.lower() in STOPWORDS:
        return ""
    return instead.text


_DENIALS = re.compile(
    r"(?:并|已|也)?(?:不需要?|无需|没有?|不受|不在|不是|并非|而非|无|未|不会|不能|无法|不再|不必)(?:受|在|有)?"
)


def _undenied(case: Case) -> bool:
    """Whether a denial of the claim was found to have nothing in the evidence."""
    return any(check.kind == "negation" and check.status != "proved" for check in case.checks)


def _foreign_word(case: Case, stretch: Foreign, best: Unit, *, elsewhere: bool, alone: bool) -> None:
    """An ordinary word that the closest unit has not: a synonym, unless all else is repeated word for word
    and another single word stands in its place."""
    if elsewhere:
        return
    if adds_nothing(case.reading, stretch, best) or (
        _DENIALS.fullmatch(stretch.text) and not _undenied(case)
    ):
        case.add("word", stretch.start, stretch.end, "proved", how="says no more than the source", unit=best)
        return
    if other := _another_subject(case, stretch, best):
        reason = f"the source has {other} here"
        case.add("entity", stretch.start, stretch.end, "missing", reason=reason, unit=best)
        return
    copies = alone and case.quoting >= QUOTED
    instead = framed(case.reading, stretch.start, stretch.end, best) if copies else None
    if instead is not None and " " not in instead.text and instead.text.lower() not in STOPWORDS:
        if _DENIAL.search(stretch.text) and _DENIAL.search(instead.text):
            return  # one denial for another
        reason = f"the source has {instead.text} here"
        case.add("word", stretch.start, stretch.end, "missing", reason=reason, unit=best)
    else:
        case.add("word", stretch.start, stretch.end, "unchecked", reason="not in the words of the evidence")
