"""A forge on loopback: the documented parts of GitHub's REST API and of GitLab's, over real HTTP, with their errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from tests.loopback import Loopback

Kind = Literal["github", "gitlab"]
TOKEN = "tok-0123456789-very-secret"
PROJECT = "house/handbook"
NOW = "Mon, 12 Oct 2026 15:00:00 GMT"
EPOCH = 1_791_817_200
"""`NOW` as seconds since 1970."""


def account(who: str) -> int:
    """The number of an account on GitLab."""
    return sum(who.encode())


@dataclass
class Pull:
    """A pull or merge request as the forge keeps it."""

    number: int
    title: str
    body: str
    head: str
    base: str
    draft: bool = False
    state: str = "open"
    merged: bool = False
    by: str = ""
    ended: str = "2026-10-13T08:00:00Z"
    commit: str = ""
    fork: bool = False
    orphan: bool = False
    """Of GitHub: its fork is deleted."""
    comments: list[dict[str, Any]] = field(default_factory=list)
    reviews: list[dict[str, Any]] = field(default_factory=list)
    beside: list[dict[str, Any]] = field(default_factory=list)
    """Of GitHub: what was said beside lines."""


@dataclass(frozen=True)
class Fault:
    """What is answered instead, for the next `times` requests that match."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    hang_up: bool = False
    """The connection ends without an answer."""
    done: bool = False
    """What was asked is done all the same: it is the answer alone that is lost."""
    silent: bool = False
    """Nothing is sent until the test ends."""
    promised: int = 0
    """Further bytes that are promised and never come."""


@dataclass(frozen=True)
class Asked:
    """A request that came."""

    method: str
    path: str
    data: dict[str, Any]


