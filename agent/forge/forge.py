"""A forge as a night uses it: one draft pull request a branch, opened once and kept up to date."""

from __future__ import annotations

from agent.errors import ForgeRefused
from agent.forge.body import enclosed, remark, renewed
from agent.forge.model import Access, Closing, Comment, Found, Host, PullRequest


class Forge:
    """One project; every call may raise `ForgeRefused` or `ForgeUnavailable`, and all can be repeated."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def publish(self, branch: str, base: str, title: str, body: str) -> PullRequest:
        """Open the branch's pull request as a draft, or bring its text up to date; nothing is written that is so already.

        One that a person closed or merged is not opened again, and nothing is written to it.
        """
        there = self._latest(branch)
        if there is None:
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
        if there is None or any(mark in one.body for one in self._host.comments(there.number)):
            return False
        self._host.say(there.number, remark(text, mark, self._host.limit))
        return True

    def closing(self, branch: str) -> Closing | None:
        """How the branch's pull request stands or ended, by whom, and a person's last words on it; None without one."""
        there = self._latest(branch)
        if there is None:
            return None
        ended = self._host.closing(there.number)
        if ended.state != "closed":
            return ended
        said = [one for one in self._host.comments(there.number) if _is_persons(one)]
        closers = [one for one in said if one.who == ended.by]
        words = closers or [one for one in said if one.member]
        return ended.model_copy(update={"words": words[-1].body.strip()}) if words else ended

    def access(self) -> Access:
        """What the token may do."""
        return self._host.access()

    def _latest(self, branch: str) -> Found | None:
        found = self._host.found(branch)
        return next((one for one in found if one.state == "open"), found[0] if found else None)

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


def _is_persons(said: Comment) -> bool:
    return said.person and bool(said.body.strip()) and "<!-- redline:" not in said.body
