"""The names of a claim, held against the unit it is closest to and the rest of the evidence."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.evidence.across import in_chinese_text
from agent.evidence.case import QUOTES, REPEATS, Case, FactStatus
from agent.evidence.places import Instead, edged, framed, holds_another_name
from agent.evidence.tokens import raw_tokens
from agent.evidence.turn_checks import SPOKEN
from agent.evidence.units import Unit
from agent.evidence.variants import form_in, joined_in
from agent.evidence.words import Foreign, Piece
from agent.facts.folding import has_han
from agent.facts.names import stem

# Names of days, months, peoples and general titles: a paraphrase brings them in without a new fact.
_GENERIC = frozenset(
    "模型 架构 版本 系统 框架 产品 平台 项目 工具 服务 公司 团队 功能 方案 方法 机器 设备 该模型 该版本 该系统 该公司 该项目 该工具 该功能 该方案 该架构 官方".split()
)
"""What a text calls a thing by that it has named before: a name in its place says the same."""
_TWO_WORDS = re.compile(r"\s[A-Za-z'-]{1,24}\s[A-Za-z'-]{1,24}")
_GLOSS = re.compile(r"[(（]\s?(?P<acronym>[A-Z]{2,6})\s?[)）]")
_PLAIN_NAME = re.compile(r"[A-Z]?[a-z]+(?:-[a-z]+)*(?:'s)?")
_COMPOUND = re.compile(r"[a-z]+(?:-[a-z]+){1,6}")
_JOINTS = re.compile(r"[_/]")
_COMMON = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december u.s us usa uk u.k eu american british european english french german chinese "
    "indian russian japanese united states kingdom president prime minister university table figure section appendix".split()
)


def known_name(case: Case, piece: Piece, best: Unit) -> None:
    """A name that the evidence has: at this place, or somewhere else?"""
    other = _other_here(case, piece.start, piece.end, best)
    if other:
        reason = f"the source has {other} here"
        case.add("entity", piece.start, piece.end, "missing", reason=reason, unit=best)
    else:
        case.add("entity", piece.start, piece.end, "proved", how="exact", unit=best)


def _other_here(case: Case, start: int, end: int, best: Unit) -> str:
    """What the sentence that the claim repeats names at this place, where that is something else."""
    if max(case.quoting, case.coverage.share) < SPOKEN or best.claim.cells:
        return ""
    instead = framed(case.reading, start, end, best)
    if instead is None and case.quoting >= REPEATS:
        instead = edged(case.reading, start, end, best)
    if instead is None or _has_word(instead.text, case.reading.text[start:end]):
        return ""
    if _further_out(instead, case.reading.text[start:end], best):
        return ""
    name = case.reading.text[start:end].lower()
    if (
        best.reading.plain[: instead.start]
        .lower()
        .endswith((f"{name} (arxiv:", f"{name} (", f"{name}(", f"{name}(arxiv:", f"{name} (doi:"))
    ):
        return ""  # the name stands there, with what is in brackets after it: `Foo (arXiv:2610.04410) holds`
    return instead.text if holds_another_name(instead.text, case.reading.plain, best) else ""


def _further_out(instead: Instead, name: str, best: Unit) -> bool:
    """Whether the source has the name right after what stands in its place: `from Oldham in Lancashire`, `Oldham, Lancashire`."""
    after = re.escape(name.lower())
    return (
        re.match(rf"\s?(?:,|in|of|\()\s?{after}(?![a-z])", best.reading.plain[instead.end :].lower())
        is not None
    )


def _has_word(text: str, name: str) -> bool:
    """Whether a stretch of the source has the name itself, with more around it."""
    bare = re.escape(name.removesuffix("'s"))
    return re.search(rf"(?<![A-Za-z0-9]){bare}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


def foreign_name(case: Case, stretch: Foreign, best: Unit, *, elsewhere: bool) -> None:
    """A name that the closest unit has not."""
    start, end = stretch.start, stretch.end
    quoting = max(case.coverage.share, case.quoting) >= QUOTES
    if in_another_form(case, stretch):
        case.add("entity", start, end, "proved", how="another form of the name", unit=best)
    elif not _occurs(stretch.text, case.index.all_tokens, case.index.name_runs):
        _unnamed(case, stretch, best)
    elif other := _other_here(case, start, end, best):
        case.add("entity", start, end, "missing", reason=f"the source has {other} here", unit=best)
    elif (
        quoting
        and stretch.substituted
        and stretch.substituted not in _GENERIC
        and not _named_just_before(case, stretch, best)
        and not _has_word(stretch.substituted, stretch.text)
        and not _in_these_words(case, stretch, best)
        and _holds_name(stretch.substituted, case, best)
    ):
        case.add(
            "entity", start, end, "missing", reason=f"the source has {stretch.substituted} here", unit=best
        )
    elif elsewhere:
        case.add("entity", start, end, "proved", how="exact", unit=case.main[-1])
    elif max(case.coverage.share, case.quoting) >= SPOKEN and _strange_part(
        stretch.text, case.index.all_tokens
    ):
        case.add("entity", start, end, "missing", reason="the evidence does not name it")
    else:
        case.add("entity", start, end, "unchecked", reason="named elsewhere in the evidence")


def _unnamed(case: Case, stretch: Foreign, best: Unit) -> None:
    """A name that the evidence has nowhere: missing, unless it may be one of the evidence in other words."""
    start, end = stretch.start, stretch.end
    status: FactStatus = "unchecked"
    if _glosses(case, stretch):
        reason = "short for the name before it"
    elif _may_be_translated(case, stretch):
        known = in_chinese_text(case.reading.plain, start, end, case.index.plain)
        if known:
            case.add("entity", start, end, "proved", how="another form of the name", unit=best)
            return
        reason = "perhaps written otherwise in the other language"
        if known is not None:
            status, reason = "missing", "the evidence does not name it"
    elif case.quoting < QUOTES and case.tabular:
        reason = "the table does not name it; its text may"
    elif case.quoting < QUOTES and _may_be_reworded(case, stretch):
        reason = "perhaps another wording of a name of the evidence"
    else:
        status, reason = "missing", "the evidence does not name it"
    case.add("entity", start, end, status, reason=reason)


def _named_just_before(case: Case, stretch: Foreign, best: Unit) -> bool:
    """Whether the sentences right before the closest one have a Latin name of the claim, in whose place that one
    has no name: it goes on about the same thing."""
    if stretch.substituted[:1] < "\u3400":
        return False
    tokens = raw_tokens(stretch.text)
    before = case.index.units[max(0, best.number - 3) : best.number]
    return any(tokens & unit.raw for unit in before)


def _occurs(name: str, tokens: set[str], runs: frozenset[str]) -> bool:
    """Whether a name stands anywhere: whole, as parts of a longer one, or, of a compound (`MT-Bench`), with all its parts."""
    if _JOINTS.sub("-", name.lower()) in runs:
        return True
    if (
        name.isupper()
        and name.isalpha()
        and len(name) > 1
        and any(token.startswith(name.lower()) for token in tokens)
    ):
        return True  # `KV` of `kvcache`
    if "-" in name and any(char.isupper() for char in name) and name.lower() not in tokens:
        return all(part in tokens or stem(part) in tokens for part in name.lower().split("-") if part)
    return bool(raw_tokens(name) & tokens)


def _strange_part(name: str, tokens: set[str]) -> bool:
    """Whether a part of a compound name that has a digit stands nowhere: `Orca-TTS-v1.6` where there is a v1.5."""
    parts = [part for part in re.split(r"[-_/]", name.lower()) if any(char.isdigit() for char in part)]
    ending = {token.rpartition("-")[2] for token in tokens if "-" in token} if parts else set()
    return any(part not in tokens and part not in ending for part in parts)


def in_another_form(case: Case, stretch: Foreign) -> bool:
    """Whether the evidence has the name in another form: of a people, spelt out, or as one word with its neighbour."""
    tokens = case.index.all_tokens
    if raw_tokens(stretch.text) & tokens:
        return False
    if stretch.text[-1] == "s" and stretch.text[:-1].lower() in tokens:  # `H200s`
        return True
    if form_in(stretch.text, tokens, case.index.akin(stretch.text), case.index.plain):
        return True
    beside = (
        (a.text, b.text)
        for a, b in pairwise(case.pieces)
        if (a.name or b.name)
        and a.token
        and b.token
        and b.start - a.end <= 1
        and stretch.start in {a.start, b.start}
    )
    return any(joined_in(a, b, tokens, case.index.plain) for a, b in beside)


def _may_be_translated(case: Case, stretch: Foreign) -> bool:
    """Whether an English claim on Chinese evidence has a name that is a plain word, which Chinese writes in its own
    characters (South Korea, Kwun Tong); what has a digit or inner capitals stays as it is."""
    plain = _PLAIN_NAME.fullmatch(stretch.text) is not None
    return (
        plain and not has_han(case.reading.plain) and any(has_han(unit.reading.plain) for unit in case.main)
    )


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


def _glosses(case: Case, stretch: Foreign) -> bool:
    """Whether a name is only the claim's own abbreviation of what stands before it: `Health Service (HS)`, `卫生局（HS）`."""
    plain = case.reading.plain
    gloss = _GLOSS.match(plain, stretch.start - 1) if stretch.start else None
    if gloss is None or gloss["acronym"] != stretch.text:
        return False
    before = plain[max(0, gloss.start() - 80) : gloss.start()].rstrip()
    return before[-1:] >= "\u3400" or _spelt_out(stretch.text.lower(), before)


def _spelt_out(acronym: str, text: str) -> bool:
    """Whether the capitals of neighbouring words of the evidence spell an acronym, or the parts of a compound do."""
    initials = "".join(word[0] for word in re.findall(r"[A-Z][a-z]+", text)).lower()
    compounds = ("".join(part[0] for part in word.split("-")) for word in _COMPOUND.findall(text.lower()))
    return acronym in initials or acronym in compounds


def _holds_name(text: str, case: Case, unit: Unit) -> bool:
    """Whether a stretch of the source holds a name that the claim has not, or Han, whose names have no capitals."""
    if any(char >= "\u3400" for char in text):
        return True
    return holds_another_name(text, case.reading.plain, unit)


def _in_these_words(case: Case, stretch: Foreign, unit: Unit) -> bool:
    """Whether the source has a name with the same two words after it as the claim: `American author Joe`."""
    after = _TWO_WORDS.match(case.reading.plain, stretch.end)
    return after is not None and (stretch.text + after[0]).lower() in unit.reading.plain.lower()
