"""A row of a table answers with the cell of the row and column asked for; a neighbour's figure is no answer."""

import pytest

from agent.ask import Asker
from tests.ask.notes import asker

TABLE = """# Pension and housing fund

| City | Pension | Medical | Filing day |
|---|---|---|---|
| Lyon | 16% | 9.8% | 25 May |
| Nantes | 15% | 5% | 20 May |
"""
DOSES = """# Doses 20 mg and 40 mg

| Arm | Patients | Serious events |
|---|---|---|
| Drug 20 mg | 136 | 3 |
| Drug 40 mg | 139 | 7 |
"""
DISKS = """# Brokers

| Cluster | Latency (ms) | Disk per day (GB) |
|---|---|---|
| Heron R3 | 38 | 94 |
| Heron R1 | 21 | 33 |
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    notes = {
        "ana/2026-10-14-fund.md": TABLE,
        "bo/2026-10-14-doses.md": DOSES,
        "cy/2026-10-14-disks.md": DISKS,
    }
    return asker(tmp_path_factory.mktemp("columns"), notes)


def test_the_cell_asked_for_is_shown_without_those_beside_it(desk: Asker) -> None:
    told = desk.ask("How much is the medical share in Lyon?")
    assert [sentence.text for sentence in told.sentences] == ["City: Lyon; Medical: 9.8%"]


@pytest.mark.parametrize(
    "question",
    [
        "How much is the housing fund in Nantes?",
        "How much memory does Heron R3 use?",
        "What is the latency of Heron-38?",
    ],
)
def test_a_property_without_a_column_is_not_answered_by_its_neighbours(desk: Asker, question: str) -> None:
    assert desk.ask(question).refused


def test_a_row_of_another_figure_is_not_told_beside_the_one_asked_for(desk: Asker) -> None:
    told = desk.ask("How many serious events were there with 20 mg?")
    assert [sentence.text for sentence in told.sentences] == ["Arm: Drug 20 mg; Serious events: 3"]
