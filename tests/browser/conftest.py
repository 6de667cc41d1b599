"""A real browser before a real server; screenshots of what it shows."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from agent.web.server import Bound
from tests.conftest import DoneNight, GitFolder
from tests.review.conftest import Desk, copy
from tests.web.server import serving

Open = Callable[..., Page]
SIZES = {"desktop": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no chromium: apt-get install chromium fonts-noto-cjk")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go; told at the end of each test that makes one."""
    return tmp_path_factory.mktemp("screenshots")


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens a page in a context of its own; a page that logs an error, or asks elsewhere, fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(
        url: str, size: str = "desktop", scheme: str = "light", *, scripts: bool = True, lax: bool = False
    ) -> Page:
        context = browser.new_context(
            viewport=SIZES[size],  # type: ignore[arg-type]  # a plain dict, where the stubs want their own
            color_scheme=scheme,  # type: ignore[arg-type]  # one of two words, where the stubs want a literal
            java_script_enabled=scripts,
            bypass_csp=lax,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: None if _near(asked.url) else faults.append(asked.url))
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "409" not in fault and "422" not in fault] == []


def _near(url: str) -> bool:
    return url.startswith(("file://", "http://127.0.0.1:", "data:"))


@pytest.fixture
def night(done_night: DoneNight, tmp_path: Path) -> Desk:
    """The small workspace after its night."""
    copy(done_night.folder.root, tmp_path / "work")
    return Desk(GitFolder(tmp_path / "work"))


@pytest.fixture
def bound(night: Desk) -> Iterator[Bound]:
    """A server over it."""
    with serving(night.folder.root) as running:
        yield running
