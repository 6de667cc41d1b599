"""The turns of a claim's statement, held against the units it is closest to: ranks, denials, hedges, relations, owners."""

from __future__ import annotations

import re

from agent.evidence.across import across
from agent.evidence.agents import other_doer
from agent.evidence.case import QUOTES, RELATED, REPEATS, Case, FactStatus
from agent.evidence.cell_words import cell_words
from agent.evidence.comparisons import by_own_values, comparisons
from agent.evidence.conditions import told_beside
from agent.evidence.crossed import crossed
from agent.evidence.dropped import changes
from agent.evidence.owners import owned_by_others
from agent.evidence.parallel import paired_anew
from agent.evidence.ranked_texts import ranked_texts
from agent.evidence.rankings import superlatives
from agent.evidence.relations import hold_relations
from agent.evidence.standing import ONE_OF_SEVERAL, misplaced
from agent.evidence.tokens import content_tokens, weight
from agent.evidence.trends import trends
from agent.evidence.turns import Turn, denied, turns
from agent.facts.roles import roles_in

SPOKEN = 0.45
"""From this share of its wording on, a unit is close enough for its negations and hedges to bear on the claim."""
_WORDS_BEFORE = re.compile(r"[\u3400-\u9fff]{4}\Z|[A-Za-z-]{3,}\s(?:[a-z]{2,12}\s)?\Z")
_DONE = re.compile(r"已经?[在于正全面式]*|\b(?:has|have) (?:already|been|now)\b|\balready\b")
_BREAK = re.compile(r"[，。；;]|,\s|\.\s")
_BESIDE = 8
"""Entries of a list that stand no further apart than this are held against each other."""
UNDENIED = "the evidence denies nothing"
_TURNED = {"hedge": 0.75, "direction": 0.65, "superlative": 0.65, "quantifier": 0.5}
"""From this share on a unit is repeated closely enough for a turn of its statement to decide, by kind; a
paraphrase may say `was` of what its source, written before, said `will` of."""


def check_turns(case: Case) -> None:
    """Superlatives over tables, then negations, opposites, hedges and quantifiers."""
    told: set[int] = set()
    _check_ranks(case, told)
    _check_ranked_texts(case, told)
    _check_comparisons(case, told)
    _check_relations(case, told)
    _check_cells(case)
    _check_denials(case, told)
    for beside in told_beside(case):
        case.add(
            beside.kind, beside.start, beside.end, "contradicted", reason=beside.reason, unit=beside.unit
        )
    for trended in trends(case.reading, case.units):
        told.update(range(trended.start, trended.end))
        how, reason = (trended.told, "") if trended.status == "proved" else ("", trended.told)
        case.add(
            "trend", trended.start, trended.end, trended.status, how=how, reason=reason, unit=trended.unit
        )
    if case.coverage.share >= RELATED:
        _check_standing(case)
        _check_owners(case)
        _check_paired(case)
        _check_crossed(case)
        _check_doer(case)
    if case.main:
        for turn in across(case.reading, case.main[0]):
            case.add(turn.kind, turn.start, turn.end, turn.status, reason=turn.reason, unit=turn.unit)
    if case.coverage.share < max(RELATED, SPOKEN):
        return
    near = [unit for unit in case.main if not unit.claim.cells]
    if case.quoting >= REPEATS and near:
        for change in changes(case.reading, near[0]):
            dropped: FactStatus = "contradicted" if change.kind == "negation" else "missing"
            told.add(change.start)
            case.add(change.kind, change.start, change.end, dropped, reason=change.reason, unit=near[0])
    for turn in turns(case.reading, near):
        if turn.start in told or (case.related and turn.kind == "direction"):
            continue
        told_so = case.quoting >= _TURNED.get(turn.kind, REPEATS) or _of_same(case, turn)
        status: FactStatus = turn.status if told_so else "unchecked"
        case.add(turn.kind, turn.start, turn.end, status, reason=turn.reason, unit=turn.unit)


def _of_same(case: Case, turn: Turn) -> bool:
    """Whether a direction is told of an amount that the unit has too (`lowers it by 28%`, `improves it by 28%`), or
    stands after the same words (`准确度显著提升`, `准确度显著下降`)."""
    if turn.kind != "direction":
        return False
    before = _WORDS_BEFORE.search(case.reading.plain[: turn.start])
    there = turn.reason.removeprefix("the source says ").lower()
    if before is not None and before[0].lower() + there in turn.unit.reading.plain.lower():
        return True
    after = _BREAK.search(case.reading.plain, turn.end)
    last = after.start() if after else len(case.reading.plain)
    amounts = [fact for fact in case.reading.quantities if turn.end <= fact.start < last]
    told = [fact.normal for fact in amounts if fact.dimension not in {"", "count"}]
    return bool(told) and turn.unit.normals.issuperset(told)


def _check_ranks(case: Case, told: set[int]) -> None:
    for judged in superlatives(case.reading, case.tokens, case.units, case.sights):
        told.add(judged.start)
        if judged.right:
            case.add("superlative", judged.start, judged.end, "proved", how=judged.how, unit=judged.unit)
        else:
            case.add(
                "superlative", judged.start, judged.end, "contradicted", reason=judged.how, unit=judged.unit
            )


