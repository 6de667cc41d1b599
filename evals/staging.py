"""Runs a case's night through the real graph in a repository of its own, once for each case, code and writer.

What a night left is kept in a folder under the hash of all that it depends on, so that several suites, and
several runs, score the same night.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from agent.app import wire
from agent.files import write_atomically
from agent.judging import ModelJudge
from agent.ledger import Decided, Ledger
from agent.llm import Writer
from agent.llm_offline import OfflineWriter
from agent.outcome import Outcome, Usage
from agent.prompts import prompt_folder
from agent.running import run as run_night
from agent.workspace import Repository
from evals.bench.counted import Silent
from evals.drafted import Drafted, texts_of
from evals.golden import GoldenCase, Source
from evals.scratch import commit, git, start

_AGENT = Path(__file__).parents[1] / "agent"
_FILE_NAME = re.compile(r"[\w.-]{1,100}")
_AT_ONCE, _WORTH_IT = 2, 8
"""Processes, and nights from which on starting them pays."""


@dataclass(frozen=True)
class Crew:
    """Who words a night, who is asked beside, and what they have used; made anew for each night."""

    writer: Writer
    judge: ModelJudge | None = None
    usage: Callable[[], Usage | None] = lambda: None


@dataclass(frozen=True)
class Cast:
    """A writer by name, and how to hire it for a night whose state lies in a folder."""

    name: str
    hire: Callable[[Path], Crew]


def offline() -> Cast:
    """The extractive writer: no key, no network."""
    return Cast(OfflineWriter().name, lambda _: Crew(OfflineWriter()))


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Hash of the product's code and prompts, and of how nights are staged: another one means that a night may come out otherwise."""
    digest = hashlib.sha256()
    staging = [Path(__file__), Path(__file__).with_name("drafted.py")]
    for path in [*sorted(_AGENT.rglob("*.py")), *sorted(prompt_folder().glob("*.md")), *staging]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:20]


def code_commit() -> str:
    """The commit of the code that is scored, where it is a checkout, with a `+` where files were changed since;
    empty elsewhere."""
    try:
        head = git(_AGENT.parent, "rev-parse", "--short=12", "HEAD").strip()
        changed = git(_AGENT.parent, "status", "--porcelain", "--untracked-files=no").strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f"{head}+" if changed else head


class Stage:
    """Where the nights of a run are played, each at most once."""

    def __init__(self, cast: Cast, kept: Path | None = None) -> None:
        """`kept` is a folder of nights played before."""
        self.cast = cast
        self._kept = kept

    def drafted(self, case: GoldenCase) -> Drafted:
        """What the night of a case left."""
        if self._kept is None:
            return play(case, self.cast)
        path = self._path(self._kept, case)
        try:
            return Drafted.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            made = play(case, self.cast)
        self._kept.mkdir(parents=True, exist_ok=True)
        write_atomically(path, made.model_dump_json().encode("utf-8", "surrogatepass"))
        return made

    def holds(self, case: GoldenCase) -> bool:
        """Whether the night of a case was played before."""
        return self._kept is not None and self._path(self._kept, case).is_file()

    def _path(self, kept: Path, case: GoldenCase) -> Path:
        told = f"{case.fingerprint()}\0{code_hash()}\0{self.cast.name}"
        return kept / f"{case.id}-{hashlib.sha256(told.encode()).hexdigest()[:20]}.json"


def keep_given(drafts: Sequence[Drafted], kept: Path) -> None:
    """Keep drafts that somebody else wrote beside the nights, for the page's worst cases."""
    kept.mkdir(parents=True, exist_ok=True)
    for one in drafts:
        if _FILE_NAME.fullmatch(one.case):
            told = one.model_dump_json().encode("utf-8", "surrogatepass")
            write_atomically(kept / f"{one.case}-{hashlib.sha256(told).hexdigest()[:20]}.json", told)


def play_ahead(cases: Sequence[GoldenCase], kept: Path) -> None:
    """Play nights with the offline writer that are not kept yet, two at a time, in processes of their own.

    A night that fails is left for `Stage.drafted`, which then fails where it is scored.
    """
    stage = Stage(offline(), kept)
    wanted = [case for case in cases if not stage.holds(case)]
    if len(wanted) < _WORTH_IT:
        return
    with ProcessPoolExecutor(_AT_ONCE, mp_context=get_context("spawn")) as pool:
        for done in [pool.submit(_played, case.model_dump_json(by_alias=True), kept) for case in wanted]:
            done.exception()


