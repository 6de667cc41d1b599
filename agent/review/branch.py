"""A night's branch, built again from its base and what stands of its proposals.

The bytes and the commits follow from the base, the proposals and the decisions that stand, never from
the order in which they were given: dates are the night's, and a person's wording has that person as author.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from agent.document import Applied, Applier, Document, Edit, parse, reanchored
from agent.errors import GitFailed, NotReviewable
from agent.files import night_folder, write_atomically
from agent.models import Model
from agent.nights import NightRecord, ProposalStep
from agent.review.decisions import Stand
from agent.review.model import Rebuilt
from agent.workspace import (
    OUR_TRAILERS,
    CommitStep,
    Repository,
    build_branch,
    check_not_deleted,
    increments_in,
    is_as_built,
    is_merged,
    remove_branch,
    was_removed,
    write_commits,
)

_WRITER = f"{OUR_TRAILERS}Writer"


def document_of(repository: Repository, record: NightRecord, base: str = "") -> Document:
    """The document at the night's base, or at the one that it has now; raises GitFailed where this clone lacks it."""
    at = base or record.base
    data = repository.read(record.path, at) if repository.commit_of(at) else None
    if data is None:
        raise GitFailed(
            f"The commit {at[:12]} that the night of {record.night} started from is not in this clone.",
            hint="Fetch the branch that it was made from, then run this again: git fetch --all",
        )
    return parse(data)


def put_branch(repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand]) -> Rebuilt:
    """Move the night's branch to one commit on `base` for each proposal kept; with none, delete it.

    A branch that is in the base already is left alone. Raises BranchTaken where a person has committed on it,
    moved, deleted or checked it out, and GitFailed where the base is missing.
    """
    name = record.branch
    if is_merged(repository, name):
        return Rebuilt(branch=name, status="merged")
    check_not_deleted(repository, name)
    if not kept:
        remove_branch(repository, name, record.base)
        return Rebuilt(branch=name, status="emptied")
    there = _as_it_is(repository, record, base, kept)
    if there is not None:
        return there
    onto, steps = _parts(repository, record, base, kept)
    made = build_branch(repository, name, base, steps, onto=onto)
    built = Rebuilt(branch=name, status=made.status, commits=made.commits, increments=_ids(kept))
    _remember(repository, record, base, kept, built)
    return built


def follows(repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand]) -> bool:
    """Whether the night's branch is what `put_branch` would leave; also where it is not ours to move."""
    name = record.branch
    tip = repository.commit_of(f"refs/heads/{name}")
    if tip is None:
        return not kept or not was_removed(repository, name)
    if is_merged(repository, name) or not is_as_built(repository, name):
        return True
    if not kept:
        return False
    if _as_it_is(repository, record, base, kept) is not None:
        return True
    onto, steps = _parts(repository, record, base, kept)
    return tip == [*onto, *write_commits(repository, onto[-1] if onto else base, steps)][-1]


def _parts(
    repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand]
) -> tuple[tuple[str, ...], list[CommitStep]]:
    """The commits that stay, and the steps of those to be made on them."""
    onto = _unchanged(repository, record, base, kept)
    document = document_of(repository, record, base)
    placed = kept if base == record.base else on_base(document_of(repository, record), document, kept)
    return onto, commits_of(document, record.path, placed, done=len(onto))


def on_base(old: Document, new: Document, kept: Sequence[Stand]) -> list[Stand]:
    """Proposals stated against another base: beside the nearest old neighbour, where theirs is not there."""
    found = []
    for stand in kept:
        edits = reanchored(stand.step.edits, old, new)
        step = stand.step.model_copy(update={"edits": edits}) if edits is not None else stand.step
        found.append(replace(stand, step=step))
    return found


class _Built(Model):
    """What a branch was built of here, and what came of it."""

    key: str
    commits: tuple[str, ...]
    base: str = ""
    steps: tuple[str, ...] = ()
    """Key of each step, in their order."""


