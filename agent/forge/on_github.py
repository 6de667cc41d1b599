"""GitHub, and GitHub Enterprise, by PyGithub (REST, version 2022-11-28)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

import github
from github.GithubException import BadAttributeException, GithubException, IncompletableObject
from github.PullRequest import PullRequest as Pull
from github.Repository import Repository

from agent.forge.calls import STRANGE, Place, Problem, ask
from agent.forge.model import Access, Closing, Comment, Found, State
from agent.settings import ForgeSettings

Answer = TypeVar("Answer")

_ROBOT = "Bot"
_MEMBERS = ("OWNER", "MEMBER", "COLLABORATOR")
"""What GitHub calls those who belong to a project; `CONTRIBUTOR` and `NONE` are anybody."""
_DECIDING = ("admin", "maintain", "write")
"""Permissions that let an account merge."""
_NO_DRAFTS = "draft pull requests are not supported"
_THERE = "a pull request already exists"
_STRANGE = (
    IncompletableObject,
    BadAttributeException,
    AssertionError,
    RuntimeError,
    KeyError,
    TypeError,
    ValueError,
)
"""What the library raises over an answer that is not of GitHub's form."""


class GitHubHost:
    """See `model.Host`."""

    limit = 65_536

    def __init__(self, settings: ForgeSettings, place: Place) -> None:
        self._place = place
        self._may: dict[str, bool] = {}
        self._draft = settings.draft
        self._owner = settings.project.partition("/")[0]
        self._client = github.Github(
            auth=github.Auth.Token(place.token),
            base_url=_api(settings.base_url),
            timeout=max(1, round(settings.timeout)),
            user_agent="redline",
            per_page=100,
            retry=None,
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
        )

    def found(self, branch: str) -> tuple[Found, ...]:
        """See `model.Host.found`. A fork may have a branch of the same name: that one is not ours."""

        def work() -> tuple[Found, ...]:
            pulls = self._project().get_pulls(
                state="all", head=f"{self._owner}:{branch}", sort="created", direction="desc"
            )
            return tuple(_found(pull) for pull in pulls if _is_of(pull, branch))

        return self._ask("list pull requests", work)

    def create(self, branch: str, base: str, title: str, body: str) -> Found | None:
        """See `model.Host.create`; where the project has no drafts, it is an ordinary one."""

        def work(*, draft: bool) -> Found | None:
            try:
                made = self._project().create_pull(
                    base=base, head=branch, title=title, body=body, draft=draft
                )
            except GithubException as error:
                said = _said(error).casefold()
                if error.status == 422 and draft and _NO_DRAFTS in said:
                    return work(draft=False)
                if error.status == 422 and _THERE in said:
                    return None
                raise
            return _found(made)

        return self._ask("open a pull request", lambda: work(draft=self._draft))

    def change(self, number: int, title: str, body: str) -> None:
        """See `model.Host.change`."""
        self._ask(
            "update the pull request",
            lambda: self._project().get_pull(number).edit(title=title, body=body),
        )

    def comments(self, number: int) -> tuple[Comment, ...]:
        """Comments, what reviews say as a whole, and what they say beside lines."""

        def work() -> tuple[Comment, ...]:
            return tuple(sorted(_said_on(self._project().get_pull(number)), key=lambda one: one.when))

        return self._ask("read what was said on the pull request", work)

    def say(self, number: int, text: str, *, unless: str) -> bool:
        """See `model.Host.say`."""

        def work() -> bool:
            pull = self._project().get_pull(number)
            if any(unless in (one.body or "") for one in pull.get_issue_comments()):
                return False
            pull.create_issue_comment(text)
            return True

        return self._ask("comment on the pull request", work)

    def close(self, number: int) -> None:
        """See `model.Host.close`."""
        self._ask("close the pull request", lambda: self._project().get_pull(number).edit(state="closed"))

    def may_decide(self, comment: Comment) -> bool:
        """See `model.Host.may_decide`. Being a collaborator is not enough: some may read alone."""

        def work() -> bool:
            try:
                right = self._project().get_collaborator_permission(comment.account)
            except GithubException as error:
                if error.status in (403, 404):
                    return False
                raise
            return right in _DECIDING

        if not comment.member:
            return False
        if comment.account not in self._may:
            self._may[comment.account] = self._ask("see who may merge", work)
        return self._may[comment.account]

    def closing(self, number: int) -> Closing:
        """See `model.Host.closing`."""

        def work() -> Closing:
            pull = self._project().get_pull(number)
            state = _state(pull)
            closer = None
            if state == "merged":
                closer = pull.merged_by
            elif state == "closed":
                closer = self._project().get_issue(number).closed_by
            return Closing(
                number=pull.number,
                url=pull.html_url,
                state=state,
                by=closer.login if closer else "",
                when=pull.merged_at or pull.closed_at,
                commit=(pull.merge_commit_sha or "") if state == "merged" else "",
            )

        return self._ask("see how the pull request ended", work)

    def access(self) -> Access:
        """See `model.Host.access`. A token of an app has no account to name."""

        def who() -> str:
            try:
                return self._client.get_user().login
            except GithubException as error:
                if error.status == 403 and "integration" in _said(error).casefold():
                    return ""
                raise

        def work() -> tuple[str, bool]:
            project = self._client.get_repo(self._place.project)
            return project.full_name, bool(project.permissions and project.permissions.push)

        account = self._ask("be used", who)
        name, may_push = self._ask("see the project", work)
        return Access(who=account, project=name, may_push=may_push)

    def _project(self) -> Repository:
        return self._client.get_repo(self._place.project)

    def _ask(self, what: str, work: Callable[[], Answer]) -> Answer:
        def tried() -> Answer:
            try:
                return work()
            except _STRANGE:
                raise Problem(STRANGE, "the answer is not one of GitHub's") from None
            except GithubException as error:
                raise Problem(error.status, _said(error), error.headers) from None
            except OSError as error:  # every error of the connection is one
                raise Problem(0, _cause(error)) from None

        return ask(self._place, what, tried)


