"""What crosses between a forge and the rest; and what a kind of forge must be able to do."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import AwareDatetime

from agent.models import Model

State = Literal["open", "merged", "closed"]


class PullRequest(Model):
    """A pull request (a merge request on GitLab), and what became of it."""

    number: int
    url: str
    state: State
    status: Literal["created", "updated", "unchanged"]
    note: str = ""
    """What was left as a person has it, in one sentence; empty where all is ours."""


class Closing(Model):
    """How a pull request ended."""

    number: int
    url: str
    state: State
    by: str = ""
    """Account of the person who merged or closed it; empty where the forge does not say."""
    when: AwareDatetime | None = None
    words: str = ""
    """The last comment of the person who closed it, else of another member of the project: no passer-by's."""
    commit: str = ""
    """Of a merged one: the commit that it came in by, as far as the forge says."""
    ours: bool = False
    """Closed by Redline itself, since nothing was left to propose: no person's answer."""


class Access(Model):
    """What a token may do."""

    who: str
    """Account of the token; empty where the forge tells it to people alone."""
    project: str
    may_push: bool


class Found(Model):
    """A pull request as the forge has it."""

    number: int
    url: str
    state: State
    title: str
    """Without the forge's mark of a draft."""
    body: str


class Comment(Model):
    """What somebody said on a pull request."""

    who: str
    when: AwareDatetime
    body: str
    person: bool
    """Not a robot, not the forge itself."""
    member: bool = False
    """Known to be of the project, by the forge's own word."""
    account: str = ""
    """By what the forge is asked what its author may do."""
    path: str = ""
    """The file that it was put beside, where it was put beside a line."""
    line: int = 0
    """Of that file as it was in `commit`."""
    commit: str = ""


class Remarks(Model):
    """What people said on an open pull request."""

    url: str
    comments: tuple[Comment, ...]
    """Oldest first."""


class Host(Protocol):
    """One project of one kind of forge; every call may raise `ForgeRefused` or `ForgeUnavailable`."""

    limit: int
    """Characters that the text of a pull request may have."""

    def found(self, branch: str) -> tuple[Found, ...]:
        """Every pull request of this project's branch, in any state, newest first."""
        ...

    def create(self, branch: str, base: str, title: str, body: str) -> Found | None:
        """Open one; None where the forge says that there is one already."""
        ...

    def change(self, number: int, title: str, body: str) -> None:
        """Set title and text."""
        ...

    def comments(self, number: int) -> tuple[Comment, ...]:
        """What was said on it, oldest first."""
        ...

    def say(self, number: int, text: str, *, unless: str) -> bool:
        """Comment on it; False where a comment with the mark `unless` is there. Each try looks anew, so that an answer
        that was lost makes no second comment."""
        ...

    def close(self, number: int) -> None:
        """Close it, unmerged."""
        ...

    def may_decide(self, comment: Comment) -> bool:
        """Whether the author of a comment may merge here; who is not known to may not."""
        ...

    def closing(self, number: int) -> Closing:
        """How it ended; its last words are added by the caller."""
        ...

    def access(self) -> Access:
        """What the token may do."""
        ...