def _check_ranked_texts(case: Case, told: set[int]) -> None:
    if told or case.claim.cells or not case.main or case.main[0].table is not None:
        return
    for judged in ranked_texts(case.reading, case.tokens, case.units, case.main[0]):
        told.add(judged.start)
        status: FactStatus = "proved" if judged.right else "contradicted"
        how, reason = (judged.how, "") if judged.right else ("", judged.how)
        case.add("superlative", judged.start, judged.end, status, how=how, reason=reason, unit=judged.unit)


def _check_comparisons(case: Case, told: set[int]) -> None:
    """What is set against something else: by the cells that are named, and by the values that the claim gives."""
    strict = list(comparisons(case.reading, case.sights))
    for compared in strict or [found for found in comparisons(case.reading, case.loosely()) if found.right]:
        told.add(compared.start)
        status: FactStatus = "proved" if compared.right else "contradicted"
        how, reason = (compared.how, "") if compared.right else ("", compared.how)
        case.add(
            "comparison", compared.start, compared.end, status, how=how, reason=reason, unit=compared.unit
        )
    own = None if strict else by_own_values(case.reading)
    if own is None or not case.main:
        return
    told.add(own.start)
    if own.right:
        case.add("comparison", own.start, own.end, "proved", how=own.how, unit=case.main[0])
    else:
        case.add("comparison", own.start, own.end, "contradicted", reason=own.how, unit=case.main[0])


def _check_standing(case: Case) -> None:
    """What the claim says plainly and its closest units only deny, except, wish or tell of before."""
    close = [unit for unit in case.close if not unit.claim.cells]
    if not close or len(close) < len(case.close):
        return
    for found in misplaced(case.reading, close, case.coverage.share):
        decided = found.kind == "quantifier" or _decides(case, found.start, found.end)
        if found.kind == "hedge" and not case.reading.quantities:
            decided = max(case.coverage.share, case.quoting) >= _TURNED["hedge"]
            decided = decided or (case.union.share >= QUOTES and _DONE.search(case.reading.plain) is not None)
        if found.reason == ONE_OF_SEVERAL:  # `the largest model` from `one of the largest models`
            decided = decided or _phrase(case, found.start) in found.unit.reading.plain.lower()
        status: FactStatus = found.status if decided else "unchecked"
        case.add(found.kind, found.start, found.end, status, reason=found.reason, unit=found.unit)


def _phrase(case: Case, start: int) -> str:
    """A superlative with the word, or the two characters, after it."""
    said = re.match(r"[A-Za-z]+\s[\w-]+|[\u3400-\u9fff]{4}", case.reading.plain[start : start + 60])
    return said[0].lower() if said else "\0"


def _decides(case: Case, start: int, end: int) -> bool:
    """Whether what a source says otherwise is decided by it: a value tells by itself, a word where the claim's
    words are those of its unit; a paraphrase may have the same word from elsewhere."""
    told = any(char.isdigit() for char in case.reading.plain[start:end])
    return told or max(case.coverage.share, case.quoting) >= QUOTES


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
        status: FactStatus = "missing" if _decides(case, found.start, found.end) else "unchecked"
        case.add("entity", found.start, found.end, status, reason=reason, unit=found.unit)


def _check_cells(case: Case) -> None:
    """Words that a table has in another row, or another cell, than the one that the claim names."""
    tables = case.tables()
    if case.claim.cells or not tables or not case.main or case.main[0].table is None:
        return
    texts = [unit.raw for unit in case.units if unit.table is None]
    for found in cell_words(case.reading, tables, case.sights, set().union(*texts)):
        case.add("word", found.start, found.end, "contradicted", reason=found.reason, unit=found.unit)


def _check_doer(case: Case) -> None:
    """Who did it, where the source says that somebody else did the same."""
    if case.claim.cells or any(check.status in {"missing", "contradicted"} for check in case.checks):
        return
    units = [unit for unit in dict.fromkeys((*case.main, *case.close)) if not unit.claim.cells]
    found = other_doer(case.reading, units)
    if found is not None:
        reason = f"the source says it of {found.doer}"
        case.add("entity", found.start, found.end, "missing", reason=reason, unit=found.unit)


def _check_paired(case: Case) -> None:
    """A list of figures in another order than the source has it, beside a list that keeps its own."""
    if case.claim.cells or any(check.status in {"missing", "contradicted"} for check in case.checks):
        return
    for unit in dict.fromkeys((*case.main, *case.close)):
        found = None if unit.claim.cells else paired_anew(case.reading, unit)
        if found is not None:
            start, end, reason = found
            case.add("quantity", start, end, "contradicted", reason=reason, unit=unit)
            return


def _check_crossed(case: Case) -> None:
    """Two statements of the claim, each with the predicate that the source gives the other."""
    if case.claim.cells or any(check.status in {"missing", "contradicted"} for check in case.checks):
        return
    first = case.main[0].number
    beside = [unit for unit in case.units if abs(unit.number - first) == 1]
    units = [unit for unit in dict.fromkeys((*case.main, *case.close, *beside)) if not unit.claim.cells]
    found = crossed(case.reading, units)
    if found is not None:
        reason = f"the source says it of {found.owner}"
        case.add("comparison", found.start, found.end, "contradicted", reason=reason, unit=found.unit)


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
