"""The text of a night's pull request: what a person must decide, in the order in which it matters.

Nothing from the inbox can ping people, close issues or bring markup of its own: what is quoted is put so that
a forge shows it as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.models import Doubt, Language, Quote
from agent.orders import shown_path
from agent.outcome import IncrementOutcome, Outcome

LIMIT = 60_000
"""Characters; GitHub takes 65,536 in the body of a pull request."""
_MOST_LISTED = 20
"""Rows of what is only listed; the brief has all of them."""
_SHOWN = 200
_MARKUP = re.compile(r"([\\`*_{}\[\]|~])")
_PING = re.compile(r"@(?=[\w\\-])")
_REFERENCE = re.compile(r"#(?=\d)|(?<=\bGH)-(?=\d)|!(?=\d)")
_LINK = re.compile(r"(?<=:)(?=//)|(?<=\bwww)(?=\.)", re.IGNORECASE)
_TICKET = re.compile(
    r"(?P<word>\b(?:clos|fix|resolv|implement)[a-z]{0,4}[\s:]{1,8}(?:issues?\s{1,4})?)(?=[A-Z][A-Z0-9]{1,20}-\d)",
    re.IGNORECASE,
)
"""A word that closes a ticket of another tracker (`PROJ-1`), as GitLab reads it."""


@dataclass(frozen=True, slots=True)
class _Words:
    verdict: str
    nothing: str
    head: tuple[str, ...]
    first: str
    refused: str
    left_out: str
    unsaid: str
    elsewhere: str
    notes: str
    unread: str
    how: str
    accept: str
    more: str
    beyond: str
    unsure: str
    at_odds: str
    wording: str
    instead: str
    condensed: str
    superseded: str


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        verdict="{drafted} 条写入分支，{proved} 处事实已证，{doubtful} 处存疑，{refused} 处未通过核对而未写入。",
        nothing="今夜没有写入分支的内容。",
        head=("#", "增量", "位置", "关系", "已证", "存疑", "待核实", "来源"),
        first="请先看",
        refused="未写入的论断",
        left_out="未起草",
        unsaid="来源中尚未写入的内容",
        elsewhere="见简报与 {places}",
        notes="另请注意",
        unread="未能读取",
        how="如何取舍",
        accept="逐条查看与取舍：`redline review {night} --doc {document}`（`show N` 看依据，`accept N`，`refuse N --reason 理由`，`edit N` 改措辞，`finish` 只留下已接受的）；分支随之重建，理由会记住。在合并请求里评论一行 `redline: 接受 1` 或 `redline: 拒绝 2 因为 理由` 也行（仅限有合并权限的人，下一夜照办）。不用它也可以：`git log -p --reverse {base}..{branch}`，每个提交是一条增量，整支合并，或用 `git revert` 去掉不要的一条（插在同一处的几条可能要手工合并）。",
        more="（其余见简报）",
        beyond="另有 {n} 条，见简报",
        unsure="位置不确定，也可能属于",
        at_odds="执笔的模型认为这是{purpose}，规则判定为「{relation}」",
        wording="措辞来自",
        instead="模型未能给出，改用离线措辞",
        condensed="另有一个提交：",
        superseded="请勿合并：下列增量已由更晚的一夜改写，以那一夜为准",
    ),
    "en": _Words(
        verdict="{drafted} on the branch; {proved} facts proved, {doubtful} in doubt, {refused} not proved and left out.",
        nothing="Nothing was put on the branch tonight.",
        head=("#", "increment", "place", "relation", "proved", "in doubt", "to be verified", "sources"),
        first="Look at these first",
        refused="Claims that were left out",
        left_out="Not drafted",
        unsaid="What the sources say beyond that",
        elsewhere="in the brief and in {places}",
        notes="Also to note",
        unread="Not read",
        how="How to take it",
        accept="See and decide: `redline review {night} --doc {document}` (`show N` for the proof, `accept N`, `refuse N --reason TEXT`, `edit N` for other words, `finish` to leave what was accepted alone); the branch is built again of what stands, and reasons are remembered. Or comment a line on the pull request, `redline: accept 1` or `redline: refuse 2 because REASON` (from accounts that may merge; the next night follows it). Without it: `git log -p --reverse {base}..{branch}`; every commit is one increment: merge the branch, or take one out with `git revert` (those inserted at one place may want a hand).",
        more="(the rest is in the brief)",
        beyond="{n} more, in the brief",
        unsure="the place is not certain; it may belong to",
        at_odds="the model that worded it takes it for {purpose}, the rules for “{relation}”",
        wording="Worded by",
        instead="the model gave nothing usable; worded offline",
        condensed="A commit of its own:",
        superseded="Do not merge this as it is: a later night says otherwise of what follows; go by that one",
    ),
}


def write_pull_request(outcome: Outcome, language: Language) -> str:
    """Markdown within `LIMIT`: a verdict, the table, what to look at first, what was left out, how to decide."""
    words = _WORDS[language]
    counts = outcome.counts
    verdict = words.verdict.format(
        drafted=counts.drafted, proved=counts.proved, doubtful=counts.doubtful, refused=counts.refused
    )
    drafted = [increment for increment in outcome.increments if increment.commit]
    parts = [words.nothing] if not drafted else [verdict] if counts.drafted else []
    parts = [*_superseded(drafted, words, language), *parts]
    parts += [_condensed(one, words) for one in drafted if not one.is_drafted]
    if drafted:
        parts.append(_table(drafted, words, language))
    parts.append(
        _section(
            words.first,
            [
                *_again(drafted),
                *_unsure(drafted, words),
                *_at_odds(drafted, words, language),
                *_doubts(outcome, drafted),
            ],
        )
    )
    parts.append(_section(words.refused, [line for one in outcome.increments for line in _refused(one)]))
    parts.append(_section(words.left_out, _left_out(outcome, words)))
    parts.append(_section(words.unsaid, list(_unsaid(drafted, words, language))))
    parts.append(_section(words.notes, [as_text(note) for note in outcome.notes]))
    parts.append(_section(words.unread, [f"`{_code(e.path)}`: {as_text(e.reason)}" for e in outcome.unread]))
    parts.append(_section(words.wording, _wording(outcome, drafted, words)))
    if drafted:
        how = words.accept.format(
            night=outcome.night,
            document=_code(outcome.document),
            base=outcome.base[:12],
            branch=outcome.branch,
        )
        parts.append(f"## {words.how}\n\n{how}")
    return _within(LIMIT, [part for part in parts if part], words.more)


def _superseded(drafted: list[IncrementOutcome], words: _Words, language: Language) -> list[str]:
    """What a later night has proposed otherwise, before anything else."""
    told = [
        f"- **{as_text(one.title)}**: {one.superseded_in_words(language)}"
        for one in drafted
        if one.superseded_by
    ]
    return ["\n".join([f"> **{words.superseded}**", "", *told])] if told else []


def as_text(text: str) -> str:
    """Words from outside as a forge shows them: no markup, no ping, no reference, no link, one line."""
    plain = _MARKUP.sub(r"\\\1", " ".join(text.split())).replace("<", "&lt;").replace(">", "&gt;")
    plain = _PING.sub("@\u2060", plain)
    plain = _REFERENCE.sub(lambda found: f"{found[0]}\u2060", plain)
    plain = _TICKET.sub("\\g<word>\u2060", plain)
    return _LINK.sub("\u2060", plain)


def _wording(outcome: Outcome, drafted: list[IncrementOutcome], words: _Words) -> list[str]:
    """Who worded what, where a model was asked, and what that took."""
    if outcome.usage is None:
        return []
    return [
        f"{as_text(outcome.writer)}: {outcome.usage.in_words(len(drafted))}",
        *(
            f"{as_text(one.title)}: {words.instead} ({as_text(one.writer)})"
            for one in drafted
            if one.writer and one.writer != outcome.writer
        ),
    ]


def _condensed(one: IncrementOutcome, words: _Words) -> str:
    """What a proposal to condense takes out or says shorter."""
    gone = [f"L{quote.line}: “{as_text(quote.quote[:_SHOWN])}”" for quote in one.gone]
    lead = f"{words.condensed} {as_text(one.title)}. {as_text(one.why)}"
    return "\n".join([lead, "", *(f"- {line}" for line in gone)])


def _code(path: str) -> str:
    """A path within code marks."""
    return shown_path(path.replace("`", "'").replace("\n", " "))


def _table(drafted: list[IncrementOutcome], words: _Words, language: Language) -> str:
    rows = [words.head, tuple("---" for _ in words.head)]
    for one in drafted:
        caveats = "; ".join(as_text(caveat.wording) for caveat in one.caveats if caveat.risk != "low")
        rows.append(
            (
                str(one.number),
                as_text(one.title),
                as_text(one.section.rpartition(" › ")[2]),
                one.relation_in_words(language),
                str(one.count("proved")),
                str(one.count("doubtful")),
                caveats,
                "<br>".join(f"`{_code(source)}`" for source in one.sources[:4]),
            )
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _again(drafted: list[IncrementOutcome]) -> list[str]:
    """What people refused before, or have before them, and what is new in it."""
    return [f"**{as_text(one.title)}**: {as_text(one.again)}" for one in drafted if one.again]


def _unsure(drafted: list[IncrementOutcome], words: _Words) -> list[str]:
    return [
        f"{as_text(one.title)}: {words.unsure} {', '.join(map(as_text, one.alternatives))}"
        for one in drafted
        if one.alternatives
    ]


def _at_odds(drafted: list[IncrementOutcome], words: _Words, language: Language) -> list[str]:
    """Where the model that worded it takes it for something else than the rules have found."""
    told = ((one, one.purpose_in_words(language)) for one in drafted)
    return [
        f"{as_text(one.title)}: {words.at_odds.format(purpose=purpose, relation=one.relation_in_words(language))}"
        for one, purpose in told
        if purpose
    ]


def _doubts(outcome: Outcome, drafted: list[IncrementOutcome]) -> list[str]:
    """What cannot be true in the document or in a source of what is drafted; faults of other sources are the brief's."""
    ours = {outcome.path, *(source.rpartition(":")[0] or source for one in drafted for source in one.sources)}
    named = (
        (one, {quote.path for quote in (one.a, one.b) if quote and quote.path}) for one in outcome.doubts
    )
    return [_doubt(one, outcome.path) for one, paths in named if not paths or paths & ours]


