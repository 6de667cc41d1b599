"""Facts of a draft against its sources: which are there, which are not borne out, which must not stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspect_ai.scorer import Scorer, scorer

from agent.checking import CheckedClaim, check
from agent.models import Evidence, Span
from agent.relation import SAID_BEFORE
from agent.tokens import tokens
from evals.drafted import Drafted, Line
from evals.golden import GoldenCase
from evals.matching import checkable, in_words, item_saying, kind_of, line_saying, plain
from evals.record import Finding
from evals.scorers.common import finding, new_lines, scoring, shares

_AS_OF = re.compile(r"[（(](?:截至|as of)\s*(\d{4}-\d\d-\d\d)[)）]", re.IGNORECASE)
_SHELL = re.compile(
    r"[（(](?:来源|sources?)[:：]\s*(?:https?://[^\s()（）]*|[\s,;，；、])*[)）]", re.IGNORECASE
)
"""A reference to sources, its links bare."""
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^()\s]*)\)")
_FAILED = frozenset({"unsupported", "contradicted"})
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_CELL = re.compile(r"(?<!\\)\|")


@scorer(metrics=[shares()])
def fidelity() -> Scorer:
    """`facts_found` of the labels, `false_kept_out`, `facts_in_sources`, `claims_borne_out`."""
    return scoring("fidelity", score)


def score(case: GoldenCase | None, drafted: Drafted) -> Sequence[Finding]:
    """See `fidelity`; without labels only what the sources themselves tell."""
    lines = tuple(
        line.model_copy(update={"text": _claimed(line.text, drafted)}) for line in new_lines(drafted)
    )
    labelled = [*_found(case, new_lines(drafted)), *_kept_out(case, lines)] if case else []
    return [*labelled, *_in_sources(drafted, lines), *_borne_out(drafted, lines)]


def _found(case: GoldenCase, lines: Sequence[Line]) -> Iterator[Finding]:
    for fact in (fact for expected in case.increments for fact in expected.facts):
        line = item_saying(fact, lines)
        why = "a line says it" if line else "no line says it"
        yield finding(
            "facts_found", in_words(fact), right=line is not None, why=why, group=kind_of(fact), at=line
        )


def _kept_out(case: GoldenCase, lines: Sequence[Line]) -> Iterator[Finding]:
    for fact in case.never:
        line = line_saying(fact, lines)
        why = "a line says what must not stand" if line else "no line says it"
        yield finding(
            "false_kept_out", in_words(fact), right=line is None, why=why, group=kind_of(fact), at=line
        )


def _in_sources(drafted: Drafted, lines: Sequence[Line]) -> Iterator[Finding]:
    """Facts, and bare digits by no rule that the product shares, that sources, document or the night's date give."""
    texts = [*(text for _, text in drafted.sources), drafted.before, drafted.night.isoformat()]
    known = {key for text in texts for key in checkable(text, drafted.night)}
    words = [plain(text) for text in texts]
    cells = [text.replace(",", " | ") for name, text in drafted.sources if name.endswith(".csv")]
    digits = {found for text in (*texts, *cells) for found in _DIGITS.findall(text)}
    for line in lines:
        told = ""
        for (kind, normal), said in checkable(line.text, drafted.night).items():
            given = (kind, normal) in known or any(plain(said) in text for text in words)
            why = "sources or document give it" if given else "neither sources nor document give it"
            yield finding("facts_in_sources", said, right=given, why=why, group=kind, at=line)
            told += "" if given else f"{said}\n"
        for stray in _DIGITS.findall(line.text):
            if stray not in digits and stray not in told:
                why = "no source has these digits"
                yield finding("facts_in_sources", stray, right=False, why=why, group="digits", at=line)


