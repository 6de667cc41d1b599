"""A night under review as people read it on a terminal, and as plain lines where it is piped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent.console import printable
from agent.language import clipped, counted
from agent.models import Language
from agent.review import DECISION_WORDS, Card, Rebuilt, Recorded, Sheet

if TYPE_CHECKING:
    from agent.checking import CheckedClaim
    from agent.models import Evidence
    from agent.outcome import ClaimOutcome
    from agent.report.changes import Change

_SHOWN = 160
"""Characters of a quotation."""
_STYLES = {"accepted": "green", "edited": "cyan", "refused": "red", "undecided": "yellow"}
_MARKS = {"missing": "?", "contradicted": "✗", "unchecked": "·"}


@dataclass(frozen=True, slots=True)
class _Words:
    head: tuple[str, ...]
    landed: str
    summary: str
    facts: str
    reworded: str
    statuses: dict[str, str]
    refused: str
    unsaid: str
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
        summary="{document} {night}：{cards}，{open} 条未决定；分支 {branch}",
        facts="事实与出处",
        reworded="改写之处",
        statuses={"missing": "出处中没有", "contradicted": "与出处不符", "unchecked": "未核对"},
        refused="未写入的论断",
        unsaid="来源中尚未写入：{what}（见简报与 {places}）",
        caveats="待核实",
        says="文档现有",
        alternatives="也可放在",
        by="决定：{decision}，{who}，{when:%Y-%m-%d %H:%M}",
        worded="措辞：{who}",
        warned="请留意（改写已保留）：{text}（{reason}）",
        branch={
            "created": "分支 {branch} 已建立：{commits}",
            "rebuilt": "分支 {branch} 已重建：{commits}",
            "unchanged": "分支 {branch} 无变化：{commits}",
            "emptied": "没有已接受的增量，分支 {branch} 已不在",
            "merged": "分支 {branch} 已合入，不再改动",
        },
        repeated="此前已作同样决定",
        next="逐条查看：redline review {night} --doc {document} show N；然后 accept N、refuse N --reason 理由、edit N，最后 finish",
    ),
    "en": _Words(
        head=("#", "decision", "increment", "section", "relation", "proved", "in doubt", "to be verified"),
        landed="merged",
        summary="{document} {night}: {cards}, {open} open; branch {branch}",
        facts="Facts and where they stand",
        reworded="What was reworded",
        statuses={"missing": "not in the source", "contradicted": "contradicted", "unchecked": "not checked"},
        refused="Claims that were left out",
        unsaid="In the sources beyond that: {what} (in the brief and in {places})",
        caveats="To be verified",
        says="The document says",
        alternatives="It may belong to",
        by="Decided: {decision}, {who}, {when:%Y-%m-%d %H:%M}",
        worded="Worded by {who}",
        warned="Please note (your wording is kept): {text} ({reason})",
        branch={
            "created": "branch {branch} was made: {commits}",
            "rebuilt": "branch {branch} was built again: {commits}",
            "unchanged": "branch {branch} stays as it is: {commits}",
            "emptied": "nothing that was accepted is left on branch {branch}, and it is gone",
            "merged": "branch {branch} is merged, and stays",
        },
        repeated="decided so before",
        next="See each: redline review {night} --doc {document} show N; then accept N, refuse N --reason TEXT, edit N, and finish",
    ),
}


def decision_of(card: Card, language: Language) -> str:
    """The decision on a card in words; what is merged says so."""
    said = DECISION_WORDS[language][card.decision or "undecided"]
    by = "" if card.landed else card.increment.superseded_in_words(language)
    told = _WORDS[language].landed if card.landed else by
    return f"{said} ({told})" if told else said


def show_sheet(console: Console, sheet: Sheet) -> None:
    """A table on a terminal; elsewhere one line a card, its fields set apart by tabs."""
    words = _WORDS[sheet.language]
    if console.is_terminal:
        table = Table(header_style="bold")
        for name in words.head:
            numeric = name in (words.head[0], *words.head[5:])
            table.add_column(name, justify="right" if numeric else "left", overflow="fold")
        for card in sheet.cards:
            cells = [Text(printable(cell)) for cell in _cells(card, sheet.language)]
            cells[1].stylize(_STYLES[card.decision or "undecided"])
            table.add_row(*cells)
        console.print(table)
    else:
        for card in sheet.cards:
            row = "\t".join(_cells(card, sheet.language))  # Rich would make blanks of the tabs
            print(printable(row), file=console.file)
    left = sum(card.decision is None and not card.landed for card in sheet.cards)
    made = len(sheet.cards)
    cards = f"{made} 条" if sheet.language == "zh" else counted(made, "increment")
    summary = words.summary.format(
        document=sheet.document, night=sheet.night, cards=cards, open=left, branch=sheet.branch
    )
    console.print(summary, markup=False, emoji=False)
    if left and console.is_terminal:
        console.print(
            words.next.format(night=sheet.night, document=sheet.document), markup=False, emoji=False
        )


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
    words = _WORDS[language]
    changed = [line for change in changes for line in _changed(change, plain=not console.is_terminal)]
    parts = (
        _head(card, language),
        changed or [Text(f"+ {line}", style="green") for line in card.stands.split("\n")],
        _reworded(card, words, plain=not console.is_terminal),
        _facts(card, words),
        _unsaid(card, words, language),
        _doubts(card, words),
        _decided(card, language),
        _warned(warnings, words),
        [Text("")],
    )
    for line in chain(*parts):
        line.plain = printable(line.plain)
        console.print(line)


def _head(card: Card, language: Language) -> Iterator[Text]:
    words, one = _WORDS[language], card.increment
    yield Text(f"{one.number}  {one.title}  [{decision_of(card, language)}]  @{card.seen}", style="bold")
    yield Text(f"   {one.relation_in_words(language)} → {one.section}: {one.why}")
    if one.again:
        yield Text(f"   {one.again}")
    if one.document_says:
        said = f"L{one.document_says.line} {clipped(one.document_says.quote, _SHOWN)}"
        yield Text(f"   {words.says}: {said}", style="dim")
    if one.alternatives:
        yield Text(f"   {words.alternatives}: {'; '.join(one.alternatives)}", style="yellow")
    yield Text("")


def _changed(change: Change, *, plain: bool) -> Iterator[Text]:
    """The lines of one change: new text marked `+`, old text `-`, and `~` where words of it were changed."""
    yield Text(f"@@ L{change.at} {' › '.join(change.section)} @@", style="cyan")
    if not change.removed or not change.added:
        sign, style, text = ("+", "green", change.added) if change.added else ("-", "red", change.removed)
        yield from (Text(f"{sign} {line}", style=style) for line in text.split("\n"))
        return
    yield from _differences(change.removed, change.added, plain=plain)


def _differences(old: str, new: str, *, plain: bool) -> Iterator[Text]:
    """Lines of a text with the words that were changed, marked `[-…-]{+…+}` where there is no colour."""
    from agent.document.diff import marked, word_diff

    differences = word_diff(old, new)
    if plain:
        yield from (Text(f"~ {line}") for line in marked(differences).split("\n"))
        return
    shown = Text("~ ")
    styles = {"same": "", "removed": "red strike", "added": "green underline"}
    for part in differences:
        shown.append(part.text.replace("\n", "\n~ "), style=styles[part.kind])
    yield from shown.split("\n")


def _facts(card: Card, words: _Words) -> Iterator[Text]:
    """Claim by claim: the facts that are proved, each one that is not with the reason, and the source's own words."""
    claims = card.increment.claims
    for title, refused in ((words.facts, False), (words.refused, True)):
        chosen = [claim for claim in claims if (claim.kept == "refused") == refused]
        if chosen:
            yield Text(f"\n{title}", style="bold")
        for claim in chosen:
            yield Text(f"  {clipped(claim.text, _SHOWN)}", style="red" if refused else "")
            yield from _checked(claim, words)
            for evidence in {evidence.id: evidence for evidence in claim.evidence}.values():
                yield Text(f"    {_passage(evidence, claim)}", style="dim")


