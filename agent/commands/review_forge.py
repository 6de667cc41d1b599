"""What a review on the terminal takes from the forge, and hands over to it and to the remote."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agent.errors import NotPublished, RedlineError

if TYPE_CHECKING:
    from agent.ledger import Ledger
    from agent.nights import NightRecord
    from agent.review import Review
    from agent.settings import Settings
    from agent.workspace import Repository

_UNHEARD = "comments on the pull request were not read: {why}"
_HEARD = "{who} said on the pull request of increment {number}: {decision}"


def heard_on(
    record: NightRecord, repository: Repository, settings: Settings, ledger: Ledger
) -> tuple[str, ...]:
    """Take in what is decided on the night's pull request, and tell it; or why it could not be read."""
    from agent.exchange import heard
    from agent.forge import forge_for
    from agent.forge.delivery import told
    from agent.ledger.words import DECISION_WORDS
    from agent.workspace import identity

    connect = partial(forge_for, settings.forge, os.environ)
    try:
        decided, problems = heard(repository, settings, ledger, record.document, connect, night=record.night)
    except RedlineError as error:
        return (unheard(told(error)),)
    numbers = {one.id: one.number for one in record.outcome.increments}
    said = (
        _HEARD.format(
            who=identity(one.who).name,
            number=numbers.get(one.increment, one.increment),
            decision=DECISION_WORDS["en"][one.decision],
        )
        for one in decided
    )
    return (*said, *problems)


def unheard(why: str) -> str:
    """That comments could not be read, in a line."""
    return _UNHEARD.format(why=why)


def send(found: Review) -> None:
    """Bring what stands after a review to the remote and the forge, where the workspace names them."""
    from agent.console import printable
    from agent.exchange import sent
    from agent.forge import forge_for
    from agent.ledger import Ledger
    from agent.opening import open_workspace

    repository, settings = open_workspace(Path.cwd())
    connect = partial(forge_for, settings.forge, os.environ)
    made = sent(repository, settings, Ledger.open(repository), found.record, connect)
    for note in made.notes:
        typer.echo(f"redline: {printable(note)}", err=True)
    _published(made.failures)


def retell(found: Review) -> None:
    """Earlier nights follow a decision on what corrects them, before all of this night is decided."""
    from agent.exchange import earlier_told
    from agent.forge import forge_for
    from agent.ledger import Ledger
    from agent.opening import open_workspace

    repository, settings = open_workspace(Path.cwd())
    connect = partial(forge_for, settings.forge, os.environ)
    _published(earlier_told(repository, settings, Ledger.open(repository), found.record, connect))


def _published(failures: Sequence[str]) -> None:
    """Raises NotPublished where something could not be brought to the remote or the forge."""
    if failures:
        raise NotPublished(
            f"What you decided is kept here, but not published: {' '.join(failures)}",
            hint="redline review finish tries again.",
        )