def _api(address: str) -> str:
    """The address of the API: of GitHub Enterprise, `/api/v3` of its own address."""
    if not address:
        return "https://api.github.com"
    path = urlsplit(address).path.strip("/")
    return address if path or urlsplit(address).hostname == "api.github.com" else f"{address}/api/v3"


def _is_of(pull: Pull, branch: str) -> bool:
    # A project that was renamed answers under its new name; of a fork that was deleted there is no project.
    home = pull.head.repo
    return pull.head.ref == branch and home is not None and home.full_name == pull.base.repo.full_name


def _found(pull: Pull) -> Found:
    return Found(
        number=pull.number,
        url=pull.html_url,
        state=_state(pull),
        title=pull.title,
        body=pull.body or "",
    )


def _state(pull: Pull) -> State:
    if pull.merged_at:
        return "merged"
    return "open" if pull.state == "open" else "closed"


def _said_on(pull: Pull) -> Iterator[Comment]:
    for one in pull.get_issue_comments():
        person = one.user is not None and one.user.type != _ROBOT
        yield Comment(
            who=one.user.login if one.user else "",
            when=one.created_at,
            body=one.body or "",
            person=person,
            member=one.author_association in _MEMBERS,
            account=one.user.login if one.user else "",
        )
    for review in pull.get_reviews():
        person = review.user is not None and review.user.type != _ROBOT
        if review.body and review.submitted_at:
            yield Comment(
                who=review.user.login if review.user else "",
                when=review.submitted_at,
                body=review.body,
                person=person,
                member=review.author_association in _MEMBERS,
                account=review.user.login if review.user else "",
            )
    for beside in pull.get_review_comments():
        author = beside.user
        yield Comment(
            who=author.login if author else "",
            when=beside.created_at,
            body=beside.body or "",
            person=author is not None and author.type != _ROBOT,
            member=beside.author_association in _MEMBERS,
            account=author.login if author else "",
            path=beside.path or "",
            line=(beside.original_line or 0) if beside.side != "LEFT" else 0,
            commit=beside.original_commit_id or "",
        )


def _said(error: GithubException) -> str:
    """A server's words: its message, and the first of its details."""
    data = error.data
    if not isinstance(data, Mapping):
        return str(error.message or "")
    words = [str(data.get("message") or "")]
    details = data.get("errors")
    for detail in details[:2] if isinstance(details, list) else []:
        if isinstance(detail, Mapping):
            words.append(str(detail.get("message") or f"{detail.get('field')} is {detail.get('code')}"))
        else:
            words.append(str(detail))
    return "; ".join(word for word in words if word)


def _cause(error: OSError) -> str:
    return "no answer in time" if "Timeout" in type(error).__name__ else "the connection failed or broke off"
