"""A sentence against a table's row: which figure of the row it gives otherwise, and when nobody can say so."""

import datetime as dt

import pytest

from agent.document import parse
from agent.relation import Said, lines_of
from agent.relation.judge import judge

TEXT = """\
# Grinders

## Measurements

| grinder | speed | noise | burr |
| --- | --- | --- | --- |
| Specialita | 2.1 g/s | 71 dB | 55 mm |
| Specialita Pro | 2.9 g/s | 69 dB | 64 mm |
| Niche | 1.8 g/s | 70–72 dB | 63 mm |

| 磨豆机 | 转速 | 重量 |
| --- | --- | --- |
| 小飞鹰 | 1400 rpm | 4.5 kg |
"""
DAY = dt.date(2026, 2, 8)


def judged(text: str, document: str = TEXT) -> tuple[str, int]:
    found = judge(text, Said(lines_of(parse(document.encode()))), date=DAY)
    return found.relation, found.line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("In the measurements of 2026-02-08 Specialita reaches a speed of 2.6 g/s.", 7),
        ("The noise of the Specialita has dropped to 66 dB.", 7),
        ("Specialita's noise is now 66 dB.", 7),
        ("小飞鹰的转速为 1200 rpm。", 13),
        ("实测小飞鹰的重量达 5.1 kg。", 13),
    ],
)
def test_judge__another_figure_for_a_cell_contradicts_its_row(text: str, line: int) -> None:
    assert judged(text) == ("contradicts", line)


def test_judge__the_figure_of_the_cell_is_covered_or_known() -> None:
    assert judged("Specialita has a noise of 71 dB.")[0] in {"covered", "confirms", "extends"}


@pytest.mark.parametrize(
    "text",
    [
        "Specialita on the bench of the makers reaches a speed of 2.6 g/s.",
        "Specialita at setting 4 reaches a speed of 2.6 g/s.",
        "Specialita, unlike Niche, reaches a speed of 2.6 g/s.",
        "Specialita does not reach a speed of 2.6 g/s.",
        "Specialita never has a noise of 66 dB.",
        "Specialita cut its noise by 4 dB.",
        "Specialita has a noise of at most 75 dB.",
        "Specialita has a median noise of 66 dB.",
        "Niche has a noise of 66 dB.",
        "Specialita ships in 9 days.",
        "Specialita has a noise floor of 31 dB.",
        "Specialita Max has a noise of 66 dB.",
        "小飞鹰的最大转速为 1200 rpm。",
        "The successor of Specialita has a noise of 66 dB.",
    ],
)
def test_judge__what_may_be_true_beside_the_cell_does_not_contradict_it(text: str) -> None:
    assert judged(text)[0] not in {"contradicts", "supersedes"}


def test_judge__a_row_that_stands_twice_is_not_told_apart() -> None:
    twice = TEXT.replace("| Niche |", "| Specialita |")
    assert judged("Specialita reaches a noise of 66 dB.", twice)[0] not in {"contradicts", "supersedes"}
