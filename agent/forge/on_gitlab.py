"""GitLab, on gitlab.com or elsewhere, by python-gitlab (REST, version 4)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import gitlab
from gitlab.exceptions import GitlabError
from pydantic import ValidationError

from agent.forge.calls import STRANGE, Place, Problem, ask
from agent.forge.model import Access, Closing, Comment, Found, State
from agent.settings import ForgeSettings

Answer = TypeVar("Answer")

_DRAFT = re.compile(r"^(?:(?:\[Draft\]|\(Draft\)|Draft:)\s{0,8})+", re.IGNORECASE)
"""How GitLab marks a draft: by the title's beginning."""
_DEVELOPER = 30
"""The role that may push to an unprotected branch."""
_STATES: Mapping[str, State] = {"merged": "merged", "closed": "closed"}
_TITLE = 255


class GitLabHost:
    """See `model.Host`."""

    limit = 1_048_576

    def __init__(self, settings: ForgeSettings, place: Place) -> None:
        self._place = place
        self._may: dict[str, bool] = {}
        self._draft = settings.draft
        self._headers: Mapping[str, str] = {}
        self._client = gitlab.Gitlab(
            settings.base_url or None,
            private_token=place.token,
            timeout=settings.timeout,
            per_page=100,
            user_agent="redline",
            retry_transient_errors=False,
            keep_base_url=True,  # a page's link may name another host: the token does not go there
        )
        self._client.session.hooks["response"].append(self._saw)
        self._project = self._client.projects.get(place.project, lazy=True)

    def found(self, branch: str) -> tuple[Found, ...]:
        """See `model.Host.found`. A fork may have a branch of the same name: that one is not ours."""

        def work() -> tuple[Found, ...]:
            asked = self._project.mergerequests.list(
                source_branch=branch, state="all", order_by="created_at", sort="desc", get_all=True, **_ONCE
            )
            rows = [one.attributes for one in asked]
            return tuple(_found(row) for row in rows if _is_of(row, branch))

        return self._ask("list merge requests", work)

    def create(self, branch: str, base: str, title: str, body: str) -> Found | None:
        """See `model.Host.create`."""
        named = f"Draft: {title}" if self._draft else title

        def work() -> Found | None:
            wanted = {
                "source_branch": branch,
                "target_branch": base,
                "title": named[:_TITLE],
                "description": body,
            }
            try:
                return _found(self._project.mergerequests.create(wanted, **_ONCE).attributes)
            except GitlabError as error:
                if error.response_code == 409 and "already exists" in str(error.error_message):
                    return None
                raise

        return self._ask("open a merge request", work)

    def change(self, number: int, title: str, body: str) -> None:
        """See `model.Host.change`; whether it is a draft stays as people have it."""

        def work() -> None:
            now = self._project.mergerequests.get(number, **_ONCE).attributes["title"]
            mark = _DRAFT.match(now)
            named = f"{mark[0]}{title}" if mark else title
            self._project.mergerequests.update(
                number, {"title": named[:_TITLE], "description": body}, **_ONCE
            )

        self._ask("update the merge request", work)

    def comments(self, number: int) -> tuple[Comment, ...]:
        """See `model.Host.comments`."""

        def work() -> tuple[Comment, ...]:
            request = self._project.mergerequests.get(number, lazy=True)
            notes = request.notes.list(order_by="created_at", sort="asc", get_all=True, **_ONCE)
            return tuple(_comment(note.attributes) for note in notes)

        return self._ask("read what was said on the merge request", work)

    def say(self, number: int, text: str, *, unless: str) -> bool:
        """See `model.Host.say`."""

        def work() -> bool:
            notes = self._project.mergerequests.get(number, lazy=True).notes
            if any(
                unless in (one.attributes.get("body") or "") for one in notes.list(iterator=True, **_ONCE)
            ):
                return False
            notes.create({"body": text}, **_ONCE)
            return True

        return self._ask("comment on the merge request", work)

    def close(self, number: int) -> None:
        """See `model.Host.close`."""

        def work() -> None:
            self._project.mergerequests.update(number, {"state_event": "close"}, **_ONCE)

        self._ask("close the merge request", work)

    def may_decide(self, comment: Comment) -> bool:
        """See `model.Host.may_decide`."""

        def work() -> bool:
            try:
                row = self._project.members_all.get(comment.account, **_ONCE).attributes
            except GitlabError as error:
                if error.response_code in (403, 404):
                    return False
                raise
            return int(row.get("access_level", 0)) >= _DEVELOPER and row.get("state", "active") == "active"

        if comment.account not in self._may:
            self._may[comment.account] = self._ask("see who may merge", work)
        return self._may[comment.account]

    def closing(self, number: int) -> Closing:
        """See `model.Host.closing`."""

        def work() -> Closing:
            row = self._project.mergerequests.get(number, **_ONCE).attributes
            state = _STATES.get(row["state"], "open")
            merger = row.get("merge_user") or row.get("merged_by")
            closer = merger if state == "merged" else row.get("closed_by")
            when = row.get("merged_at") or row.get("closed_at")
            landed = row.get("merge_commit_sha") or row.get("squash_commit_sha") or row.get("sha") or ""
            return Closing(
                number=row["iid"],
                url=row["web_url"],
                state=state,
                by=str((closer or {}).get("username", "")),
                when=_moment(when) if when else None,
                commit=landed if state == "merged" else "",
            )

        return self._ask("see how the merge request ended", work)

    def access(self) -> Access:
        """See `model.Host.access`."""

        def who() -> str:
            self._client.auth()
            user = self._client.user
            return str(user.attributes["username"]) if user else ""

        def work() -> Access:
            row = self._client.projects.get(self._place.project, **_ONCE).attributes
            roles = (row.get("permissions") or {}).values()
            level = max((int(role.get("access_level", 0)) for role in roles if role), default=0)
            return Access(who="", project=row["path_with_namespace"], may_push=level >= _DEVELOPER)

        account = self._ask("be used", who)
        return self._ask("see the project", work).model_copy(update={"who": account})

    def _saw(self, response: Any, *_: object, **__: object) -> None:
        """Keep the headers of the last response: the library's errors leave them out."""
        self._headers = dict(response.headers)

    def _ask(self, what: str, work: Callable[[], Answer]) -> Answer:
        def tried() -> Answer:
            try:
                return work()
            except gitlab.exceptions.RedirectError:
                raise Problem(301, "the server sends us elsewhere") from None
            except GitlabError as error:
                status = error.response_code or STRANGE
                raise Problem(status, _said(error), self._headers) from None
            except OSError as error:  # every error of the connection is one
                timed_out = "Timeout" in type(error).__name__
                raise Problem(
                    0, "no answer in time" if timed_out else "the connection failed or broke off"
                ) from None
            except (ValidationError, AttributeError, ValueError, KeyError, TypeError):
                raise Problem(STRANGE, "the answer is not one of GitLab's") from None

        return ask(self._place, what, tried)


