"""A sentence repeated but for one place says what its source says only where that place does."""

from __future__ import annotations

import pytest

from agent.evidence import supports
from agent.evidence.near_copies import one_place

_PHASES = (
    "The scheduler runs the prefill phase and then the decode phase on one node. "
    "The prefill pool of the service scales with the length of its prompts."
)


def test_a_word_of_the_source_in_the_place_of_another_is_missing() -> None:
    said = "The decode pool of the service scales with the length of its prompts."
    verdict = supports(said, _PHASES)
    assert verdict.status == "unsupported"
    assert [(check.text, check.reason) for check in verdict.facts if check.status == "missing"] == [
        ("decode", "the source has prefill here")
    ]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Fields such as seeds and masks may differ from rank to rank.", "Fields such as seeds and masks will differ from rank to rank."),
        ("The layer fuses many steps of the update on this device.", "The layer fuses all steps of the update on this device."),
        ("新的缓存接入调度器后提升吞吐、降低首字延迟。", "新的缓存接入调度器后提升吞吐、提升首字延迟。"),
        ("The tests of Alder ran at 25 vs 12.5 fps on one card.", "The tests of Alder ran at 12.5 vs 25 fps on one card."),
        ("The loss of Alder is 1.03%, 0.89% and 0.40% on three sets.", "The loss of Alder is under 1.03%, 0.89% and 0.40% on three sets."),
        ("Models like Alder-V3.1 with 671B parameters are split.", "Models like Alder-V3.1 with more than 671B parameters are split."),
        ("This driver supports the CUDA 12.2 runtime.", "This driver supports the CUDA 12.20 runtime."),
        ("It can be built with Alder 7.2, 7.1, 6.8, etc., but not 7.3.", "It can be built with Alder 7.1, 7.1, 6.8, etc., but not 7.3."),
        ("The growth of the memory is shaped not only by scale, but also by its use.", "The growth of the memory is shaped only by scale, but also by its use."),
        ("These methods are only effective when many requests run in parallel.", "These methods are not only effective when many requests run in parallel."),
        ("该方法不仅适用于小批量，也适用于长上下文。", "该方法仅适用于小批量，也适用于长上下文。"),
        ("该方法只在小批量下有效，其余情况没有收益。", "该方法不只在小批量下有效，其余情况没有收益。"),
        ("In contrast, smaller models such as Alder can fit within 16–24GB when quantized.", "In contrast, smaller models such as Alder can fit within 24GB when quantized."),
        ("The first token takes 17, 29 and 31 ms at batches of 64, 128 and 256.", "The first token takes 17, 31 and 29 ms at batches of 64, 128 and 256."),
        ("In all, Alder takes 12 ms on 8 cards; Birch takes 9 ms on 16 cards.", "Alder takes 9 ms on 8 cards; Birch takes 12 ms on 16 cards."),
        ("The image was built with Alder 0.26.0rc2.dev11 on one node.", "The image was built with Alder 0.26.0rc2.dev12 on one node."),
        ("The wheel needs Alder v2.9.1+cu128 and nothing else.", "The wheel needs Alder v2.9.1+cu126 and nothing else."),
        ("Control of the ranking raises these gains to 2.71%, 3.06% and 1.31% on three sets.", "Control of the ranking raises these gains to 2.71×, 3.06% and 1.31% on three sets."),
        ("各卡吞吐依次为 13、12、11 GB/s。", "各卡吞吐依次为 12、12、11 GB/s。"),
        ("Alder 2.4 的吞吐为 12 GB/s，超过 Birch 的 9 GB/s。\n\nCedar 未参加测试。", "Cedar 的吞吐为 12 GB/s"),
        ("Alder 2.4 has a throughput of 12 GB/s, above the 9 GB/s of Birch.\n\nCedar was not part of the test.", "Cedar has a throughput of 12 GB/s"),
    ],
)  # fmt: skip
def test_one_changed_place_is_never_supported(source: str, claim: str) -> None:
    assert supports(claim, source).status in {"unsupported", "contradicted"}
    assert supports(source, source).status == "supported"


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The pool of the service scales with the lengths of its prompts.", "The pool of the service scales with the length of its prompts."),
        ("The cache improves the rate of the service on one node.", "The cache boosts the rate of the service on one node."),
        (
            "In the measured run, peak memory grows about 22% (23.1 → 28.1 GB) from Alder to Birch; idle memory grows about 27% (11.5 → 14.6 GB).",
            "In the measured run, peak memory grows about 22% (23.1 → 28.1 GB) from Alder to Birch",
        ),
        (
            "In the measured run, peak memory grew (23.1 → 28.1 GB); idle memory grew (11.5 → 14.6 GB).",
            "In the measured run, peak memory grew (23.1 → about 28 GB); idle memory grew (11.5 → 14.6 GB).",
        ),
        (
            "Since #5864, the pipeline declares nothing of the kind; the engine runs each request by itself and waits.",
            "the engine runs each request by itself and waits; Since #5864, the pipeline declares nothing of the kind",
        ),
    ],
)  # fmt: skip
def test_what_says_the_same_is_not_refuted(source: str, claim: str) -> None:
    assert supports(claim, source).status not in {"unsupported", "contradicted"}


_TABLE = """| Concurrency | qps plain | qps tuned |
|---|---|---|
| 2 | 1.286 | 2.908 |
| 4 | 2.411 | 5.934 |
| 16 | 7.077 | 14.634 |
"""


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        ("qps tuned is 2.908 for 2 and 14.634 for 16.", True),
        ("qps tuned is 14.634 for 2 and 2.908 for 16.", False),
        ("The qps plain of 16 exceeds that of 2 by 5.791.", True),
        ("The qps plain of 16 exceeds that of 2 by 4.791.", False),
    ],
)
def test_bare_numbers_are_held_against_cells_whose_head_gives_the_unit(claim: str, right: bool) -> None:
    refuted = supports(claim, _TABLE).status in {"unsupported", "contradicted"}
    assert refuted is not right


def test_two_sentences_that_differ_in_several_places_are_no_near_copy() -> None:
    assert one_place("the first model runs on one card", "a last model runs on two cards") is None
    assert one_place("it runs on one card here", "it runs on one card here.") is None


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Alder was tried with three kinds of cards on two sites.", "Alder was tried with 3 kinds of cards on two sites."),
        ("该方案在 2 组机器上分三个阶段上线。", "该方案在两组机器上分三个阶段上线。"),
        ("Alder 的延迟降低了 40.6%，并已上线。", "Alder 的延迟降低了近似 41%，并已上线。"),
    ],
)  # fmt: skip
def test_numbers_in_other_figures_and_roundings_that_are_told_are_no_other_word(
    source: str, claim: str
) -> None:
    assert supports(claim, source).status not in {"unsupported", "contradicted"}


def test_a_stretch_of_a_longer_sentence_is_held_against_that_stretch() -> None:
    source = "Where the batch is large and the drafts are poor, such mechanisms may provide only marginal benefits."
    assert supports("such mechanisms will provide only marginal benefits.", source).status == "unsupported"


def test_another_number_or_name_of_a_list_in_one_place_is_refuted() -> None:
    source = "Checkpoints in FP8, BF16, NVFP4 and MXFP4 are there; the limits are 64 and 32 of them."
    assert supports(source.replace("BF16", "FP8"), source).status == "unsupported"
    assert supports(source.replace("32", "64"), source).status in {"unsupported", "contradicted"}