def _checked(claim: ClaimOutcome, words: _Words) -> Iterator[Text]:
    facts = claim.verdict.facts
    proved = dict.fromkeys(fact.text for fact in facts if fact.status == "proved")
    if proved:
        yield Text(f"    ✓ {' · '.join(proved)}", style="green")
    for fact in facts:
        if fact.status != "proved":
            yield Text(
                f"    {_MARKS[fact.status]} {fact.text}: {words.statuses[fact.status]} ({fact.reason})"
            )
    if claim.kept == "refused" and claim.verdict.reason:
        yield Text(f"    {claim.verdict.reason}", style="red")


def _passage(evidence: Evidence, claim: ClaimOutcome) -> str:
    """`path:line` and the line there that proves or contradicts a fact of the claim, else the first words."""
    quotes = [fact.quote for fact in claim.verdict.facts if fact.evidence == evidence.id and fact.quote]
    text = evidence.quote
    at = max(text.find(quotes[0]), 0) if quotes else 0
    line = evidence.span.line and evidence.span.line + text.count("\n", 0, at)
    place = f"{evidence.span.path}:{line}" if line else evidence.span.path
    first = text.rfind("\n", 0, at) + 1
    last = text.find("\n", at + len(quotes[0])) if quotes else -1
    return f"{place}  “{clipped(text[first : last if last >= 0 else len(text)], _SHOWN)}”"


def _reworded(card: Card, words: _Words, *, plain: bool) -> Iterator[Text]:
    """Where a person's wording differs from ours, word by word."""
    if card.edited is not None:
        yield Text(f"\n{words.reworded}", style="bold")
        yield from _differences(card.text, card.edited, plain=plain)


def _unsaid(card: Card, words: _Words, language: Language) -> Iterator[Text]:
    """How much of its evidence the increment does not say, and where it stands."""
    left = card.increment.unsaid
    if left:
        said = words.unsaid.format(what=left.in_words(language), places=", ".join(left.places))
        yield Text(f"\n{said}", style="dim")


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
        yield Text(
            f"  {words.warned.format(text=clipped(claim.text, _SHOWN), reason=_why(claim))}", style="yellow"
        )


def told(made: Recorded, title: str, language: Language) -> Iterator[str]:
    """What became of one decision, a line each: the decision, what it replaces, what to note of the wording."""
    words = _WORDS[language]
    before = f" ({words.repeated})" if made.repeated else ""
    yield f"{DECISION_WORDS[language][made.decided.decision]}: {title}{before}"
    yield from (f"  {note}" for note in made.notes)
    yield from (line.plain for line in _warned(made.warnings, words))


def branch_told(built: Rebuilt, language: Language) -> Iterator[str]:
    """What became of the branch, and of those that stand on it, in a sentence each."""
    many = len(built.commits)
    commits = f"{many} commit{'s' * (many != 1)}" if language == "en" else f"{many} 个提交"
    yield _WORDS[language].branch[built.status].format(branch=built.branch, commits=commits)
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
