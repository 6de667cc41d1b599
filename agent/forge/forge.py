"""A forge as a night uses it: one draft pull request a branch, opened once and kept up to date."""

from __future__ import annotations

from collections.abc import Sequence

from agent.errors import ForgeRefused
from agent.forge.body import enclosed, remark, renewed
from agent.forge.model import Access, Closing, Comment, Found, Host, PullRequest, Remarks

_CLOSING = "<!-- redline:comment closed -->"
"""Marks the comment with which we close a pull request of which nothing is left."""


class Forge:
    """One project; every call may raise `ForgeRefused` or `ForgeUnavailable`, and all can be repeated."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def publish(self, branch: str, base: str, title: str, body: str) -> PullRequest:
        """Open the branch's pull request as a draft, or bring its text up to date; nothing is written that is so already.

        One that a person closed or merged is not opened again, and nothing is written to it. One that we closed, since
        nothing was left, has a new one after it where something is there again.
        """
        there = self._latest(branch)
        if there is None or self._is_closed_by_us(there):
            text = enclosed(body, title, self._host.limit)
            made = self._host.create(branch, base, title, text)
            if made:
                return PullRequest(number=made.number, url=made.url, state=made.state, status="created")
            there = self._latest(branch)
        if there is None:
            raise ForgeRefused(
                f"The forge says that “{branch}” has a pull request already, and lists none.",
                hint="Look for it there; close it, or run this again later.",
            )
        return self._updated(there, title, body)

    def find(self, branch: str) -> PullRequest | None:
        """The branch's pull request: the open one, else the newest."""
        there = self._latest(branch)
        return _unchanged(there) if there else None

    def comment(self, branch: str, key: str, text: str) -> bool:
        """Say something once on the branch's pull request; False where it was said before, or there is none.

        `key` names what is said: a comment is known by it, not by its words.
        """
        there = self._latest(branch)
        mark = f"<!-- redline:comment {key} -->"
        return there is not None and self._host.say(
            there.number, remark(text, mark, self._host.limit), unless=mark
        )

    def close(self, branch: str, text: str) -> PullRequest | None:
        """Say why on the branch's open pull request, and close it; None where there is none, else how it stands then."""
        there = self._latest(branch)
        if there is None or there.state != "open":
            return _unchanged(there) if there else None
        self._host.say(there.number, remark(text, _CLOSING, self._host.limit), unless=_CLOSING)
        self._host.close(there.number)
        return PullRequest(number=there.number, url=there.url, state="closed", status="updated")

    def closed_by_us(self, branch: str) -> bool:
        """Whether the branch's latest pull request is one that we closed, since nothing was left to propose."""
        there = self._latest(branch)
        return there is not None and self._is_closed_by_us(there)

    def remarks(self, branch: str) -> Remarks | None:
        """What people said on the branch's pull request; None where none is open."""
        there = self._latest(branch)
        if there is None or there.state != "open":
            return None
        said = tuple(one for one in self._host.comments(there.number) if _is_persons(one))
        return Remarks(url=there.url, comments=said)

    def may_decide(self, comment: Comment) -> bool:
        """Whether the author of a comment may merge here, by the forge's own word."""
        return bool(comment.account) and self._host.may_decide(comment)

    def closing(self, branch: str) -> Closing | None:
        """How the branch's pull request stands or ended, by whom, and a person's last words on it; None without one."""
        there = self._latest(branch)
        if there is None:
            return None
        ended = self._host.closing(there.number)
        if ended.state != "closed":
            return ended
        comments = self._host.comments(there.number)
        if _closed_so(ended, comments):
            return ended.model_copy(update={"ours": True})
        said = [one for one in comments if _is_persons(one)]
        closers = [one for one in said if one.who == ended.by]
        words = closers or [one for one in said if one.member]
        return ended.model_copy(update={"words": words[-1].body.strip()}) if words else ended

    def access(self) -> Access:
        """What the token may do."""
        return self._host.access()

    def _latest(self, branch: str) -> Found | None:
        found = self._host.found(branch)
        return next((one for one in found if one.state == "open"), found[0] if found else None)

    def _is_closed_by_us(self, there: Found) -> bool:
        if there.state != "closed":
            return False
        return _closed_so(self._host.closing(there.number), self._host.comments(there.number))

    def _updated(self, there: Found, title: str, body: str) -> PullRequest:
        if there.state != "open":
            note = f"the pull request {there.url} was {there.state} by a person; it is not opened again"
            return _unchanged(there, note)
        wanted = renewed(there.body, there.title, body, title, self._host.limit)
        if (wanted.title, wanted.body) == (there.title, there.body):
            return _unchanged(there, wanted.kept)
        self._host.change(there.number, wanted.title, wanted.body)
        return PullRequest(
            number=there.number, url=there.url, state=there.state, status="updated", note=wanted.kept
        )


def _unchanged(there: Found, note: str = "") -> PullRequest:
    return PullRequest(number=there.number, url=there.url, state=there.state, status="unchanged", note=note)


def _closed_so(ended: Closing, comments: Sequence[Comment]) -> bool:
    """Whether who closed it is who said so with our mark: the mark alone could be anybody's."""
    return bool(ended.by) and any(_CLOSING in one.body and one.who == ended.by for one in comments)


def _is_persons(said: Comment) -> bool:
    return said.person and bool(said.body.strip()) and "<!-- redline:" not in said.body