def _borne_out(drafted: Drafted, lines: Sequence[Line]) -> Iterator[Finding]:
    gone = [line.text for line in drafted.removed()]
    bare = (line.model_copy(update={"text": _news_of(_SHELL.sub("", line.text), gone)}) for line in lines)
    kept = [line for line in bare if line.text.strip()]
    sources = [_evidence(name, words, drafted) for name, words in drafted.sources if words.strip()]
    if not kept or not sources:
        return
    report = check(
        "\n".join(line.text for line in kept), sources, document=drafted.before, date=drafted.night
    )
    quoted = [plain(words) for _, words in drafted.sources]
    replaced = "\n".join(line.text for line in drafted.removed())
    for claim in report.claims:
        place = kept[claim.line - 1] if claim.line <= len(kept) else None
        if any(plain(claim.text) in words for words in quoted):
            yield _of_claim(claim, place, "a source says it word for word")
        elif claim.verdict.status in _FAILED and replaced.strip() and check(claim.text, replaced).ok:
            yield _of_claim(claim, place, "the line that it replaces said it")
        elif claim.verdict.status in _FAILED and _edited(claim.text, gone, sources, drafted):
            yield _of_claim(
                claim, place, "the line that it replaces said it, but for the figure that a source gives"
            )
        else:
            yield _of_claim(claim, place)


def _edited(claim: str, gone: Sequence[str], sources: Sequence[Evidence], drafted: Drafted) -> bool:
    """Whether a claim has the words of a line that went, with figures that the sources give: those of them that do not
    say the old line, and what is left of it without its figures, bear it out together."""
    words = _words(claim)
    old = next((line for line in gone if words in _words(line)), None)
    if old is None:
        return False
    left = _evidence("before", _DIGITS.sub("", SAID_BEFORE.sub("", old)), drafted)
    corrected = [one for one in sources if not check(_SHELL.sub("", old), [one], date=drafted.night).ok]
    return check(claim, [*corrected, left], date=drafted.night).ok


def _words(text: str) -> str:
    """The words of a text without its figures, in their order."""
    return f" {' '.join(tokens(_DIGITS.sub(' ', plain(SAID_BEFORE.sub('', text)))))} "


def _news_of(text: str, gone: Sequence[str]) -> str:
    """A line without what it tells of what stood there before; of a row also without the cells that stay, but for the
    first."""
    cells = _cells(text)
    old = next(
        (row for line in gone if len(row := _cells(line)) == len(cells) and row[:1] == cells[:1]), None
    )
    if not cells:
        return SAID_BEFORE.sub("", text)
    if old is None:
        return text
    kept = [
        cells[0],
        *(_unquoted(new, was) for new, was in zip(cells[1:], old[1:], strict=True) if new != was),
    ]
    return f"| {' | '.join(kept)} |"


def _cells(text: str) -> list[str]:
    bare = text.strip()
    return [cell.strip() for cell in _CELL.split(bare.strip("|"))] if bare.startswith("|") else []


def _unquoted(new: str, was: str) -> str:
    """A cell without `Said before: …` and the like of the old one."""
    return re.sub(rf"[;；(（]\s*[^;；:：()（）]{{1,40}}[:：]\s*{re.escape(was)}", "", new) if was else new


def _evidence(name: str, text: str, drafted: Drafted) -> Evidence:
    """A whole source; its own relative dates are those of the night."""
    return Evidence(
        id=name, span=Span(path=name, start=0, end=len(text)), quote=text, distance=0, date=drafted.night
    )


def _claimed(text: str, drafted: Drafted) -> str:
    """A line without what says where and when it was read, and claims nothing: paths of sources, links that show
    their own address, the night as the day on which a figure was true."""
    for name, _ in drafted.sources:
        text = re.sub(rf"`{re.escape(name)}(?::[\d\-]+)?`", "", text)
    text = _LINK.sub(lambda found: found[2] if plain(found[1]) in plain(found[2]) else found[0], text)
    return _AS_OF.sub(lambda found: "" if found[1] == drafted.night.isoformat() else found[0], text)


def _of_claim(claim: CheckedClaim, place: Line | None, proof: str = "") -> Finding:
    status = claim.verdict.status
    right = None if status == "unchecked" and not proof else bool(proof) or status not in _FAILED
    wrong = [f"{fact.text}: {fact.reason}" for fact in claim.verdict.facts if fact.status != "proved"]
    why = proof or "; ".join(list(dict.fromkeys([claim.verdict.reason, *wrong]))[:4])
    return finding("claims_borne_out", claim.text, right=right, why=why, group=status, at=place)