def _doubt(doubt: Doubt, document: str) -> str:
    places = [
        f"“{as_text(quote.quote[:_SHOWN])}” ({_place(quote, document)})"
        for quote in (doubt.a, doubt.b)
        if quote
    ]
    told = " / ".join(places) if doubt.b else as_text(doubt.problem[:_SHOWN])
    return f"**{as_text(doubt.title)}**: {told}" + (f" → {as_text(doubt.advice)}" if doubt.advice else "")


def _place(quote: Quote, document: str) -> str:
    """The line, and where that is not the document's, the file; of a mail or a page, which have no lines, the file."""
    if quote.path in ("", document):
        return f"L{quote.line}"
    return f"`{_code(quote.path)}:{quote.line}`" if quote.line else f"`{_code(quote.path)}`"


def _refused(one: IncrementOutcome) -> list[str]:
    return [
        f"{as_text(claim.text[:_SHOWN])} ({as_text(claim.verdict.reason[:_SHOWN])})"
        for claim in one.claims
        if claim.kept == "refused"
    ]


def _left_out(outcome: Outcome, words: _Words) -> list[str]:
    """What is not drafted, and why; a night of a long list names the first of it."""
    skipped = [f"{as_text(o.title)}: {as_text(o.why)}" for o in outcome.increments if not o.commit]
    listed = [f"{as_text(row.content)}: {as_text(row.why)}" for row in outcome.listed]
    beyond = len(listed) - _MOST_LISTED
    return [*skipped, *listed[:_MOST_LISTED], *([words.beyond.format(n=beyond)] if beyond > 0 else [])]


def _unsaid(drafted: list[IncrementOutcome], words: _Words, language: Language) -> Iterator[str]:
    """How much of an increment's evidence its draft does not say, and where it stands."""
    for one in drafted:
        if one.unsaid:
            where = words.elsewhere.format(places=", ".join(f"`{_code(at)}`" for at in one.unsaid.places))
            yield f"**{as_text(one.title)}**: {as_text(one.unsaid.in_words(language))} ({where})"


def _section(title: str, lines: list[str]) -> str:
    return f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def _within(limit: int, parts: list[str], more: str) -> str:
    """The parts in order, each cut at a line where there is no more room; the last one is always whole."""
    last = parts[-1]
    room = limit - len(last) - len(more) - 4
    kept: list[str] = []
    for part in parts[:-1]:
        if len(part) + 2 > room:
            cut = part[: max(0, room)].rpartition("\n")[0]
            kept.append(f"{cut}\n\n{more}".strip())
            break
        kept.append(part)
        room -= len(part) + 2
    return "\n\n".join([*kept, last]) + "\n"
