"""What people say on a pull request, taken as decisions on single increments, or as guidance for the writer.

A decision is a line `redline: refuse 2 because …` (accept, refuse, undo; 接受, 拒绝, 撤销), or the same without a number
in a comment beside the lines of one increment. Another comment beside such lines is guidance. All of it counts only
from accounts that may merge, and only on what was proposed when it was said; everything else is left as a comment.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent.forge import Forge
from agent.forge.model import Comment
from agent.ledger import Advised, Decided, Decision, Event, Ledger
from agent.ledger.words import DECISION_WORDS, one_line
from agent.models import Language, Model
from agent.nights import NightRecord, Nights
from agent.outcome import IncrementOutcome
from agent.pull_request import as_text
from agent.workspace import Repository, identity, is_merged

_LOOKED_AT = 30
"""Nights whose pull requests are looked at, the latest."""
_COMMAND = re.compile(
    r"^[ \t]{0,8}(?:@?redline[ \t]{0,4}[:：]|/redline\b)[ \t]{0,8}"
    r"(?P<verb>accept|refuse|reject|undo|接受|拒绝|撤销)(?![a-z])[ \t]{0,8}(?P<rest>[^\n]{0,2000})$",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERS = re.compile(
    r"#?(\d{1,4})(?!\w|%|\.\d)(?:[ \t]{0,4}(?:,|，|、|and\b|和|与)[ \t]{0,4}|[ \t]{1,8}(?=#?\d)|[ \t]{0,8})"
)
_BECAUSE = re.compile(
    r"^[ \t]{0,8}(?:because(?: of)?\b|since\b|因为|因|理由(?:是)?|[:：,，—–-]{1,3})[ \t:：,，]{0,8}", re.I
)
_VERBS: dict[str, Decision] = {
    "accept": "accepted",
    "接受": "accepted",
    "refuse": "refused",
    "reject": "refused",
    "拒绝": "refused",
    "undo": "undecided",
    "撤销": "undecided",
}
_ANSWERS: dict[Language, str] = {
    "zh": "已记录：{decision}「{title}」（{who}）。分支已照此重建；要改主意，再写一行即可。",
    "en": "Recorded: {decision}, “{title}” ({who}). The branch follows it; another line changes it again.",
}
_WHY: dict[Language, dict[str, str]] = {
    "zh": {
        "reason": "没有照做：拒绝要写理由，例如 `redline: 拒绝 2 因为没有出处`。",
        "which": "没有照做：看不出是哪一条，请写增量的编号，例如 `redline: 接受 2`。",
    },
    "en": {
        "reason": "Not done: a refusal needs a reason, as in `redline: refuse 2 because no source says so`.",
        "which": "Not done: it does not tell which increment; give its number, as in `redline: accept 2`.",
    },
}
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)")
_LONGEST = 500
"""Characters of a reason, and of guidance."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one line of a comment asks for."""

    decision: Decision
    numbers: tuple[int, ...]
    """Empty where the comment's own place is meant."""
    reason: str
    clear: bool = True
    """Nothing stands between the numbers and `because`: “refuse 3 of 4 figures are wrong” is talk."""


class Left(Model):
    """A line of who may merge that asks for what cannot be done."""

    branch: str
    key: str
    """Names the comment."""
    answer: str


class Heeded(Model):
    """What was found on the pull requests now."""

    decided: tuple[Decided, ...] = ()
    left: tuple[Left, ...] = ()
    """What was asked for and cannot be done."""


def commands(body: str) -> tuple[Said, ...]:
    """The decisions that a comment's own lines ask for; what it quotes and its code do not count."""
    own, fenced = [], False
    for line in body.replace("\r", "").split("\n"):
        fenced ^= bool(_FENCE.match(line))
        if not fenced and not line.lstrip().startswith(">") and not _FENCE.match(line):
            own.append(line)
    return tuple(map(_said, _COMMAND.finditer("\n".join(own))))


def _said(found: re.Match[str]) -> Said:
    rest, numbers = found["rest"].rstrip(" \t.。!！"), list[int]()
    while number := _NUMBERS.match(rest):
        numbers.append(int(number[1]))
        rest = rest[number.end() :]
    lead = _BECAUSE.match(rest)
    reason = _in_short(rest[lead.end() :] if lead else rest)
    return Said(
        _VERBS[found["verb"].casefold()],
        tuple(dict.fromkeys(numbers)),
        reason,
        clear=not rest.strip() or bool(lead),
    )


