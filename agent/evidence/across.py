"""A claim in one language on evidence in another: opposites and denials, by a dictionary.

The words of the two cannot be held against each other, so that only what is said of the same names and figures
counts: a direction that is the other one, a denial of what the evidence says plainly, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.consistency.lexicon import metrics
from agent.dictionary import in_chinese, in_english
from agent.evidence.turns import Turn, heads, negated
from agent.evidence.units import Unit
from agent.facts.folding import has_han
from agent.facts.names import stem
from agent.facts.polarity import Cue
from agent.facts.reading import Reading

_BETTER = re.compile(r"提升|提高|改善|增强|improv|boost|enhanc|upgrad|gain|rais|lift", re.IGNORECASE)
_WORSE = re.compile(r"恶化|退化|削弱|degrad|worsen", re.IGNORECASE)
"""Words for better and worse; what is better may well be less (a delay), so that `less` is not their opposite."""
_KINDS = {
    "ttft": "delay",
    "tpot": "delay",
    "itl": "delay",
    "e2e": "delay",
    "latency": "delay",
    "throughput": "rate",
    "qps": "rate",
    "memory": "memory",
    "accuracy": "accuracy",
    "power": "power",
    "hit rate": "hits",
}
"""Properties whose names mean nothing else (a cost, a time, a score may be of anything), by kind."""
_NAME_RUN = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_WORD = 4
"""Letters or more of an English word that is looked up."""


def across(claim: Reading, unit: Unit) -> Iterator[Turn]:
    """What a claim says the other way round than a unit in another language, of the same names and figures."""
    source = unit.reading
    if unit.claim.cells or has_han(claim.plain) == has_han(source.plain) or not _shared(claim, source):
        return
    yield from _opposed(claim, unit)
    yield from _of_another(claim, unit)
    if _names(claim, source):
        yield from _denied(claim, unit)


def _shared(a: Reading, b: Reading) -> bool:
    """Whether two texts have a name or a figure in common."""
    return _names(a, b) or bool(_figures(a) & _figures(b))


def _names(a: Reading, b: Reading) -> bool:
    return bool({word.stem for word in a.words if word.name} & {word.stem for word in b.words})


def _figures(reading: Reading) -> set[str]:
    return {fact.normal for fact in reading.quantities if fact.dimension not in {"", "count"}}


def _of_another(claim: Reading, unit: Unit) -> Iterator[Turn]:
    """The figures of a unit, said of a property (memory, throughput) that the unit does not speak of."""
    mine, theirs = metrics(claim.plain.lower()), metrics(unit.reading.plain.lower())
    known = {_KINDS.get(metric.name, "") for metric in theirs}
    told = {_KINDS.get(metric.name, "") for metric in mine}
    if (
        not mine
        or not theirs
        or "" in known | told
        or known & told
        or not _figures(claim) & _figures(unit.reading)
    ):
        return
    metric = mine[0]
    reason = f"the source says it of {theirs[0].name}"
    yield Turn(
        "direction",
        claim.text[metric.start : metric.end],
        metric.start,
        metric.end,
        "contradicted",
        reason,
        unit,
    )


def _opposed(claim: Reading, unit: Unit) -> Iterator[Turn]:
    theirs = [cue for cue in unit.reading.cues if cue.kind == "opposite"]
    for cue in claim.cues:
        if cue.kind != "opposite" or negated(claim, cue.start):
            continue
        group = [other for other in theirs if other.group == cue.group and _of_one_scale(cue, other)]
        if group and all(
            other.side != cue.side and not negated(unit.reading, other.start) for other in group
        ):
            reason = f"the source says {group[0].text}"
            yield Turn("direction", cue.text, cue.start, cue.end, "contradicted", reason, unit)


def _of_one_scale(a: Cue, b: Cue) -> bool:
    """Whether two words tell of more and less, or both of better and worse."""
    good, bad = ([pattern.search(cue.text) is not None for cue in (a, b)] for pattern in (_BETTER, _WORSE))
    return any(bad) if any(good) else not any(bad)


def _denied(claim: Reading, unit: Unit) -> Iterator[Turn]:
    mine, theirs = (
        [cue for cue in reading.cues if cue.kind == "negation"] for reading in (claim, unit.reading)
    )
    if bool(mine) == bool(theirs):
        return
    saying, plain = (claim, unit.reading) if mine else (unit.reading, claim)
    for cue in mine or theirs:
        for head in heads(saying, cue):
            place = _said(head, plain)
            if place is None:
                continue
            start, end = (cue.start, cue.end) if mine else place
            shown = f"{cue.text}{head}"
            reason = (
                f"the source says it of {head} without a negation"
                if mine
                else f"the source denies it: {shown}"
            )
            yield Turn("negation", claim.text[start:end], start, end, "contradicted", reason, unit)
            return


def _said(head: str, plain: Reading) -> tuple[int, int] | None:
    """Where a text in the other language has a word for what is denied."""
    if head[0] >= "\u3400":
        wanted = {stem(word) for gloss in in_english(head) for word in gloss.split() if len(word) >= _WORD}
        return next(((word.start, word.end) for word in plain.words if word.stem in wanted), None)
    for word in in_chinese(head) if len(head) >= _WORD else ():
        place = plain.plain.find(word)
        if place >= 0:
            return place, place + len(word)
    return None


def in_chinese_text(plain: str, start: int, end: int, evidence: str) -> bool | None:
    """Whether a Chinese text has the name at a place of an English one (`South Korea`); None where no dictionary
    tells what it is called."""
    run = next((m for m in _NAME_RUN.finditer(plain) if m.start() <= start and end <= m.end()), None)
    names = [run[0].lower()] if run is not None else []
    names.append(plain[start:end].lower().removesuffix("'s"))
    called = [word for name in names for word in in_chinese(name)]
    if any(word in evidence for word in called):
        return True
    sure = [word for word in called if in_english(word)[:1] == (names[0],)]
    return False if sure and sure[0] == called[0] else None
