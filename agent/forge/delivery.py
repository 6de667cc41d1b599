"""A night to the remote and to the forge: what it left here stays, whatever fails on the way; all can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from agent.errors import BranchTaken, RedlineError
from agent.files import night_folder, write_atomically
from agent.forge.farewell import farewell
from agent.forge.forge import Forge
from agent.forge.model import PullRequest
from agent.ledger import Ledger
from agent.models import Language, Model
from agent.nights import NightRecord, Nights
from agent.pull_request import write_pull_request
from agent.settings import Settings
from agent.stacking import parent_of
from agent.superseding import as_it_stands
from agent.workspace import Repository, built, is_merged, push_branch, was_removed
from agent.workspace.remotes import fetch_ref

Made = TypeVar("Made")
Connect = Callable[[], Forge | None]
"""Makes the forge when it is needed: a missing token is a failure of its own step alone."""

_TITLES: dict[Language, str] = {
    "zh": "{document}：{night} 夜间增量 {n} 条",
    "en": "{document}: {n} for the night of {night}",
}
_SUPERSEDED: dict[Language, str] = {
    "zh": "[已被 {night} 取代，请勿合并] ",
    "en": "[superseded by {night}, do not merge] ",
}
_DELETED = "the branch {branch} was deleted on “{remote}”; it is not pushed again"
_ELSEWHERE = (
    "the branch {branch} was built on “{remote}” by another clone, as a review there left it; it is left so"
)
_CLOSED = (
    "the pull request {url} was {state} by a person; it is not opened again, and its branch is not pushed"
)


class Delivered(Model):
    """What became of a night outside this repository."""

    url: str = ""
    """Of its pull request."""
    notes: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    """What failed, one sentence each with what to do; the night itself is done."""


def fetched(repository: Repository, settings: Settings, ledger: Ledger) -> tuple[str, ...]:
    """Take in what other machines know, before a night; what failed, in a sentence: the night goes on without."""
    remote = settings.forge.remote_name
    if not remote:
        return ()
    try:
        ledger.fetch(remote)
        Nights.open(repository, ledger).fetch(remote)
    except RedlineError as error:
        return (f"what other machines did is not known: {told(error)}",)
    return ()


def deliver(
    repository: Repository,
    settings: Settings,
    ledger: Ledger,
    record: NightRecord,
    connect: Connect,
    *,
    anew: bool,
) -> Delivered:
    """Push the night's branch, the ledger and the records, then open or update its pull request.

    `anew`: the branch was just built here, of all that is decided; else what another clone has built on the
    remote meanwhile is not replaced.
    """
    remote = settings.forge.remote_name
    if not remote:
        return Delivered()
    record = as_it_stands(repository, ledger, record)
    tried = _Tried()
    forge = tried.of(connect) if record.branch else None
    request = tried.of(lambda: _there(forge, record))
    if tried.failures:
        forge = None  # it does not answer, or refuses us: asking again costs minutes and helps nobody
    pushed = False
    if record.branch and not (request and request.note):
        pushed = bool(tried.of(lambda: _push(repository, record, remote, tried, anew=anew)))
    tried.of(lambda: ledger.push(remote))
    tried.of(lambda: Nights.open(repository, ledger).push(remote))
    if forge and pushed:
        request = tried.of(lambda: _publish(repository, forge, record)) or request
    elif forge and request and request.state == "open" and _is_emptied(repository, record):
        request = tried.of(lambda: forge.close(record.branch, farewell(ledger, record))) or request
    if request and request.note:
        tried.notes.append(request.note)
    return Delivered(
        url=request.url if request else "", notes=tuple(tried.notes), failures=tuple(tried.failures)
    )


def told(error: RedlineError) -> str:
    """An error with what to do, on one line."""
    return f"{error} {error.hint}".strip()


class _Tried:
    """Steps of which each may fail without the others."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.failures: list[str] = []

    def of(self, step: Callable[[], Made]) -> Made | None:
        """What a step makes; None where it failed, which is kept in a sentence."""
        try:
            return step()
        except RedlineError as error:
            if told(error) not in self.failures:
                self.failures.append(told(error))
            return None


def _there(forge: Forge | None, record: NightRecord) -> PullRequest | None:
    """The night's pull request; with a note where a person has closed or merged it."""
    there = forge.find(record.branch) if forge else None
    if forge is None or there is None or there.state == "open":
        return there
    if there.state == "closed" and forge.closed_by_us(record.branch):
        return there
    return there.model_copy(update={"note": _CLOSED.format(url=there.url, state=there.state)})


def _push(repository: Repository, record: NightRecord, remote: str, tried: _Tried, *, anew: bool) -> bool:
    """Bring the branch to the remote; whether it is there now, and open.

    One that is not in this clone (another machine's, or one that a review emptied), that is merged, or that a
    person deleted on the remote is left alone. Raises BranchTaken over a person's commits.
    """
    branch = record.branch
    tip = repository.commit_of(f"refs/heads/{branch}")
    if tip is None or is_merged(repository, branch):
        return False
    theirs = fetch_ref(repository, remote, f"refs/heads/{branch}")
    mark = _mark(repository, record)
    if theirs is None and mark.is_file():
        tried.notes.append(_DELETED.format(branch=branch, remote=remote))
        return False
    if theirs and theirs != tip and not anew and theirs not in _known_here(repository, record):
        tried.notes.append(_ELSEWHERE.format(branch=branch, remote=remote))
        return True
    try:
        push_branch(repository, branch, remote)
    except BranchTaken as error:
        raise BranchTaken(
            f"{error} Nothing of it was overwritten on “{remote}”.",
            hint=f"Look at it (git fetch {remote}), and merge it or move it away; then run this again.",
        ) from error
    write_atomically(mark, f"{tip}\n".encode(), durable=False)
    return True


def _known_here(repository: Repository, record: NightRecord) -> frozenset[str]:
    """Tips that the branch has had in this clone, and the one that the night gave it."""
    return built.recall(repository.state_dir, record.branch) | {*record.commits[-1:]}


def _mark(repository: Repository, record: NightRecord) -> Path:
    """Says that the branch was on the remote once."""
    return night_folder(repository.state_dir, record.document, str(record.night)) / "pushed"


def _is_emptied(repository: Repository, record: NightRecord) -> bool:
    """Whether nothing is left of the night, and its branch is gone by our own hand."""
    name = record.branch
    return repository.commit_of(f"refs/heads/{name}") is None and was_removed(repository, name)


def _publish(repository: Repository, forge: Forge, record: NightRecord) -> PullRequest:
    body = write_pull_request(record.outcome, record.language)
    return forge.publish(record.branch, _onto(repository, record), title_of(record), body)


def _onto(repository: Repository, record: NightRecord) -> str:
    """The branch that the night's branch shall be merged into."""
    below = parent_of(repository, record.base)
    return f"redline/{record.document}/{below}" if below else repository.base_branch


def title_of(record: NightRecord) -> str:
    """Of the pull request: nothing in it comes from the inbox. It says so where a later night supersedes all of it."""
    made = [one for one in record.outcome.increments if one.commit]
    by = max((one.superseded_by for one in made if one.superseded_by), default=None)
    whole = by and all(one.superseded_by for one in made)
    mark = _SUPERSEDED[record.language].format(night=by) if whole else ""
    return mark + _TITLES[record.language].format(
        document=record.document, night=record.night, n=_count(record)
    )


def _count(record: NightRecord) -> str:
    made = len(record.commits)
    if record.language == "zh":
        return str(made)
    return f"{made} increment" if made == 1 else f"{made} increments"