def heed(
    repository: Repository,
    ledger: Ledger,
    nights: Nights,
    forge: Forge,
    document: str,
    *,
    night: dt.date | None = None,
) -> Heeded:
    """Record what people who may merge said on the open pull requests of a document. It can be repeated.

    With `night`, only that night's is looked at. Raises ForgeError, GitFailed, DiskFull or Locked.
    """
    found: list[Event] = []
    left: dict[str, Left] = {}
    asked = [done for done in ledger.nights(document) if night in (None, done.night)]
    for done in asked[-_LOOKED_AT:]:
        record = nights.of(done) if done.branch and not is_merged(repository, done.branch) else None
        if record is None:
            continue
        said = forge.remarks(record.branch)
        table = _Table(repository, record, said.url if said else "")
        for comment in said.comments if said else ():
            if comment.when < done.when:
                continue  # it was said of what was proposed before
            events, sentence = table.read(comment)
            if (events or sentence) and forge.may_decide(comment):
                found += events
                if sentence:
                    key = hashlib.sha256(f"{comment.when}\0{comment.body}".encode()).hexdigest()[:12]
                    left[key] = Left(branch=record.branch, key=f"left-{key}", answer=sentence)
    known = {event.id for event in (*ledger.decisions(document), *ledger.advice(document))}
    fresh = [event for event in found if event.id not in known]
    if fresh:
        ledger.append(fresh)
    return Heeded(
        decided=tuple(event for event in fresh if isinstance(event, Decided)),
        left=tuple(left.values()),
    )


def answer(record: NightRecord, event: Decided) -> str:
    """What is said on the pull request of a decision that was taken from it."""
    title = next((one.title for one in record.outcome.increments if one.id == event.increment), "")
    return _ANSWERS[record.language].format(
        decision=DECISION_WORDS[record.language][event.decision],
        title=as_text(title),
        who=as_text(identity(event.who).name),
    )


class _Table:
    """A night's increments, to be found by number or by their lines."""

    def __init__(self, repository: Repository, record: NightRecord, url: str) -> None:
        self._repository = repository
        self._record = record
        self._host = urlsplit(url).hostname or ""
        self._here = {one.number: one for one in record.outcome.increments if one.commit}

    def read(self, comment: Comment) -> tuple[list[Event], str]:
        """The events that a comment amounts to, whoever wrote it; and why not all that it asks for can be done."""
        beside, asked = self._beside(comment), commands(comment.body)
        events: list[Event] = []
        why: dict[str, None] = {}
        for said in asked:
            chosen = [self._here.get(number) for number in said.numbers] or [beside]
            there = [one for one in chosen if one is not None]
            if len(there) < len(chosen) or not said.clear:
                why[_WHY[self._record.language]["which"]] = None
            elif said.decision == "refused" and not said.reason:
                why[_WHY[self._record.language]["reason"]] = None
            else:
                events += [self._decided(one, said, comment) for one in there]
        if beside is not None and not asked and _in_short(comment.body):
            events.append(self._advised(beside, comment))
        return events, " ".join(why)

    def _advised(self, one: IncrementOutcome, comment: Comment) -> Advised:
        return Advised(
            document=self._record.document,
            night=self._record.night,
            increment=one.id,
            text=_in_short(comment.body),
            who=self._who(comment),
            when=comment.when,
        )

    def _who(self, comment: Comment) -> str:
        """As git writes a person."""
        return f"{comment.who} <{comment.who}@{self._host}>"

    def _decided(self, one: IncrementOutcome, said: Said, comment: Comment) -> Decided:
        return Decided(
            document=self._record.document,
            increment=one.id,
            decision=said.decision,
            reason=said.reason,
            who=self._who(comment),
            when=comment.when,
            night=self._record.night,
            claims=one.fingerprint(),
            commit=one.commit,
            via="forge",
        )

    def _beside(self, comment: Comment) -> IncrementOutcome | None:
        """The increment whose line a comment stands beside; None where it is none's, or several have such a line."""
        if comment.path != self._record.path or not comment.line:
            return None
        if self._repository.commit_of(comment.commit) is None:
            return None
        data = self._repository.read(comment.path, comment.commit) or b""
        lines = data.decode("utf-8", "replace").splitlines()
        if comment.line > len(lines) or not lines[comment.line - 1].strip():
            return None
        text = lines[comment.line - 1]
        found = [one for one in self._here.values() if text in one.added]
        return found[0] if len(found) == 1 else None


def _in_short(text: str) -> str:
    return one_line(text)[:_LONGEST]