def _unchanged(
    repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand]
) -> tuple[str, ...]:
    """The commits, among those that the branch was built of before, that would be built again as they are.

    A commit follows from the base and all steps up to its own: the first step that is another one ends them.
    """
    wanted = [_step_key(stand) for stand in kept]
    first = [_step_key(Stand(step)) for step in record.steps]
    built = [(record.base, first, record.commits)]
    if held := _recalled(repository, record):
        built.append((held.base, list(held.steps), held.commits))
    found: tuple[str, ...] = ()
    for at, steps, commits in built:
        pairs = enumerate(zip(wanted, steps, commits, strict=False))
        same = next((n for n, (new, old, _) in pairs if new != old), min(len(wanted), len(steps)))
        if at == base and same > len(found) and repository.commit_of(commits[same - 1]):
            found = commits[:same]
    return found


def _as_it_is(
    repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand]
) -> Rebuilt | None:
    """The branch, where it is known to hold just this: most decisions accept, and change nothing.

    The tip's id stands for all bytes and commits below it.
    """
    tip = repository.commit_of(f"refs/heads/{record.branch}")
    commits: tuple[str, ...] = ()
    if base == record.base and len(kept) == len(record.steps) and not any(stand.edited for stand in kept):
        commits = record.commits
    elif (held := _recalled(repository, record)) and held.key == _key(record, base, kept):
        commits = held.commits
    if not commits or tip != commits[-1]:
        return None
    return Rebuilt(branch=record.branch, status="unchanged", commits=commits, increments=_ids(kept))


def _remember(
    repository: Repository, record: NightRecord, base: str, kept: Sequence[Stand], built: Rebuilt
) -> None:
    keys = tuple(map(_step_key, kept))
    note = _Built(key=_key(record, base, kept), commits=built.commits, base=base, steps=keys)
    write_atomically(_note(repository, record), note.model_dump_json().encode(), durable=False)


def _recalled(repository: Repository, record: NightRecord) -> _Built | None:
    try:
        return _Built.model_validate_json(_note(repository, record).read_bytes())
    except (OSError, ValueError):
        return None


def _note(repository: Repository, record: NightRecord) -> Path:
    return night_folder(repository.state_dir, record.document, str(record.night)) / "reviewed.json"


def _key(record: NightRecord, base: str, kept: Sequence[Stand]) -> str:
    """Names all that the commits follow from."""
    told = [[stand.step.increment, stand.seen, stand.author.name, stand.author.email] for stand in kept]
    return hashlib.sha256(json.dumps([base, record.commits, told]).encode()).hexdigest()


def _step_key(stand: Stand) -> str:
    """Names all of a proposal that its commit follows from."""
    told = [
        stand.step.model_dump_json(),
        [edit.model_dump_json() for edit in stand.edits],
        [stand.author.name, stand.author.email],
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _ids(kept: Sequence[Stand]) -> tuple[str, ...]:
    return tuple(stand.step.increment for stand in kept)


def commits_of(document: Document, path: str, kept: Sequence[Stand], *, done: int = 0) -> list[CommitStep]:
    """One commit for each proposal after the first `done`, each with all that was kept before it."""
    edits: list[Edit] = []
    steps: list[CommitStep] = []
    applier = Applier(document)
    for number, stand in enumerate(kept):
        edits += stand.edits
        if number < done:
            continue
        applied = applier.apply(edits)
        if not isinstance(applied, Applied):
            raise NotReviewable(f"“{stand.step.title}” cannot be written: {applied.sentence}")
        steps.append(_signed(stand).commit(path, applied.data, stand.author))
    return steps


def _signed(stand: Stand) -> ProposalStep:
    """The step as it is committed: a person's wording names the person as its writer."""
    if stand.edited is None:
        return stand.step
    trailers = tuple(
        (key, stand.author.name if key == _WRITER else value) for key, value in stand.step.trailers
    )
    return stand.step.model_copy(update={"trailers": trailers})


def leaves_open_out(repository: Repository, record: NightRecord, stands: Sequence[Stand]) -> bool:
    """Whether the branch was finished before: it lacks a proposal that nobody has ever decided on."""
    never = [stand.step.increment for stand in stands if stand.last is None]
    tip = repository.commit_of(f"refs/heads/{record.branch}")
    if tip is None:
        return bool(never) and was_removed(repository, record.branch)
    if not never or is_merged(repository, record.branch):
        return False
    return not increments_in(repository, f"{record.base}..{tip}").issuperset(never)
