"""Claims in other words than their source: forms of values and names, and what only seems to turn a statement."""

import pytest

from agent.evidence import supports

CAUGHT = {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("He has struggled with his £28million price tag since they paid that for him.", "They paid £28m for him."),
        ("In a single year the fund lost $5 billion.", "The fund lost $5b in a year."),
        ("In 2010, more than two million people saw the bell.", "More than two million people saw the bell."),
        ("The woman, aged 77, sold the farm.", "The 77-year-old woman sold the farm."),
        ("He was chief engineer (1939-1975).", "He was chief engineer from 1939 until 1975."),
        ("The treaty was signed by the U.S.", "The treaty was signed by the United States."),
        ("The treaty was signed by the United States.", "The treaty was signed by the U.S."),
        ("The New Zealand authorities closed the port.", "The NZ authorities closed the port."),
        ("The United Nations closed the port.", "The UN closed the port."),
        ("She can't wait to race again after the summer.", "She can't wait to race again."),
    ],
)  # fmt: skip
def test_another_form_of_a_value_or_name__is_the_same(source: str, claim: str) -> None:
    assert supports(claim, source).status == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("A firm from Belgium closed the port. The firm is large.", "The Belgian firm closed the port."),
        ("Kell lost the final to world no 74 Boro.", "Kell lost to Boro in the final."),
        ("The cloth is said to have been used to wrap the bell.", "The cloth was used to wrap the bell."),
        ("The inquiry has not found any trace of oil.", "The inquiry found no trace of oil."),
        ("Two-thirds of new drivers are over 30, and would-be drivers should be told of it.", "Two-thirds of new drivers are over 30."),
        ("He loves the smell of oil, he told them, according to an account provided to reporters.", "He loves the smell of oil."),
        ("Heron has a contract dispute with Kestrel, but should stay, says the former manager of Kestrel.", "Heron should stay, says the former manager of Kestrel."),
        ("Did you know that the tea bag was invented in Delft?", "The tea bag was invented in Delft."),
    ],
)  # fmt: skip
def test_what_only_seems_to_deny_or_weaken_a_statement__does_not_refute_it(source: str, claim: str) -> None:
    assert supports(claim, source).status not in CAUGHT


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("In a single year the fund lost $5 billion.", "The fund lost $5m in a year."),
        ("The woman, aged 77, sold the farm.", "The 78-year-old woman sold the farm."),
        ("He was chief engineer (1939-1975).", "He was chief engineer from 1939 until 1976."),
        ("He was chief engineer (1939-1975).", "He was chief engineer until 1939."),
        ("The treaty was signed by the U.S.", "The treaty was signed by the United Nations."),
        ("They told us to sign the treaty with Kestrel.", "They told the United States to sign the treaty with Kestrel."),
        ("The inquiry has not found any traces of oil.", "The inquiry found traces of oil."),
        ("It is not clear whether Mara's father was a smith or whether he came from the coast.", "Mara's father was a smith."),
        ("The dish is believed to be partly Dutch and partly Danish. The Romans and the Lombards had salt.", "The dish is believed to be partly Roman and partly Danish."),
        ("Heron will work provided the driver is new.", "Heron works."),
        ("Users used to wrap the bell in cloth.", "Users wrap the bell in cloth."),
    ],
)  # fmt: skip
def test_a_form_that_is_not_the_same__is_no_proof(source: str, claim: str) -> None:
    assert supports(claim, source).status != "supported"


def test_what_a_paraphrase_counts_for_itself__is_not_called_missing() -> None:
    source = "Vole opened after ten minutes and Karr doubled the lead before Osk pulled one back."
    assert supports("Heron's team won the match at home by 2 goals to 1.", source).status not in {"supported"}
    missing = [
        check
        for check in supports("In the match the side of Vole scored 2 and lost 1 at home.", source).facts
        if check.kind == "quantity" and check.status == "missing"
    ]
    assert not missing


_ERRORS = (
    "Table 2: word error in %.\n\n| model | error |\n|---|---|\n| Heron base | 15.8 |\n| Osk | <b>14.9</b> |\n"
    "| slow learning | 15.6 |\n| Vole joint | 14.4 |\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "Heron base at 15.8 is lower than Osk at 14.9.",
        "Heron base (15.8) and Osk (14.9) have a lower error than slow learning (15.6) and the joint one (14.4).",
        "Table 3 shows that Osk has a lower error than Heron base.",
    ],
)
def test_a_comparison_that_its_own_values_or_the_table_refute__is_caught(claim: str) -> None:
    assert supports(claim, _ERRORS).status in CAUGHT


@pytest.mark.parametrize(
    "claim",
    [
        "Table 2 shows that Osk has a lower error than Heron base.",
        "Heron base at 15.8 is higher than Osk at 14.9.",
    ],
)
def test_a_number_that_only_points_to_a_table__is_no_value(claim: str) -> None:
    assert supports(claim, _ERRORS).status == "supported"


def test_names_on_one_side_of_a_comparison__are_not_set_against_each_other() -> None:
    claim = (
        "slow learning (15.6) and Vole joint (14.4) have a lower error than Heron base (15.8) and Osk (14.9)."
    )
    assert supports(claim, _ERRORS).status not in CAUGHT
