"""What a person sees on the terminal: progress while it works, and a table at the end."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from agent.models import Doubt, Language, Quote
from agent.outcome import IncrementOutcome, Outcome

_LABELS = {
    "zh": {
        "increment": "增量",
        "section": "目标章节",
        "relation": "关系",
        "proved": "已证",
        "doubtful": "存疑",
        "refused": "已拒",
        "caveats": "待核实",
        "not drafted": "未起草",
        "branch": "分支",
        "show": "查看",
        "listed": "仅列出",
        "more": "另有 {n} 条，见简报",
        "doubts": "矛盾与待核实",
        "unread": "未能读取",
        "none": "今夜没有可起草的新增量。",
        "unchanged": "这一夜已经处理过，没有改动。",
        "brief": "简报",
        "report": "报告（用浏览器打开）",
        "pull request": "合并请求",
        "commit": "{n} 个提交",
        "commits": "{n} 个提交",
    },
    "en": {
        "increment": "increment",
        "section": "target section",
        "relation": "relation",
        "proved": "proved",
        "doubtful": "doubtful",
        "refused": "refused",
        "caveats": "caveats",
        "not drafted": "not drafted",
        "branch": "branch",
        "show": "show it",
        "listed": "listed only",
        "more": "{n} more, in the brief",
        "doubts": "contradictions and doubts",
        "unread": "not read",
        "none": "Nothing new to draft tonight.",
        "unchanged": "This night was done before; nothing was changed.",
        "brief": "brief",
        "report": "report (open it in a browser)",
        "pull request": "pull request",
        "commit": "{n} commit",
        "commits": "{n} commits",
    },
}


_SHOWN = 6
"""Rows that are only listed: the brief has them all."""
_LONGEST_QUOTE = 60
"""Characters of a quotation in a line of the terminal."""


_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Words from outside without what would steer a terminal, hide or turn text; of the same length."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def terminal(stream: TextIO | None = None) -> Console:
    """A console that is plain and unwrapped where nobody looks (a pipe, a log)."""
    stream = stream or sys.stdout
    return Console(
        file=stream, soft_wrap=not stream.isatty(), highlight=False, width=None if stream.isatty() else 120
    )


def _say(console: Console, text: str) -> None:
    console.print(printable(text), markup=False)


class Bars:
    """Progress bars on a terminal, plain lines elsewhere; both on standard error."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = console.is_terminal
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[what]}", markup=False),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task("", total=None, what="")

    @contextmanager
    def shown(self) -> Iterator[Bars]:
        """Show progress while the body runs."""
        if not self._live:
            yield self
            return
        with self._progress:
            yield self

    def stage(self, name: str, detail: str = "") -> None:
        """See `state.Progress.stage`."""
        if self._live:
            self._progress.reset(self._task, total=None, description=name, what=printable(detail))
        else:
            _say(self._console, f"{name}: {detail}" if detail else name)

    def step(self, done: int, total: int, what: str) -> None:
        """See `state.Progress.step`; without a terminal only each tenth part is a line."""
        if self._live:
            self._progress.update(self._task, completed=done, total=total, what=printable(what[-60:]))
        elif done == total or done % max(1, total // 10) == 0:
            _say(self._console, f"  {done}/{total} {what}")


def silent() -> Bars:
    """Progress for a run that nobody looks at."""
    return Bars(Console(file=io.StringIO(), quiet=True))


def show_outcome(console: Console, outcome: Outcome, language: Language) -> None:
    """The night's table, its branch, and the command that shows it."""
    words = _LABELS[language]
    if outcome.unchanged:
        _say(console, words["unchanged"])
    if outcome.increments:
        console.print(_table(outcome, words, language))
    for increment in outcome.increments:
        if increment.disposition != "draft":
            _say(console, f"{words['not drafted']}: {increment.title}: {increment.why}")
    for row in outcome.listed[:_SHOWN]:
        _say(console, f"{words['listed']}: {row.content} ({row.why})")
    if len(outcome.listed) > _SHOWN:
        _say(console, f"{words['listed']}: {words['more'].format(n=len(outcome.listed) - _SHOWN)}")
    for doubt in outcome.doubts:
        _say(console, f"{words['doubts']}: {_doubt(doubt)}")
    for unread in outcome.unread:
        path = " ".join(unread.path.splitlines())  # a name may hold a line end
        _say(console, f"{words['unread']}: {path}: {unread.reason}")
    for note in (*outcome.notes, *_usage(outcome)):
        _say(console, note)
    for line in _files(outcome, words):
        _say(console, line)
    _show_branch(console, outcome, words)
    if not console.is_terminal:
        # The last line of a log tells the whole night.
        _say(console, outcome.in_a_line(language))


def _show_branch(console: Console, outcome: Outcome, words: dict[str, str]) -> None:
    if not outcome.commits:
        _say(console, words["none"])
        return
    made = len(outcome.commits)
    commits = words["commit" if made == 1 else "commits"].format(n=made)
    _say(console, f"{words['branch']}: {outcome.branch} ({commits}, +{outcome.counts.added_lines})")
    _say(console, f"{words['show']}: git log -p --reverse {outcome.base[:12]}..{outcome.branch}")


def _files(outcome: Outcome, words: dict[str, str]) -> list[str]:
    """Where the brief and the report lie, and where people review it."""
    named = (("brief", outcome.brief), ("report", outcome.report), ("pull request", outcome.pull_request))
    return [f"{words[name]}: {path}" for name, path in named if path]


def _usage(outcome: Outcome) -> list[str]:
    """What the model was used for, in a line; nothing where there was none."""
    if outcome.usage is None:
        return []
    drafted = sum(increment.is_drafted for increment in outcome.increments)
    return [f"{outcome.writer}: {outcome.usage.in_words(drafted)}"]


def _doubt(doubt: Doubt) -> str:
    """Its title, and both places where both are known."""
    if doubt.a is None or doubt.b is None:
        return doubt.title
    return f"{doubt.title} ({_quoted(doubt.a)} / {_quoted(doubt.b)})"


def _quoted(quote: Quote) -> str:
    """A quotation with its line, where its source has lines."""
    said = f"{quote.quote[:_LONGEST_QUOTE].rstrip()}{'…' if len(quote.quote) > _LONGEST_QUOTE else ''}"
    return f"L{quote.line}: {said}" if quote.line else said


def _table(outcome: Outcome, words: dict[str, str], language: Language) -> Table:
    table = Table(show_lines=False, header_style="bold", expand=False)
    table.add_column("#", justify="right")
    table.add_column(words["increment"], ratio=4, overflow="fold")
    table.add_column(words["section"], ratio=3, overflow="fold")
    table.add_column(words["relation"], no_wrap=True)
    for name, style in (("proved", "green"), ("doubtful", "yellow"), ("refused", "red")):
        table.add_column(words[name], justify="right", style=style, no_wrap=True)
    table.add_column(words["caveats"], ratio=3, overflow="fold")
    for increment in outcome.increments:
        table.add_row(*_row(increment, words, language))
    return table


def _row(increment: IncrementOutcome, words: dict[str, str], language: Language) -> list[Text]:
    drafted = increment.disposition == "draft" and increment.commit
    place = increment.section.rpartition(" › ")[2] if drafted else words["not drafted"]
    cells = [
        str(increment.number),
        increment.title,
        place,
        increment.relation_in_words(language),
        *(str(increment.count(kept)) if drafted else "" for kept in ("proved", "doubtful", "refused")),
        "\n".join(f"· {caveat.wording}" for caveat in increment.caveats if caveat.risk != "low"),
    ]
    return [Text(printable(cell)) for cell in cells]
