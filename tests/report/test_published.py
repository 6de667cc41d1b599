"""The report that a night leaves."""

from __future__ import annotations

import io
from pathlib import Path

from lxml import html

from agent.console import show_outcome, terminal
from agent.nights import Nights
from agent.workspace import open_repository
from tests.conftest import DoneNight
from tests.nights import NAME, NIGHT


def test_night__leaves_a_report_of_every_increment_on_the_branch(done_night: DoneNight) -> None:
    path = Path(done_night.outcome.report)
    root = html.document_fromstring(path.read_text(encoding="utf-8"))
    assert path.name == "report.html"
    cards = [one.number for one in done_night.outcome.increments if one.commit]
    assert sorted(root.xpath("//article[@data-card]/@id")) == [f"i-{number}" for number in sorted(cards)]
    assert root.xpath("//mark")
    assert str(done_night.folder.root) not in path.read_text(encoding="utf-8")


def test_night__names_the_report_in_its_last_lines(done_night: DoneNight) -> None:
    stream = io.StringIO()
    show_outcome(terminal(stream), done_night.outcome, "zh")
    assert f"报告（用浏览器打开）: {done_night.outcome.report}" in stream.getvalue()


def test_night__keeps_no_path_of_this_machine_for_other_clones(done_night: DoneNight) -> None:
    record = Nights.open(open_repository(done_night.folder.root)).get(NAME, NIGHT)
    assert record is not None
    assert record.outcome.report == ""
