"""A night under review as people read it on a terminal, and as plain lines where it is piped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent.models import Language
from agent.review import DECISION_WORDS, Card, Rebuilt, Recorded, Sheet

if TYPE_CHECKING:
    from agent.checking import CheckedClaim
    from agent.report.changes import Change

_SHOWN = 160
"""Characters of a quotation."""
_STYLES = {"accepted": "green", "edited": "cyan", "refused": "red", "undecided": "yellow"}
_MARKS = {"proved": "✓", "missing": "?", "contradicted": "✗", "unchecked": "·"}


@dataclass(frozen=True, slots=True)
class _Words:
    head: tuple[str, ...]
    landed: str
    summary: str
    facts: str
    refused: str
    caveats: str
    says: str
    alternatives: str
    by: str
    worded: str
    warned: str
    branch: dict[str, str]
    repeated: str
    next: str


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        head=("#", "决定", "增量", "目标章节", "关系", "已证", "存疑", "待核实"),
        landed="已合入",
        summary="{document} {night}：{cards} 条，{open} 条未决定；分支 {branch}",
        facts="事实与出处",
        refused="未写入的论断",
        caveats="待核实",
        says="文档现有",
        alternatives="也可放在",
        by="决定：{decision}，{who}，{when:%Y-%m-%d %H:%M}",
        worded="措辞：{who}",
        warned="请留意（改写已保留）：{text}（{reason}）",
        branch={
            "created": "分支 {branch} 已建立：{n} 个提交",
            "rebuilt": "分支 {branch} 已重建：{n} 个提交",
            "unchanged": "分支 {branch} 无变化：{n} 个提交",
            "emptied": "没有留下的增量，分支 {branch} 已不在",
            "merged": "分支 {branch} 已合入，不再改动",
        },
        repeated="此前已作同样决定",
        next="逐条查看：redline review {night} show N；然后 accept N、refuse N --reason 理由、edit N，最后 finish",
    ),
    "en": _Words(
        head=("#", "decision", "increment", "section", "relation", "proved", "in doubt", "to be verified"),
        landed="merged",
        summary="{document} {night}: {cards} increments, {open} open; branch {branch}",
        facts="Facts and where they stand",
        refused="Claims that were left out",
        caveats="To be verified",
        says="The document says",
        alternatives="It may belong to",
        by="Decided: {decision}, {who}, {when:%Y-%m-%d %H:%M}",
        worded="Worded by {who}",
        warned="Please note (your wording is kept): {text} ({reason})",
        branch={
            "created": "branch {branch} was made: {n} commits",
            "rebuilt": "branch {branch} was built again: {n} commits",
            "unchanged": "branch {branch} stays as it is: {n} commits",
            "emptied": "nothing is left to propose, and branch {branch} is gone",
            "merged": "branch {branch} is merged, and stays",
        },
        repeated="decided so before",
        next="See each: redline review {night} show N; then accept N, refuse N --reason TEXT, edit N, and finish",
    ),
}


def decision_of(card: Card, language: Language) -> str:
    """The decision on a card in words; what is merged says so."""
    said = DECISION_WORDS[language][card.decision or "undecided"]
    return f"{said} ({_WORDS[language].landed})" if card.landed else said


def show_sheet(console: Console, sheet: Sheet) -> None:
    """A table on a terminal; elsewhere one line a card, its fields set apart by tabs."""
    words = _WORDS[sheet.language]
    if console.is_terminal:
        table = Table(header_style="bold")
        for name in words.head:
            numeric = name in (words.head[0], *words.head[5:])
            table.add_column(name, justify="right" if numeric else "left", overflow="fold")
        for card in sheet.cards:
            cells = [Text(cell) for cell in _cells(card, sheet.language)]
            cells[1].stylize(_STYLES[card.decision or "undecided"])
            table.add_row(*cells)
        console.print(table)
    else:
        for card in sheet.cards:
            print("\t".join(_cells(card, sheet.language)), file=console.file)  # Rich makes tabs into blanks
    left = sum(card.decision is None and not card.landed for card in sheet.cards)
    summary = words.summary.format(
        document=sheet.document, night=sheet.night, cards=len(sheet.cards), open=left, branch=sheet.branch
    )
    console.print(summary, markup=False, emoji=False)
    if left and console.is_terminal:
        console.print(words.next.format(night=sheet.night), markup=False, emoji=False)


def _cells(card: Card, language: Language) -> tuple[str, ...]:
    one = card.increment
    return (
        str(one.number),
        decision_of(card, language),
        " ".join(one.title.split()),
        one.section.rpartition(" › ")[2],
        one.relation_in_words(language),
        str(one.count("proved")),
        str(one.count("doubtful")),
        str(sum(caveat.risk != "low" for caveat in one.caveats)),
    )


def show_card(
    console: Console,
    card: Card,
    changes: Iterable[Change],
    warnings: Iterable[CheckedClaim],
    language: Language,
) -> None:
    """One increment: what it changes word by word, its facts with their proof, its caveats, its decision."""
    words, one = _WORDS[language], card.increment
    head = f"{one.number}  {one.title}  [{decision_of(card, language)}]  @{card.seen}"
    console.print(Text(head, style="bold"))
    console.print(Text(f"   {one.relation_in_words(language)} → {one.section}: {one.why}"))
    if one.document_says:
        console.print(
            Text(f"   {words.says}: L{one.document_says.line} {_short(one.document_says.quote)}", style="dim")
        )
    if one.alternatives:
        console.print(Text(f"   {words.alternatives}: {'; '.join(one.alternatives)}", style="yellow"))
    console.print()
    lines = [line for change in changes for line in _changed(change, plain=not console.is_terminal)]
    for line in lines or [Text(f"+ {line}", style="green") for line in card.stands.split("\n")]:
        console.print(line)
    parts = (_facts(card, words), _doubts(card, words), _decided(card, language), _warned(warnings, words))
    for line in chain(*parts):
        console.print(line)
    console.print()


def _changed(change: Change, *, plain: bool) -> Iterator[Text]:
    """The lines of one change: new text marked `+`, old text `-`, and `~` where words of it were changed."""
    from agent.document.diff import marked, word_diff

    yield Text(f"@@ L{change.at} {' › '.join(change.section)} @@", style="cyan")
    if not change.removed or not change.added:
        sign, style, text = ("+", "green", change.added) if change.added else ("-", "red", change.removed)
        yield from (Text(f"{sign} {line}", style=style) for line in text.split("\n"))
        return
    differences = word_diff(change.removed, change.added)
    if plain:
        yield from (Text(f"~ {line}") for line in marked(differences).split("\n"))
        return
    shown = Text("~ ")
    styles = {"same": "", "removed": "red strike", "added": "green underline"}
    for part in differences:
        shown.append(part.text.replace("\n", "\n~ "), style=styles[part.kind])
    yield from shown.split("\n")


def _facts(card: Card, words: _Words) -> Iterator[Text]:
    """Every fact with its verdict, and under it the words of the source that prove or contradict it."""
    claims = card.increment.claims
    for title, refused in ((words.facts, False), (words.refused, True)):
        chosen = [claim for claim in claims if (claim.kept == "refused") == refused]
        if not chosen:
            continue
        yield Text(f"\n{title}", style="bold")
        for claim in chosen:
            yield Text(f"  {_short(claim.text)}", style="red" if refused else "")
            places = {evidence.id: evidence for evidence in claim.evidence}
            for fact in claim.verdict.facts:
                told = fact.how if fact.status == "proved" else fact.reason
                yield Text(
                    f"    {_MARKS[fact.status]} {fact.text}: {fact.status}" + (f" ({told})" if told else "")
                )
            if refused or not claim.verdict.facts:
                yield Text(f"    {claim.verdict.status}: {claim.verdict.reason}")
            for evidence in places.values():
                line = f":{evidence.span.line}" if evidence.span.line else ""
                yield Text(f"    {evidence.span.path}{line}  “{_short(evidence.quote)}”", style="dim")


def _doubts(card: Card, words: _Words) -> Iterator[Text]:
    if card.increment.caveats:
        yield Text(f"\n{words.caveats}", style="bold")
    for caveat in card.increment.caveats:
        settled = f" → {caveat.settled_by}" if caveat.settled_by else ""
        again = f" ({caveat.look_again})" if caveat.look_again else ""
        yield Text(f"  ! {caveat.risk} {caveat.kind}: {caveat.wording}{settled}{again}", style="yellow")


def _decided(card: Card, language: Language) -> Iterator[Text]:
    words = _WORDS[language]
    if card.decision is None or card.when is None:
        return
    said = words.by.format(decision=decision_of(card, language), who=card.who, when=card.when)
    yield Text(f"\n{said}" + (f": {card.reason}" if card.reason else ""))


def _warned(warnings: Iterable[CheckedClaim], words: _Words) -> Iterator[Text]:
    for claim in warnings:
        yield Text(f"  {words.warned.format(text=_short(claim.text), reason=_why(claim))}", style="yellow")


def told(made: Recorded, title: str, language: Language) -> Iterator[str]:
    """What became of one decision, a line each: the decision, what it replaces, what to note of the wording."""
    words = _WORDS[language]
    before = f" ({words.repeated})" if made.repeated else ""
    yield f"{DECISION_WORDS[language][made.decided.decision]}: {title}{before}"
    yield from (f"  {note}" for note in made.notes)
    yield from (line.plain for line in _warned(made.warnings, words))


def branch_told(built: Rebuilt, language: Language) -> Iterator[str]:
    """What became of the branch, and of those that stand on it, in a sentence each."""
    yield _WORDS[language].branch[built.status].format(branch=built.branch, n=len(built.commits))
    for above in built.above:
        yield from branch_told(above, language)
    yield from built.problems


def _why(claim: CheckedClaim) -> str:
    bad = [
        f"{fact.text}: {fact.reason}"
        for fact in claim.verdict.facts
        if fact.status in ("missing", "contradicted")
    ]
    return "; ".join(bad) or claim.verdict.reason


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"
