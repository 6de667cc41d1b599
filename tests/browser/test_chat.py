"""Asking in the browser: streamed, opened in place, cancelled, without scripts, on a phone, in the dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from agent.web.chat import Chat
from agent.web.server import Bound
from tests.browser.conftest import Open
from tests.browser.test_report import serious_faults
from tests.conftest import DoneNight
from tests.nights import copy_vectors
from tests.review.conftest import copy
from tests.web.server import serving

pytestmark = pytest.mark.browser

QUESTION = "In how many minutes does Heron-NG rebuild a disk?"
ANSWER = "Heron-NG rebuilds a failed 16 TB disk in 41 minutes on 24 nodes"


@pytest.fixture
def asking(done_night: DoneNight, tmp_path: Path) -> Iterator[Bound]:
    """A server with the page over the small workspace after its night."""
    root = tmp_path / "work"
    copy(done_night.folder.root, root)
    copy_vectors(done_night.folder.root, root)
    chat = Chat(root)
    with serving(root, plugs=(chat.plug,)) as running:
        yield running
    chat.close()


def come_in(page: Page, name: str = "Jay Tester") -> Page:
    page.get_by_label("姓名").fill(name)
    page.get_by_role("button", name="开始审阅").click()
    page.get_by_role("link", name="提问").click()
    return page


def ask(page: Page, question: str) -> None:
    page.get_by_label("问题").fill(question)
    page.get_by_role("button", name="提问").click()


def test_chat__an_answer_streams_in_and_its_quotation_opens(
    open_page: Open, asking: Bound, shots: Path
) -> None:
    page = come_in(open_page(asking.url))
    ask(page, QUESTION)
    expect(page.locator(".sentence > p")).to_have_text(ANSWER)
    cite = page.locator(".cite").first
    expect(cite.locator("mark")).to_be_hidden()
    cite.locator("summary").click()
    expect(cite.locator("mark")).to_have_text(ANSWER)
    ask(page, "Kestrel 并发 64 和 256 时的 P99？")
    expect(page.locator(".turn")).to_have_count(2)
    ask(page, "Osprey 的压缩率是多少？")
    expect(page.locator(".turn.refused")).to_have_count(1)
    page.screenshot(path=shots / "chat-desktop.png", full_page=True)
    page.reload()
    expect(page.locator(".turn")).to_have_count(3)
    page.get_by_role("button", name="清除对话").click()
    expect(page.locator(".turn")).to_have_count(0)
    print(f"\nscreenshots: {shots}")


def test_chat__on_a_phone_in_the_dark(open_page: Open, asking: Bound, shots: Path) -> None:
    page = come_in(open_page(asking.url, size="phone", scheme="dark", lax=True))
    ask(page, QUESTION)
    expect(page.locator(".sentence > p")).to_have_text(ANSWER)
    page.locator(".cite summary").first.click()
    page.screenshot(path=shots / "chat-phone-dark.png", full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    assert serious_faults(page) == []


def test_chat__works_without_scripts(open_page: Open, asking: Bound) -> None:
    page = come_in(open_page(asking.url, scripts=False))
    ask(page, QUESTION)
    expect(page.locator(".sentence > p")).to_have_text(ANSWER)
    page.locator(".cite summary").first.click()
    expect(page.locator(".cite mark")).to_have_text(ANSWER)


def test_chat__can_be_stopped(open_page: Open, asking: Bound) -> None:
    page = come_in(open_page(asking.url))
    page.route("**/ask/stream", lambda route: None)  # an answer that never comes
    ask(page, QUESTION)
    page.get_by_role("button", name="停止").click()
    expect(page.locator(".turn .pending")).to_have_text("已停止。")
    page.unroute("**/ask/stream")
    ask(page, QUESTION)
    expect(page.locator(".sentence > p")).to_have_text(ANSWER)