_ONCE: dict[str, Any] = {"obey_rate_limit": False, "max_retries": 0}
"""The library's own retries are off."""


def _found(row: Mapping[str, Any]) -> Found:
    return Found(
        number=row["iid"],
        url=row["web_url"],
        state=_STATES.get(row["state"], "open"),
        title=_DRAFT.sub("", row["title"]),
        body=row.get("description") or "",
    )


def _is_of(row: Mapping[str, Any], branch: str) -> bool:
    return bool(
        row["source_branch"] == branch and row.get("source_project_id") == row.get("target_project_id")
    )


def _comment(row: Mapping[str, Any]) -> Comment:
    author = row.get("author") or {}
    robot = row.get("system") or author.get("bot")
    beside = row.get("position") or {}
    return Comment(
        who=str(author.get("username", "")),
        when=_moment(row["created_at"]),
        body=row.get("body") or "",
        person=bool(author) and not robot,
        account=str(author.get("id") or ""),
        path=str(beside.get("new_path") or ""),
        line=int(beside.get("new_line") or 0),
        commit=str(beside.get("head_sha") or ""),
    )


def _moment(text: str) -> dt.datetime:
    found = dt.datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def _said(error: GitlabError) -> str:
    told: object = error.error_message
    if isinstance(told, Mapping):
        return "; ".join(f"{key}: {value}" for key, value in told.items())
    return "; ".join(map(str, told)) if isinstance(told, list) else str(told)
