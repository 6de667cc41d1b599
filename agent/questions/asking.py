"""Which doubts about a night's increments become questions, and to whom."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from agent.assembly import Built
from agent.models import Doubt, Evidence, Language, Model, Quote

QuestionKind = Literal["contradiction", "notes differ", "conditions", "source"]
_MOST = 2
"""Questions to one contributor in one night: more are not answered."""
_QUOTED = 300
_TEXTS: Mapping[Language, Mapping[QuestionKind, str]] = {
    "zh": {
        "contradiction": "这份笔记的两处不能同时成立：{problem}哪一处对？",
        "notes differ": "你的两份笔记说法不一：{problem}哪一份对？",
        "conditions": "这个数字没有链接也没有条件。一手来源在哪里？若是自己测的，条件是什么（硬件、规模、配置、日期）？",
        "source": "这条内容没有链接。一手来源在哪里（论文、发布说明、仓库、原文网址）？",
    },
    "en": {
        "contradiction": "Two places of this note cannot both be true: {problem} Which one is right?",
        "notes differ": "Two of your notes differ: {problem} Which one is right?",
        "conditions": "This figure has neither a link nor conditions. Where is its primary source? If you measured it: on what hardware, at what size, with which settings, when?",
        "source": "This has no link. Where is the primary source (paper, release notes, repository, address)?",
    },
}


class Question(Model):
    """One question to one contributor."""

    id: str
    """`q` and eleven hexadecimal digits: of who is asked, about which words."""
    who: str
    folder: str
    """Of the contributor, in the inbox."""
    kind: QuestionKind
    increment: str
    title: str
    """Of the increment."""
    text: str
    """In the document's language."""
    a: Quote
    b: Quote | None = None


def questions_of(built: Sequence[Built], asked: Collection[str], language: Language) -> tuple[Question, ...]:
    """The questions about the increments that are on the branch, none that is in `asked`: one an increment and two a
    contributor at most. What a linked source would tell, no contributor is asked."""
    found: dict[str, Question] = {}
    counts: Counter[str] = Counter()
    about: set[str] = set()
    candidates = [one for entry in built if entry.patch for one in _of(entry, language)]
    order: tuple[QuestionKind, ...] = ("contradiction", "notes differ", "conditions", "source")
    for question in sorted(candidates, key=lambda one: order.index(one.kind)):
        if question.increment in about or question.id in asked or counts[question.who] >= _MOST:
            continue
        about.add(question.increment)
        found[question.id] = question
        counts[question.who] += 1
    return tuple(found.values())


def _of(built: Built, language: Language) -> Iterator[Question]:
    evidence = [one for one in built.planned.evidence if _folder(one)]
    for doubt in built.planned.doubts:
        yield from _of_doubt(built, doubt, evidence, language)
    increment = built.planned.increment
    works = increment.arxiv or any(origin.startswith(("arxiv:", "doi:")) for origin in increment.origins)
    if increment.urls or works or any(one.origin for one in built.planned.evidence):
        return
    if any(caveat.kind == "conditions" for caveat in built.caveats):
        figures = (
            one
            for claim in built.claims
            if claim.kept != "refused" and any(check.kind == "quantity" for check in claim.verdict.facts)
            for one in claim.evidence
            if _folder(one)
        )
        for one in list(figures)[:1]:
            yield _question(built, "conditions", one, _quote(one), None, "", language)
    if evidence:
        yield _question(built, "source", evidence[0], _quote(evidence[0]), None, "", language)


def _of_doubt(
    built: Built, doubt: Doubt, evidence: Sequence[Evidence], language: Language
) -> Iterator[Question]:
    """A doubt with both places in notes of one contributor; what stands against the document is for the reviewer."""
    if doubt.a is None or doubt.b is None or doubt.risk == "low":
        return
    sides = [next((e for e in evidence if e.span.path == side.path), None) for side in (doubt.a, doubt.b)]
    first, second = sides
    if first is None or second is None or first.contributor != second.contributor:
        return
    kind: QuestionKind = "contradiction" if doubt.a.path == doubt.b.path else "notes differ"
    yield _question(built, kind, first, doubt.a, doubt.b, doubt.problem or doubt.title, language)


def _question(
    built: Built,
    kind: QuestionKind,
    source: Evidence,
    a: Quote,
    b: Quote | None,
    problem: str,
    language: Language,
) -> Question:
    about = "\0".join([source.contributor, kind, *sorted(" ".join(q.quote.split()) for q in (a, b) if q)])
    shown = f"{' '.join(problem.split())[:_QUOTED]}{'。' if language == 'zh' else '.'}" if problem else ""
    return Question(
        id="q" + hashlib.sha256(about.encode(errors="surrogatepass")).hexdigest()[:11],
        who=source.contributor,
        folder=_folder(source),
        kind=kind,
        increment=built.planned.increment.id,
        title=built.patch.title.text if built.patch else built.planned.increment.title,
        text=_TEXTS[language][kind].format(problem=shown),
        a=a,
        b=b,
    )


def _quote(evidence: Evidence) -> Quote:
    first = evidence.quote.strip().partition("\n")[0]
    return Quote(quote=first[:_QUOTED], line=evidence.span.line or 0, path=evidence.span.path)


def _folder(evidence: Evidence) -> str:
    """The contributor's own folder, empty where the path does not name one."""
    parts = evidence.span.path.split("/")[:-1]
    if not evidence.contributor or evidence.contributor not in parts:
        return ""
    return "/".join(parts[: parts.index(evidence.contributor) + 1])