class ForgeServer(Loopback):
    """One forge with one project."""

    date = NOW

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.pulls: list[Pull] = []
        self.asked: list[Asked] = []
        self.page = 2
        self.may_push = True
        self.name = PROJECT
        """What the project is called now; it answers under its old name too."""
        self.robot = False
        """The token is an app's: it has no account."""
        self.drafts = True
        self.mergers: set[str] = set()
        """Accounts that may merge."""
        self.exists: Callable[[str], bool] = lambda branch: True
        """Whether the project has a branch."""
        self.faults: list[tuple[str, Fault, list[int]]] = []

    def fail(self, match: str, fault: Fault, times: int = 1_000) -> None:
        """Answer requests whose `METHOD path` matches with a fault."""
        self.faults.append((match, fault, [times]))

    def writes(self) -> list[Asked]:
        """The requests that were to change something."""
        return [one for one in self.asked if one.method != "GET"]

    def say(
        self, number: int, who: str, text: str, when: str, *, robot: bool = False, member: bool = False
    ) -> None:
        """Somebody comments."""
        note = {"id": 1, "body": text, "created_at": when, "updated_at": when}
        if self.kind == "github":
            note["user"] = {"login": who, "type": "Bot" if robot else "User"}
            note["author_association"] = "COLLABORATOR" if member else "NONE"
        else:
            note |= {"author": {"id": account(who), "username": who, "bot": robot}, "system": False}
        self.pull(number).comments.append(note)

    def say_beside(self, number: int, who: str, text: str, when: str, place: tuple[str, str, int]) -> None:
        """A member comments beside a line: commit, path, line."""
        commit, path, line = place
        self.say(number, who, text, when, member=True)
        note = self.pull(number).comments.pop()
        if self.kind == "github":
            where = {"original_commit_id": commit, "path": path, "original_line": line, "side": "RIGHT"}
            self.pull(number).beside.append(note | where)
        else:
            position = {"head_sha": commit, "new_path": path, "new_line": line, "position_type": "text"}
            self.pull(number).comments.append(note | {"type": "DiffNote", "position": position})

    def pull(self, number: int = 1) -> Pull:
        """One of them."""
        return next(one for one in self.pulls if one.number == number)

    def handle(self, handler: BaseHTTPRequestHandler, data: Any) -> None:
        """See `Loopback.handle`."""
        method, path = handler.command, handler.path
        with self._lock:
            self.asked.append(Asked(method, path, data))
            answer = fault = self._fault(f"{method} {path}")
            if fault is None or fault.done:
                made = self._answer(method, path, data, handler.headers)
                answer = fault or made
        assert answer is not None
        self._send(handler, answer)

    def _fault(self, asked: str) -> Fault | None:
        for match, fault, left in self.faults:
            if left[0] and re.search(match, asked):
                left[0] -= 1
                return fault
        return None

    def _send(self, handler: BaseHTTPRequestHandler, answer: Fault) -> None:
        if answer.silent:
            self.silence(handler)
        elif answer.hang_up:
            self.hang_up(handler)
        else:
            body = answer.raw if answer.raw is not None else json.dumps(answer.body).encode()
            headers = {"X-RateLimit-Remaining": "4999", **answer.headers}
            self.send(handler, answer.status, body, headers, promised=answer.promised)

    def _answer(self, method: str, path: str, data: dict[str, Any], headers: Any) -> Fault:
        parts = urlsplit(path)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        given = headers.get("PRIVATE-TOKEN") or (headers.get("Authorization") or "").partition(" ")[2]
        if given != TOKEN:
            said = "Bad credentials" if self.kind == "github" else "401 Unauthorized"
            return Fault(401, {"message": said})
        prefix = "/api/v3" if self.kind == "github" else "/api/v4"
        if not parts.path.startswith(prefix):
            return Fault(404, raw=b"<html>no such page</html>", headers={"Content-Type": "text/html"})
        route = unquote(parts.path.removeprefix(prefix))
        act = self._github if self.kind == "github" else self._gitlab
        return act(method, route, query, data)

    def _paged(self, rows: list[Any], query: dict[str, str], route: str) -> Fault:
        """A page of at most `page` rows, and the address of the next one in `Link`."""
        number = int(query.get("page", "1"))
        part = rows[(number - 1) * self.page : number * self.page]
        headers = {"X-Page": str(number), "X-Per-Page": str(self.page)}
        if number * self.page < len(rows):
            more = "&".join(f"{k}={v}" for k, v in {**query, "page": str(number + 1)}.items())
            headers["Link"] = f'<{self.url}{route}?{more}>; rel="next"'
            headers["X-Next-Page"] = str(number + 1)
        return Fault(200, part, headers)

    # GitHub

    def _github(self, method: str, route: str, query: dict[str, str], data: dict[str, Any]) -> Fault:
        home = f"/repos/{PROJECT}"
        if route == "/user":
            if self.robot:
                return Fault(403, {"message": "Resource not accessible by integration"})
            return Fault(200, {"login": "night-desk", "type": "User"})
        if route == home:
            push = {"admin": False, "push": self.may_push, "pull": True}
            return Fault(200, {"full_name": PROJECT, "permissions": push})
        if not route.startswith(home):
            return Fault(404, {"message": "Not Found", "documentation_url": "https://docs.example"})
        rest = route.removeprefix(home)
        if rest == "/pulls" and method == "GET":
            owner, _, head = query["head"].partition(":")
            assert owner == PROJECT.partition("/")[0]
            rows = [self._hub(one) for one in reversed(self.pulls) if one.head == head]
            return self._paged(rows, query, f"/api/v3{route}")
        if rest == "/pulls":
            return self._open_on_github(data)
        if right := re.fullmatch(r"/collaborators/([\w-]+)/permission", rest):
            return Fault(200, {"permission": "write" if right[1] in self.mergers else "read"})
        found = re.fullmatch(r"/(pulls|issues)/(\d+)(/\w+)?", rest)
        if not found or int(found[2]) > len(self.pulls):
            return Fault(404, {"message": "Not Found"})
        pull = self.pull(int(found[2]))
        if (found[1], found[3]) == ("pulls", "/comments"):
            return self._paged(pull.beside, query, f"/api/v3{route}")
        return self._one_on_github(method, pull, found[3] or "", query, data, route)

    def _open_on_github(self, data: dict[str, Any]) -> Fault:
        errors: list[dict[str, str]] = []
        if not self.exists(data["head"]):
            errors.append({"resource": "PullRequest", "field": "head", "code": "invalid"})
        if not self.exists(data["base"]):
            errors.append({"resource": "PullRequest", "field": "base", "code": "invalid"})
        if any(one.head == data["head"] and one.state == "open" and not one.fork for one in self.pulls):
            said = f"A pull request already exists for house:{data['head']}."
            errors.append({"resource": "PullRequest", "code": "custom", "message": said})
        if len(data["body"]) > 65_536:
            said = "body is too long (maximum is 65536 characters)"
            errors.append({"resource": "Issue", "field": "body", "code": "custom", "message": said})
        if errors:
            return Fault(422, {"message": "Validation Failed", "errors": errors})
        if data.get("draft") and not self.drafts:
            return Fault(422, {"message": "Draft pull requests are not supported in this repository."})
        made = self._made(
            data["title"], data["body"], data["head"], data["base"], draft=bool(data.get("draft"))
        )
        return Fault(201, self._hub(made))

    def _one_on_github(
        self, method: str, pull: Pull, part: str, query: dict[str, str], data: dict[str, Any], route: str
    ) -> Fault:
        if part == "/comments" and method == "POST":
            self.say(pull.number, "night-desk", data["body"], "2026-10-13T07:00:00Z")
            return Fault(201, pull.comments[-1])
        if part in ("/comments", "/reviews"):
            return self._paged(getattr(pull, part[1:]), query, f"/api/v3{route}")
        if method == "PATCH":
            pull.title, pull.body = data.get("title", pull.title), data.get("body", pull.body)
            self._close(pull, asked=data.get("state") == "closed")
        row = self._hub(pull)
        row["closed_by"] = {"login": pull.by} if pull.by else None
        row["merged_by"] = {"login": pull.by} if pull.merged else None
        return Fault(200, row)

    def _hub(self, pull: Pull) -> dict[str, Any]:
        home = "someone/handbook" if pull.fork else self.name
        return {
            "url": f"{self.url}/api/v3/repos/{PROJECT}/pulls/{pull.number}",
            "comments_url": f"{self.url}/api/v3/repos/{PROJECT}/issues/{pull.number}/comments",
            "issue_url": f"{self.url}/api/v3/repos/{PROJECT}/issues/{pull.number}",
            "html_url": f"{self.url}/{PROJECT}/pull/{pull.number}",
            "number": pull.number,
            "state": pull.state,
            "draft": pull.draft,
            "title": pull.title,
            "body": pull.body,
            "head": {"ref": pull.head, "sha": "0" * 40, "repo": None if pull.orphan else {"full_name": home}},
            "base": {"ref": pull.base, "sha": "0" * 40, "repo": {"full_name": self.name}},
            "merged_at": pull.ended if pull.merged else None,
            "closed_at": pull.ended if pull.state != "open" else None,
            "merge_commit_sha": pull.commit or None,
        }

    # GitLab

    def _gitlab(self, method: str, route: str, query: dict[str, str], data: dict[str, Any]) -> Fault:
        home = f"/projects/{PROJECT}"
        if route == "/user":
            return Fault(200, {"id": 7, "username": "night-desk"})
        if route == home:
            access = {"access_level": 30 if self.may_push else 20, "notification_level": 3}
            row = {"id": 1, "path_with_namespace": PROJECT}
            return Fault(200, {**row, "permissions": {"project_access": access, "group_access": None}})
        if member := re.fullmatch(rf"{home}/members/all/(\d+)", route):
            level = 40 if int(member[1]) in map(account, self.mergers) else 20
            return Fault(200, {"id": int(member[1]), "access_level": level, "state": "active"})
        if not route.startswith(f"{home}/merge_requests"):
            return Fault(404, {"message": "404 Project Not Found"})
        rest = route.removeprefix(f"{home}/merge_requests")
        if not rest and method == "GET":
            rows = [self._lab(one) for one in reversed(self.pulls) if one.head == query["source_branch"]]
            return self._paged(rows, query, f"/api/v4{route.replace(PROJECT, PROJECT.replace('/', '%2F'))}")
        if not rest:
            return self._open_on_gitlab(data)
        found = re.fullmatch(r"/(\d+)(/notes)?", rest)
        if not found or int(found[1]) > len(self.pulls):
            return Fault(404, {"message": "404 Not found"})
        pull = self.pull(int(found[1]))
        if found[2] and method == "POST":
            self.say(pull.number, "night-desk", data["body"], "2026-10-13T07:00:00Z")
            return Fault(201, pull.comments[-1])
        if found[2]:
            place = f"/api/v4{route.replace(PROJECT, PROJECT.replace('/', '%2F'))}"
            return self._paged(pull.comments, query, place)
        if method == "PUT":
            title = data.get("title", pull.title)
            pull.draft = title.startswith("Draft:")
            pull.title, pull.body = title, data.get("description", pull.body)
            self._close(pull, asked=data.get("state_event") == "close")
        return Fault(200, self._lab(pull))

    def _open_on_gitlab(self, data: dict[str, Any]) -> Fault:
        head = data["source_branch"]
        there = next((p for p in self.pulls if p.head == head and p.state == "open" and not p.fork), None)
        if there:
            said = f"Another open merge request already exists for this source branch: !{there.number}"
            return Fault(409, {"message": [said]})
        if not self.exists(head) or not self.exists(data["target_branch"]):
            return Fault(422, {"message": {"base": ["Source or target branch does not exist"]}})
        if len(data["description"]) > 1_048_576:
            return Fault(400, {"message": {"description": ["is too long (maximum is 1048576 characters)"]}})
        title = data["title"]
        made = self._made(
            title, data["description"], head, data["target_branch"], draft=title.startswith("Draft:")
        )
        return Fault(201, self._lab(made))

    def _lab(self, pull: Pull) -> dict[str, Any]:
        states = {"open": "opened", "closed": "closed"}
        ended = pull.ended if pull.state != "open" else None
        who = {"username": pull.by} if pull.by else None
        return {
            "iid": pull.number,
            "id": 1000 + pull.number,
            "web_url": f"{self.url}/{PROJECT}/-/merge_requests/{pull.number}",
            "state": "merged" if pull.merged else states[pull.state],
            "draft": pull.draft,
            "title": pull.title,
            "description": pull.body,
            "source_branch": pull.head,
            "target_branch": pull.base,
            "source_project_id": 2 if pull.fork else 1,
            "target_project_id": 1,
            "merged_at": ended if pull.merged else None,
            "closed_at": None if pull.merged else ended,
            "merge_user": who if pull.merged else None,
            "closed_by": None if pull.merged else who,
            "merge_commit_sha": pull.commit or None,
            "sha": "0" * 40,
        }

    def _close(self, pull: Pull, *, asked: bool) -> None:
        if asked and pull.state == "open":
            pull.state, pull.by, pull.ended = "closed", "night-desk", "2026-10-13T07:00:01Z"

    def _made(self, title: str, body: str, head: str, base: str, *, draft: bool) -> Pull:
        made = Pull(len(self.pulls) + 1, title, body, head, base, draft)
        self.pulls.append(made)
        return made
