"""The server, spoken to by the SDK's own client: over standard input and output, and over HTTP on loopback."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from agent import cli
from agent.errors import BadInput
from agent.mcp.server import Bound, bind, http_server, make_server
from agent.mcp.tools import Tools
from agent.opening import open_workspace, system_clock
from tests.conftest import DoneNight, GitFolder
from tests.nights import BRANCH, copy_vectors
from tests.review.conftest import copy

NOTE = "inbox/bo/2026-10-12T0900-heron-rebuild.md"
TOOLS = {"search_sources", "read_passage", "ask", "trace", "since", "list_open"}


@pytest.fixture(scope="module")
def root(done_night: DoneNight, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace with its night merged, and a note that holds a key."""
    place = tmp_path_factory.mktemp("mcp") / "work"
    copy(done_night.folder.root, place)
    copy_vectors(done_night.folder.root, place)
    folder = GitFolder(place)
    folder.git("merge", "-q", "--no-ff", "-m", "Take the night", BRANCH)
    (place / "inbox/cy/2026-10-13-key.md").write_text(
        "# Access\n\nGannet uses the key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD daily.\n", "utf-8"
    )
    (place.parent / "outside.md").write_text("# Outside\n\nThe outside secret is 4711.\n", "utf-8")
    return place


async def call(client: Client, name: str, **given: Any) -> Any:
    result = await client.call_tool(name, given)
    assert not result.is_error, result.content
    return result.structured_content


async def refused(client: Client, name: str, **given: Any) -> str:
    result = await client.call_tool(name, given)
    assert result.is_error
    return str(result.content)


async def all_tools(client: Client) -> None:
    """What every transport must do."""
    listed = await client.list_tools()
    assert {tool.name for tool in listed.tools} == TOOLS
    wrong = await refused(client, "search_sources", query="Heron", limit=999)
    assert "The argument limit of search_sources is wrong" in wrong
    assert "pydantic" not in wrong
    assert "validation error" not in wrong
    assert "query" in await refused(client, "search_sources")
    assert all(tool.output_schema for tool in listed.tools)
    found = await call(client, "search_sources", query="Heron-NG rebuild minutes", contributors=["bo"])
    assert found["passages"][0]["citation"]["path"] == NOTE
    read = await call(client, "read_passage", path=NOTE, start_line=7, context=0)
    assert "41 minutes" in read["text"]
    answer = await call(client, "ask", question="In how many minutes does Heron-NG rebuild a disk?")
    assert not answer["refused"]
    assert answer["sentences"][0]["citations"][0]["start_line"] == 7
    told = await call(client, "trace", text="Rebuild traffic is capped at 30% of the network")
    assert told["brought"]["night"] == "2026-10-12"
    news = await call(client, "since", day="2026-10-13")
    assert news["result"][0]["document"] == "storage"
    assert (await call(client, "list_open"))["watches"]


async def safe(client: Client) -> None:
    """Nothing outside the workspace, no keys, nothing without bounds."""
    for path in ("../outside.md", "/etc/passwd", "inbox/../../outside.md", ".git/config", "redline.toml"):
        assert "is no source of this workspace" in await refused(
            client, "read_passage", path=path, start_line=1
        )
    key = await call(client, "search_sources", query="Gannet key")
    assert "abcdefghij" not in str(key)
    opened = await call(client, "read_passage", path="inbox/cy/2026-10-13-key.md", start_line=1, end_line=9)
    assert "abcdefghij" not in str(opened)
    assert "Gannet" in opened["text"]
    await refused(client, "ask", question="x" * 3_000)
    await refused(client, "read_passage", path=NOTE, start_line=0)
    assert "Line 77 of living_doc/storage.md says nothing" in await refused(client, "trace", text="L77")
    assert (await call(client, "ask", question="What is the outside secret?"))["refused"]


def test_stdio__a_real_process(root: Path) -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "agent", "mcp"], cwd=root)

    async def talk() -> None:
        async with Client(server, read_timeout_seconds=60) as client:
            await all_tools(client)
            await safe(client)

    asyncio.run(talk())


@contextmanager
def serving(root: Path) -> Iterator[Bound]:
    bound = bind(0)
    tools = Tools(root, system_clock)
    running = http_server(tools, bound)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [bound.socket]}, daemon=True)
    thread.start()
    try:
        yield bound
    finally:
        running.should_exit = True
        thread.join(20)
        tools.close()
        bound.socket.close()


def test_http__the_token_opens_it(root: Path) -> None:
    async def talk(bound: Bound) -> None:
        headers = {"Authorization": f"Bearer {bound.token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(bound.url, http_client=http)) as client,
        ):
            await all_tools(client)

    with serving(root) as bound:
        asyncio.run(talk(bound))


def test_http__without_it_or_under_another_name_it_stays_shut(root: Path) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    with serving(root) as bound, httpx2.Client(timeout=20) as http:
        assert http.post(bound.url, json=body).status_code == 401
        assert http.post(bound.url, json=body, headers={"Authorization": "Bearer x"}).status_code == 401
        let_in = {"Authorization": f"Bearer {bound.token}", "Accept": "application/json, text/event-stream"}
        assert http.post(bound.url, json=body, headers=let_in | {"Host": "evil.example"}).status_code == 421
        assert (
            http.post(bound.url, json=body, headers=let_in | {"Origin": "http://evil.example"}).status_code
            == 403
        )


def test_bind__a_short_token_is_refused() -> None:
    with pytest.raises(BadInput, match="guessed"):
        bind(0, "short")


def test_server__says_its_version() -> None:
    assert make_server(Tools(Path(), system_clock)).version == version("redline")


def test_tools__a_new_note_is_found_without_a_restart(root: Path, tmp_path: Path) -> None:
    from agent.ask import Filters
    from agent.ask.kept import KeptAsker

    place = tmp_path / "work"
    shutil.copytree(root, place)
    tools = Tools(place, system_clock, KeptAsker(lambda: open_workspace(place), look=0.0))
    try:
        assert tools.ask("How many replicas does Osprey keep?", Filters(), "").refused
        (place / "inbox/bo/2026-10-14-osprey.md").write_text(
            "# Osprey\n\nOsprey keeps 7 replicas.\n", "utf-8"
        )
        assert (
            "7 replicas" in tools.ask("How many replicas does Osprey keep?", Filters(), "").sentences[0].text
        )
    finally:
        tools.close()


def test_command__a_missing_part_is_one_sentence(
    workspace: GitFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(workspace.root)
    monkeypatch.setitem(sys.modules, "agent.mcp.server", None)
    assert cli.main(("mcp",)) == 18
    assert "pip install 'redline[mcp]'" in capsys.readouterr().err
