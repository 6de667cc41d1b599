"""The whole way of a reviewer through the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from agent.web.server import Bound
from tests.browser.conftest import Open
from tests.browser.test_report import serious_faults
from tests.review.conftest import Desk

pytestmark = pytest.mark.browser


def come_in(page: Page, name: str = "Jay Tester") -> Page:
    """Say who one is, and open the night."""
    page.get_by_label("姓名").fill(name)
    page.get_by_role("button", name="开始审阅").click()
    page.get_by_role("link", name="2026-10-12 storage").click()
    expect(page.locator("[data-card]")).to_have_count(3)
    return page


def test_flow__open_read_filter_accept_edit_refuse_finish(
    open_page: Open, bound: Bound, night: Desk, shots: Path
) -> None:
    page = come_in(open_page(bound.url))
    assert "token=" not in page.url
    page.screenshot(path=shots / "flow-1-night.png")

    page.locator("#i-1").get_by_role("button", name="接受").click()
    expect(page.locator("#i-1 .messages")).to_contain_text("已接受「Kestrel 并发与延迟实测」。")
    page.screenshot(path=shots / "flow-2-accepted.png")

    page.locator("#i-2").get_by_role("link", name="改写").click()
    box = page.get_by_label("Markdown 原文")
    box.fill(box.input_value().replace("41 minutes", "14 minutes"))
    page.get_by_role("button", name="预览并核对").click()
    expect(page.locator(".found")).to_contain_text("14 minutes")
    page.screenshot(path=shots / "flow-3-preview.png", full_page=True)
    box = page.get_by_label("Markdown 原文")
    box.fill(box.input_value().replace("14 minutes", "41 minutes") + "\n- 由 Jay 补充的一句")
    page.get_by_role("button", name="保存改写").click()
    expect(page.locator("#i-2")).to_contain_text("已改写 · Jay Tester")

    refuse = page.locator("#i-3 [data-refuse]")
    refuse.locator("summary").click()
    refuse.get_by_label("原因").fill("与上周重复")
    page.screenshot(path=shots / "flow-4-refuse.png")
    refuse.get_by_role("button", name="拒绝这一条").click()
    expect(page.locator("#i-3")).to_contain_text("已拒绝 · Jay Tester: 与上周重复")
    expect(page.locator(".progress")).to_contain_text("已决定 3 / 3")

    page.locator("[data-filter=undecided]").click()
    expect(page.locator("[data-card]:visible")).to_have_count(0)
    page.get_by_role("button", name="收尾").click()
    expect(page.locator(".messages")).to_contain_text("2 个提交")
    assert [night.card(number).decision for number in (1, 2, 3)] == ["accepted", "edited", "refused"]
    assert "由 Jay 补充的一句" in night.folder.git("show", f"{night.tip()}:living_doc/storage.md")
    print(f"\nscreenshots: {shots}")


def test_flow__undo_opens_it_again(open_page: Open, bound: Bound, night: Desk) -> None:
    page = come_in(open_page(bound.url))
    page.locator("#i-1").get_by_role("button", name="接受").click()
    page.locator("#i-1").get_by_role("button", name="撤销决定").click()
    expect(page.locator("#i-1 .messages")).to_contain_text("已撤销")
    assert night.card(1).decision is None


def test_flow__works_without_scripts(open_page: Open, bound: Bound, night: Desk) -> None:
    page = come_in(open_page(bound.url, scripts=False))
    page.locator("#i-1").get_by_role("button", name="接受").click()
    expect(page.locator("#i-1 .messages")).to_contain_text("已接受")
    refuse = page.locator("#i-3 [data-refuse]")
    refuse.locator("summary").click()
    refuse.get_by_label("原因").fill("重复")
    refuse.get_by_role("button", name="拒绝这一条").click()
    assert [night.card(number).decision for number in (1, 3)] == ["accepted", "refused"]


def test_flow__by_keyboard(open_page: Open, bound: Bound, night: Desk) -> None:
    page = come_in(open_page(bound.url))
    page.keyboard.press("j")
    page.keyboard.press("a")
    expect(page.locator("#i-1 .messages")).to_contain_text("已接受")
    page.locator("#i-1").focus()
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.keyboard.type("重复")
    page.keyboard.press("Enter")
    expect(page.locator("#i-2")).to_contain_text("已拒绝 · Jay Tester: 重复")
    assert [night.card(number).decision for number in (1, 2)] == ["accepted", "refused"]


def test_flow__a_stale_page_gets_the_state_as_it_is(open_page: Open, bound: Bound, night: Desk) -> None:
    ann, jay = come_in(open_page(bound.url), "Ann Other"), come_in(open_page(bound.url))
    jay.locator("#i-1").get_by_role("link", name="改写").click()
    box = jay.get_by_label("Markdown 原文")
    box.fill(box.input_value().replace("72 小时", "72 个小时"))
    jay.get_by_role("button", name="保存改写").click()
    ann.locator("#i-1").get_by_role("button", name="接受").click()
    expect(ann.locator("#i-1 .messages")).to_contain_text("在您查看之后被 Jay Tester 改过")
    expect(ann.locator("#i-1 .reworded")).to_contain_text("72 个小时")


def test_flow__the_report_opens_from_the_night(open_page: Open, bound: Bound) -> None:
    page = come_in(open_page(bound.url))
    page.get_by_role("link", name="静态报告").click()
    expect(page.locator("[data-card]")).to_have_count(3)
    expect(page.locator("[data-tools]")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages__have_no_serious_fault_and_fit(
    open_page: Open, bound: Bound, size: str, scheme: str, shots: Path
) -> None:
    page = open_page(bound.url, size, scheme, lax=True)
    faults = serious_faults(page)
    page.get_by_label("姓名").fill("Jay")
    page.get_by_role("button", name="开始审阅").click()
    expect(page.locator(".nights")).to_be_visible()
    faults += serious_faults(page)
    page.get_by_role("link", name="2026-10-12 storage").click()
    page.locator("#i-1").get_by_role("button", name="接受").click()
    page.locator("#i-2 [data-refuse] summary").click()
    page.add_style_tag(content=".card{content-visibility:visible!important}")
    faults += serious_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.screenshot(path=shots / f"review-{size}-{scheme}.png", full_page=True)
    page.locator("#i-2").get_by_role("link", name="改写").click()
    page.get_by_role("button", name="预览并核对").click()
    faults += serious_faults(page)
    page.screenshot(path=shots / f"edit-{size}-{scheme}.png", full_page=True)
    assert faults == []
    print(f"\nscreenshots: {shots}")