def _played(case: str, kept: Path) -> None:
    Stage(offline(), kept).drafted(GoldenCase.model_validate_json(case))


def play(case: GoldenCase, cast: Cast) -> Drafted:
    """Set the workspace of a case up, run its earlier nights and its night, and gather what it left."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="redline-eval-") as place:
        root = Path(place) / "repo"
        _workspace(root, case)
        for earlier in case.earlier:
            _bring(root, earlier.sources)
            done, repository, _ = night_in(root, earlier.night, cast)
            _decide(root, repository, done, earlier.decision, earlier.reason)
        document = _path(case)
        before = (root / document).read_text(encoding="utf-8")
        _bring(root, case.sources)
        outcome, _, usage = night_in(root, case.night, cast)
        return Drafted(
            case=case.id,
            writer=cast.name,
            night=case.night,
            sources=texts_of(case),
            before=before,
            after=git(root, "show", f"{outcome.branch}:{document}") if outcome.branch else before,
            outcome=outcome,
            elsewhere=written_beside(root, outcome),
            seconds=round(time.perf_counter() - began, 2),
            calls=usage.calls if usage else 0,
            tokens_in=usage.tokens_in if usage else 0,
            tokens_out=usage.tokens_out if usage else 0,
        )


def _path(case: GoldenCase) -> str:
    return f"living_doc/{case.name}.md"


def _workspace(root: Path, case: GoldenCase) -> None:
    settings = [
        f'[night]\ntimezone = "{case.zone}"\n',
        f'[[documents]]\nname = "{case.name}"\npath = "{_path(case)}"\nlanguage = "{case.language}"\n',
        f'reserve = "{case.reserve}"\n' if case.reserve else "",
    ]
    set_up(root, _path(case), case.before.encode(), "".join(settings))


def set_up(root: Path, path: str, document: bytes, settings: str) -> None:
    """Make a workspace in a folder that is not there yet: one living document, and its settings."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(document)
    (root / "redline.toml").write_text(settings, encoding="utf-8")
    start(root)
    commit(root, "2026-01-01T00:00:00+00:00")


def _bring(root: Path, sources: tuple[Source, ...]) -> None:
    for source in sources:
        path = root / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.data())


def night_in(root: Path, night: dt.date, cast: Cast) -> tuple[Outcome, Repository, Usage | None]:
    """Run one night of a workspace; what came of it, the repository, and what a model was used for."""
    services = wire(root, document=None, base=None, progress=Silent())
    crew = cast.hire(services.repository.state_dir)
    services = replace(services, writer=crew.writer, judge=crew.judge, usage=crew.usage, notes=())
    outcome, _ = run_night(services, night, "", lambda: _evening(night, services.zone))
    return outcome, services.repository, crew.usage()


def _evening(night: dt.date, zone: ZoneInfo) -> dt.datetime:
    """An hour after the cut: the window has ended."""
    return dt.datetime.combine(night, dt.time(23), tzinfo=zone)


def _decide(root: Path, repository: Repository, outcome: Outcome, decision: str, reason: str) -> None:
    """What a person decided on everything that a night proposed."""
    if not outcome.branch or decision == "undecided":
        return
    when = dt.datetime.combine(outcome.night, dt.time(23, 30), tzinfo=dt.UTC)
    Ledger.open(repository).append(
        Decided(
            document=outcome.document,
            increment=increment.id,
            decision="accepted" if decision == "accepted" else "refused",
            reason=reason,
            who="reviewer",
            when=when,
            night=outcome.night,
            claims=increment.fingerprint(),
            commit=increment.commit,
        )
        for increment in outcome.increments
        if increment.commit
    )
    if decision == "accepted":
        git(root, "merge", "-q", "--no-edit", outcome.branch)


def written_beside(root: Path, outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """What a night wrote beside the document."""
    folder = Path(outcome.brief).parent
    names = ("brief.md", "pull-request.md")
    written = tuple(
        (name, (folder / name).read_text(encoding="utf-8")) for name in names if (folder / name).is_file()
    )
    log = git(root, "log", "--format=%B", f"main..{outcome.branch}") if outcome.branch else ""
    return (*written, ("commit messages", log))
