"""One name in other forms is the same name; another member of a family, or another version, is not."""

import pytest

from agent.evidence import supports


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Egyptian team met on Sunday.", "The team of Egypt met on Sunday."),
        ("Western Norway saw rain.", "West Norway saw rain."),
        ("The Polish lab signed.", "The lab of Poland signed."),
        ("They bought it at Foo Mart.", "They bought it at FooMart."),
        ("The CFO resigned in March 2024.", "The chief financial officer resigned in March 2024."),
        ("The 31-year-old Ann Lee won.", "Ann Lee, 31, won the cup."),
        ("The plan has a monthly price of $48.", "The plan has a price of $48/month."),
        ("Sales of 3.1 GB to 3.7 GB are expected.", "Sales between 3.1 GB and 3.7 GB are expected."),
        ("The third quarter of 2031 was cold.", "Q3 2031 was cold."),
        ("二〇三一年三月发布", "2031 年 3 月发布"),
    ],
)
def test_another_form_of_the_same_is_no_fault(claim: str, source: str) -> None:
    verdict = supports(claim, source)
    assert verdict.status not in {"unsupported", "contradicted"}, verdict.reason


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orca-TTS-v1.60 uses a local transformer.", "Orca-TTS-v1.6 uses a local transformer."),
        ("The image uses Python 3.10 and a cache.", "The image uses Python 3.1 and a cache."),
        ("It will be out by June, they say.", "It will be out by May, they say."),
        ("The Danish lab signed with Orca.", "The lab of Poland signed with Orca."),
        ("The plan has a price of $48.", "The plan has a price of $48/month."),
        ("The 31-year-old Ann Lee won.", "Ann Lee won 31 cups."),
        ("八月发布 Orca", "三月发布 Orca"),
    ],
)
def test_another_thing_is_a_fault(claim: str, source: str) -> None:
    assert supports(claim, source).status in {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orca runs on one card.", "If you pay, Orca runs on one card."),
        ("The lab copied Orca.", "The lab denies that the lab copied Orca."),
    ],
)
def test_what_a_source_denies_or_supposes_is_no_fact(claim: str, source: str) -> None:
    assert supports(claim, source).status != "supported"


def test_a_denial_that_the_evidence_does_not_make_is_not_supported() -> None:
    assert supports("Orca does not use a cache at all.", "Orca can use a cache at all.").status != "supported"


def test_a_count_is_not_held_against_a_table_of_other_things() -> None:
    table = "| card | TTFT |\n|---|---|\n| A10 | 41 ms |\n| L4 | 58 ms |\n| T4 | 73 ms |\n"
    source = f"Orca ships four schedulers, listed in the table of its guide.\n\n{table}"
    assert (
        supports("Orca ships four schedulers, listed in the table of its guide today.", source).status
        != "contradicted"
    )
