"""The one place that runs git: fixed settings, bytes in and out, failures by name.

GitPython starts the processes. Our commands never read a person's hooks, signing, colours or
locale, never open a prompt, and ignore the variables with which git tells a hook which repository
and index it runs for.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from agent.errors import DiskFull, GitFailed, Locked, RedlineError

LOCAL_TIMEOUT = 120.0
"""Seconds after which a command that only touches the disk is given up."""
REMOTE_TIMEOUT = 90.0
"""Seconds after which a command that talks to a remote is given up."""
_GRACE = 5.0
"""Seconds that git gets to remove its own lock files after SIGTERM, before SIGKILL."""

_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "diff.orderFile=/dev/null",
    "log.showRoot=true",
    "log.showSignature=false",
    "i18n.logOutputEncoding=UTF-8",
    "trailer.separators=:",
    "color.ui=false",
)
_ALWAYS = {  # the committer is who moved a ref, in the user's reflog; commits name their own
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_FLUSH": "1",
    "GIT_COMMITTER_NAME": "Redline",
    "GIT_COMMITTER_EMAIL": "redline@redline.invalid",
}
_CREDENTIALS = re.compile(r"://[^/\s@]{1,500}@")
_FULL = ("no space left", "file too large", "disk quota", "couldn't write '")
"""What git says of a full disk; of a lock file that it could open and not write it gives no cause."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: bytes
    err: str


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git commands in one repository."""

    root: Path
    git_dir: Path
    common_dir: Path

    def run(self, *args: str, stdin: bytes = b"", timeout: float = LOCAL_TIMEOUT) -> bytes:
        """Standard output of a command that must succeed.

        Raises DiskFull, Locked or GitFailed.
        """
        result = self.attempt(*args, stdin=stdin, timeout=timeout)
        if result.code != 0:
            raise failure(args, result)
        return result.out

    def text(self, *args: str, stdin: bytes = b"") -> str:
        """Standard output as text without the last line's end; bytes that are no UTF-8 survive."""
        return decode(self.run(*args, stdin=stdin)).removesuffix("\n")

    def lines(self, *args: str) -> list[str]:
        """Standard output cut at NUL bytes, for commands that take `-z`."""
        return [decode(part) for part in self.run(*args).split(b"\0") if part]

    def attempt(
        self, *args: str, stdin: bytes = b"", timeout: float = LOCAL_TIMEOUT, remote: bool = False
    ) -> Output:
        """Run a command and say how it went; only a timeout raises (GitFailed)."""
        with self._process(args, stdin=subprocess.PIPE, remote=remote) as process:
            try:
                out, err = process.communicate(stdin, timeout=timeout)
            except subprocess.TimeoutExpired as late:
                raise GitFailed(
                    f"`git {args[0]}` did not end within {timeout:g} seconds.",
                    hint="Check the network and the remote, then run it again."
                    if remote
                    else "Run it again.",
                ) from late
        return Output(process.returncode, out, decode(err))

    @contextmanager
    def stream(self, *args: str) -> Iterator[Iterator[bytes]]:
        """Standard output in chunks; the command is stopped when the caller leaves early."""
        with self._process(args, stdin=subprocess.DEVNULL, remote=False) as process:
            assert process.stdout is not None
            source = process.stdout.fileno()
            yield iter(lambda: os.read(source, 1 << 16), b"")

    @contextmanager
    def _process(
        self, args: tuple[str, ...], *, stdin: int, remote: bool
    ) -> Iterator[subprocess.Popen[bytes]]:
        command = ["git", *(part for item in _SETTINGS for part in ("-c", item)), *args]
        handle = (
            gitpython()
            .Git(str(self.root))
            .execute(
                command,
                as_process=True,
                istream=stdin,
                env=self._environment(),
                start_new_session=remote,
            )
        )
        process: subprocess.Popen[bytes] = handle.proc
        try:
            yield process
        finally:
            _end(process, group=remote)

    def _environment(self) -> Mapping[str, str]:
        """Overrides of what a hook's environment points at: GitPython can set, but not unset."""
        ours = {
            "GIT_DIR": str(self.git_dir),
            "GIT_COMMON_DIR": str(self.common_dir),
            "GIT_WORK_TREE": str(self.root),
            "GIT_INDEX_FILE": str(self.git_dir / "index"),
            "GIT_OBJECT_DIRECTORY": str(self.common_dir / "objects"),
            "GIT_SHALLOW_FILE": str(self.common_dir / "shallow"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": "",
            "GIT_NAMESPACE": "",
            "GIT_PREFIX": "",
        }
        return _ALWAYS | {name: value for name, value in ours.items() if name in os.environ}


def decode(raw: bytes) -> str:
    """Text of git's output; bytes that are no UTF-8 become surrogates, as in Python's own paths."""
    return raw.decode("utf-8", "surrogateescape")


def failure(args: tuple[str, ...], result: Output) -> RedlineError:
    """The error that says why a command failed."""
    said = said_by(result)
    low = said.lower()
    full = any(words in low for words in _FULL)
    if full or result.code == -signal.SIGXFSZ:
        return DiskFull(
            f"The disk is full: `git {args[0]}` could not write.",
            hint="Free some space and run the same command again; nothing was changed.",
        )
    if ".lock': file exists" in low:
        lock = said.split("'")[1]
        return Locked(
            f"Git's own lock is in the way: {lock}.",
            hint=f"If no git command is running, remove it: rm '{lock}'",
        )
    if "dubious ownership" in low:
        place = said.split("'")[1]
        return GitFailed(
            f"Git will not work in {place}: the folder belongs to another user.",
            hint=f"If you trust it: git config --global --add safe.directory '{place}'",
        )
    return GitFailed(f"`git {args[0]}` failed: {said or f'exit code {result.code}'}")


def said_by(result: Output) -> str:
    """What a command said of its failure, on one line, without the credentials in an address."""
    text = " ".join((result.err or decode(result.out)).split())
    return _CREDENTIALS.sub("://***@", text)


def os_failure(what: str, problem: OSError) -> RedlineError:
    """The error that says why something of ours under git's folder could not be written."""
    if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DiskFull(
            f"The disk is full: {what} could not be written.",
            hint="Free some space and run the same command again; nothing was changed.",
        )
    return GitFailed(
        f"{what} could not be written: {problem.strerror}.", hint="Check the rights of git's folder."
    )


def gitpython() -> ModuleType:
    """The GitPython package, imported late: it looks for the git program when it is imported."""
    try:
        import git
    except ImportError as missing:
        raise GitFailed(
            "The git program was not found.", hint="Install git 2.30 or newer and run this again."
        ) from missing
    return git


def _end(process: subprocess.Popen[bytes], *, group: bool) -> None:
    """Let go of a process: ask it to stop if it still runs, and close its pipes.

    `group`: it leads a process group, whose members (ssh, a credential helper) end with it.
    """
    if process.poll() is None:
        _signal(process, signal.SIGTERM, group=group)
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            _signal(process, signal.SIGKILL, group=group)
            process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals, *, group: bool) -> None:
    if group:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
    else:
        process.send_signal(number)
