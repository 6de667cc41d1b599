"""`redline since`: from the document's history between a day and now, and from the ledger."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import Literal
from zoneinfo import ZoneInfo

from agent.document import parse
from agent.document.parse import lines
from agent.ledger import Ledger, Watched
from agent.models import Language
from agent.settings import DocumentSettings, Settings
from agent.since.compare import Pair, compared, figures
from agent.since.model import Change, Since, Unsure, Waiting
from agent.tracing.lines import Statement, statements_of
from agent.tracing.origin import named
from agent.workspace import OUR_TRAILERS, Commit, Repository, increments_in
from agent.workspace.history import changes_of, commit_before, first_with, line_commits, night_commits

_DOUBT = re.compile(
    r"\W{0,4}(?:待核实|待验证|待确认|未核实|to be verified|unverified|to verify)\W{0,4}[:：]", re.IGNORECASE
)
"""How a caveat begins that stands in a document."""
_NOTES: dict[Language, dict[str, str]] = {
    "en": {
        "future": "{day} has not come yet.",
        "younger": "{path} does not go back to {day}: it begins on {begin}.",
        "uncommitted": "{path} is not committed yet, so there is nothing to hold it against.",
        "none": "Nothing that {path} says has changed since {day}.",
    },
    "zh": {
        "future": "{day} 还没有到。",
        "younger": "{path} 没有 {day} 那么早：它始于 {begin}。",
        "uncommitted": "{path} 尚未提交，无从比较。",
        "none": "{day} 以来，{path} 所说的内容没有变化。",
    },
}


def since(
    repository: Repository,
    settings: Settings,
    entry: DocumentSettings,
    day: dt.date,
    *,
    today: dt.date,
    ledger: Ledger | None = None,
) -> Since:
    """What a document says otherwise than at the beginning of a day, in the workspace's time zone.

    The document is the file of the checkout; it is held against the last commit before that day on the base
    branch's own line. A day that has not come, or before the file, is told in `note`.
    """
    data = repository.read_working(entry.path) or b""
    language = entry.language_in(data)
    told = Since(document=entry.name, path=entry.path, language=language, day=day)
    words = _NOTES[language]
    if day > today:
        return told.model_copy(update={"note": words["future"].format(day=day)})
    begin = first_with(repository, entry.path)
    if begin is None:
        return told.model_copy(update={"note": words["uncommitted"].format(path=entry.path)})
    moment = dt.datetime.combine(day, dt.time(), ZoneInfo(settings.night.timezone))
    ledger = ledger or Ledger.open(repository)
    base = _base(repository, ledger, entry.name, moment)
    old = repository.read(entry.path, base) if base else None
    if base is None or old is None:
        first = named(repository.log(f"{begin}^!")[0])
        note = words["younger"].format(path=entry.path, day=day, begin=first.date)
        return told.model_copy(update={"note": note})
    desk = _History(repository, entry.path, base, data)
    pairs = compared(statements_of(parse(old)), statements_of(parse(data)))
    changes = tuple(desk.changes(pairs, old))
    unsure = tuple(_unsure(repository, ledger, entry.name, desk.landed, day, today))
    waiting = tuple(
        Waiting(night=one.night, title=one.title, section=one.section, branch=one.branch)
        for one in ledger.open_proposals(entry.name)
        if one.night >= day and one.increment not in desk.landed
    )
    return told.model_copy(
        update={
            "base": named(repository.log(f"{base}^!")[0]),
            "changes": changes,
            "unsure": unsure,
            "waiting": waiting,
            "note": "" if changes else words["none"].format(path=entry.path, day=day),
        }
    )


def _base(repository: Repository, ledger: Ledger, name: str, moment: dt.datetime) -> str | None:
    """The commit that the base branch was at, at a moment.

    A night's commits carry the evening of the night: those that came in by a fast-forward came in later than
    their dates tell, the next day at the earliest, and not before their night was done and a person took them.
    """
    base = commit_before(repository, moment)
    if base is None:
        return None
    done = {commit: night.when for night in ledger.nights(name) for commit in night.commits}
    taken: dict[str, dt.datetime] = {}
    for one in ledger.decisions(name):
        if one.decision in ("accepted", "edited") and one.via in ("review", "web"):
            taken.setdefault(one.increment, one.when)

    def came(commit: Commit) -> dt.datetime:
        evening = commit.date.astimezone(moment.tzinfo)
        morning = dt.datetime.combine(evening.date() + dt.timedelta(days=1), dt.time(), moment.tzinfo)
        increment = dict(commit.trailers).get(f"{OUR_TRAILERS}Increment", "")
        return max(morning, done.get(commit.id, morning), taken.get(increment, morning))

    late = [one.id for one in night_commits(repository, base) if came(one) >= moment]
    return repository.commit_of(f"{late[-1]}^") if late else base


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


class _History:
    """Who did what to the document since the base."""

    def __init__(self, repository: Repository, path: str, base: str, data: bytes) -> None:
        self._path = path
        self._data = data
        self._repository = repository
        log = repository.log(f"{base}..HEAD")
        self._since = {commit.id: commit for commit in log}
        self._by_line = line_commits(repository, path, data)
        self._changes = changes_of(repository, path, f"{base}..HEAD")
        self.landed = frozenset(
            value for commit in log for key, value in commit.trailers if key == f"{OUR_TRAILERS}Increment"
        )

    def changes(self, pairs: Sequence[Pair], old: bytes) -> Iterator[Change]:
        """Each pair with the commit behind it."""
        rows = [_text(line) for line in lines(old)]
        for pair in pairs:
            if pair.after is not None:
                yield self._change(pair, pair.after, self._of_line(pair.after))
            elif pair.before is not None:
                yield self._change(pair, pair.before, self._that_took(rows, pair.before))

    def _change(self, pair: Pair, shown: Statement, commit: Commit | None) -> Change:
        kind = "changed" if pair.before and pair.after else "new" if pair.after else "gone"
        trailers = commit.trailers if commit else ()
        night = next((value for key, value in trailers if key == f"{OUR_TRAILERS}Night"), "")
        return Change(
            kind=kind,
            section=shown.section,
            before=pair.before.in_words if pair.before else "",
            after=pair.after.in_words if pair.after else "",
            line=shown.line,
            figures=figures(pair),
            commit=named(commit) if commit else None,
            night=_date(night),
            sources=tuple(value for key, value in trailers if key == f"{OUR_TRAILERS}Source"),
            doubt=bool(_DOUBT.match(shown.lead)),
        )

    def _of_line(self, one: Statement) -> Commit | None:
        """The latest of the commits since the base that its lines stand from."""
        ids = {self._by_line.get(line, "") for line in range(one.line, one.end_line + 1)}
        found = [self._since[name] for name in ids if name in self._since]
        if found:
            return max(found, key=lambda commit: commit.date)
        known = next((name for name in ids if name), "")
        return self._repository.log(f"{known}^!")[0] if known else None

    def _that_took(self, rows: Sequence[str], one: Statement) -> Commit | None:
        """The commit that took a line away."""
        row = rows[one.line - 1].strip() if one.line <= len(rows) else ""
        name = next((change.commit for change in self._changes if row in change.removed), "")
        return self._since.get(name)


def _date(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def _unsure(
    repository: Repository, ledger: Ledger, name: str, landed: frozenset[str], day: dt.date, today: dt.date
) -> Iterator[Unsure]:
    """Caveats of what is in the document: new ones, those to look at again, those settled since."""
    there = increments_in(repository, "HEAD")
    titles = {one.increment: one.title for one in ledger.proposals(name)}

    def told(one: Watched, state: Literal["new", "due", "settled"], how: str = "") -> Unsure:
        title = titles.get(one.increment, one.increment)
        return Unsure(caveat=one.caveat, title=title, night=one.night, state=state, how=how)

    for one in ledger.watching(name):
        look = one.caveat.look_again
        if one.increment in landed or (one.increment in there and one.night >= day):
            yield told(one, "new")
        elif one.increment in there and look is not None and look <= today:
            yield told(one, "due")
    for one, event in ledger.settlements(name):
        if event.night >= day and one.increment in there:
            yield told(one, "settled", event.how)
