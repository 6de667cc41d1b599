"""One thing under one label given twice: an identifier, a version, a licence, a count."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import ELSEWHEN, REPORTED
from agent.consistency.reading import Reading, Sentence
from agent.consistency.residue import residue
from agent.consistency.settings import is_summary, same_setting
from agent.consistency.statements import YEAR, clauses, names_of
from agent.consistency.wording import doubt, given_both_ways, quote
from agent.models import Doubt

_COUNT_LABEL = re.compile(r"([\u4e00-\u9fffA-Za-z][\u4e00-\u9fffA-Za-z \-/]{2,24}?)\s?[：:为]?\s?$")
_IDENTIFIED = re.compile(
    r"(编号|arXiv\s?(?:号|id|ID)?|DOI|版本号?|\bversion|\bcommit|许可证|licen[sc]e(?= is\b|[:：为是\s]))\s?(?:为|是|：|:|\bis)\s?"
    r"(\d{4}\.\d{4,5}|v?\d+(?:\.\d+){1,3}|[0-9a-f]{7,40}|10\.\d{4,9}/[\w./-]+|(?:MIT|Apache[- ]2\.0|BSD|GPL(?:v[23])?|AGPL|MPL)\b)",
    re.I,
)
_LICENCE = r"(MIT|Apache[- ]2\.0|BSD(?:-[23]-Clause)?|GPL(?:v[23])?|AGPL|MPL)\b"
_LICENSED = re.compile(rf"(?:is |are )?(licen[sc]ed under|采用|使用|遵循)\s?(?:the )?{_LICENCE}", re.I)
_AFTER_COMMA = re.compile(r"[，,].*$", re.S)


def identifiers_given_twice(reading: Reading) -> Iterator[Doubt]:
    """One thing's identifier, version or licence, given in two ways in the same words."""
    seen: dict[tuple[object, ...], tuple[str, Sentence]] = {}
    for sentence in reading.sentences:
        licensed = _LICENSED.search(sentence.text)
        match = licensed or _IDENTIFIED.search(sentence.text)
        if match is None or sentence.heading or ELSEWHEN.search(sentence.text):
            continue
        after = sentence.text[match.end() :]
        if licensed is not None:  # what follows the comma gives a reason, and tells no two licences apart
            after = _AFTER_COMMA.sub("", after)
        about = sentence.text[: match.start()] + after
        names = names_of(about)
        if not names or "|" in about:
            continue
        value = match[2].lower().lstrip("v")
        key = (match[1].lower().strip(), names, residue(about, names))
        known = seen.setdefault(key, (value, sentence))
        if known[0] != value and same_setting(reading, known[1], sentence):
            yield doubt(
                reading,
                "value",
                quote(known[1].quote, known[1].line),
                quote(sentence.quote, sentence.line),
                zh=f"{match[1]}一处写 {known[0]}，一处写 {value}",
                en=f"The {match[1]} is given as {known[0]} and as {value}",
            )


_ARXIV = re.compile(r"(?<![\d.])(\d{4}\.\d{5})(?!\d)")
_FEW = 10
"""Works of a text in which two ids are hardly one another's slip by chance."""


def ids_misspelt(reading: Reading) -> Iterator[Doubt]:
    """An arXiv id that is another one with two neighbouring digits exchanged, said beside the same name."""
    places: dict[str, Sentence] = {}
    for sentence in reading.sentences:
        for found in _ARXIV.findall(sentence.text):
            places.setdefault(found, sentence)
    if not _TWO <= len(places) <= _FEW:
        return
    for one, first in places.items():
        for at in range(len(one) - 1):
            slip = one[:at] + one[at + 1] + one[at] + one[at + 2 :]
            second = places.get(slip)
            if slip <= one or second is None or second is first:
                continue
            if (names_of(first.text) & names_of(second.text)) - {"arxiv"}:
                yield doubt(
                    reading,
                    "value",
                    quote(first.quote, first.line),
                    quote(second.quote, second.line),
                    zh=f"同一论文的编号一处写 {one}，一处写 {slip}",
                    en=f"One paper has the ids {one} and {slip}",
                )


_TWO = 2
_LABELLED = ("items", "papers", "commits", "stars", "people", "requests", "times done")


def counts_given_twice(reading: Reading) -> Iterator[Doubt]:
    """One label with two counts, one of them where a text sums itself up."""
    places: dict[tuple[str, str], list[tuple[Amount, Sentence]]] = defaultdict(list)
    for sentence in reading.sentences:
        elsewhere = REPORTED.search(sentence.text) or ELSEWHEN.search(sentence.text.replace("昨日", ""))
        if sentence.heading or elsewhere or len(sentence.text) > 60 or YEAR.search(sentence.text):
            continue
        for _, clause in clauses(sentence.text):
            for amount in amounts(clause):
                match = _COUNT_LABEL.search(clause[max(0, amount.start - 26) : amount.start])
                if amount.dimension in _LABELLED and match and _long_enough(match[1]):
                    places[match[1].strip().lower(), amount.dimension].append((amount, sentence))
    last = max((s.line for s in reading.sentences), default=0)
    for found in places.values():
        if len(found) != 2:
            continue
        (a, first), (b, second) = found
        same = a.low == b.low or (a.agrees(b) and not (a.bound and a.bound == b.bound))
        ends = first.section == 0 or is_summary(reading.path(first.section)) or second.line >= last
        if ends and not same and first.line != second.line:
            yield given_both_ways(reading, first, second, a, b)


def _long_enough(label: str) -> bool:
    han = sum("\u4e00" <= c <= "\u9fff" for c in label)
    return han >= 4 or len(label.split()) >= 2
