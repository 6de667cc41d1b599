"""What a statement takes back, and of which generation it speaks."""

import pytest

from agent.document import parse
from agent.relation import Said, judge, lines_of
from agent.relation.turned import generations, taken_back

SAID = """# 电池

神行电池充电 10 分钟可行驶 400 公里。

- **麒麟电池**：体积利用率 72%，能量密度 255 Wh/kg。
- Vibration pumps cost less than 60 EUR and are replaced every 4 years.
- Hardness should be 50 to 100 ppm. The firmware of the Kea is v1.43.
"""


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("能量密度为 250 Wh/kg，而非 255 Wh/kg", {"255"}),
        ("不是 512，是 256", {"512"}),
        ("吞吐由 300 提升至 450 tok/s", {"300"}),
        ("It is 250, not 255", {"250"} ^ {"250", "255"}),
        ("It costs 429 USD instead of 399 USD", {"399"}),
        ("now 38%, down from 45%", {"45%"}),
        ("The limit is now at 128, was 64", {"64"}),
        ("Limit: was 64, now 128", {"64"}),
        ("It is 128 now; it used to be 64", {"64"}),
        ("Batch 64 requests → 128", {"64"}),
        ("默认批大小现在是 128，之前是 64", {"64"}),
        ("批大小：128（原 64）；曾记为 32", {"64", "32"}),
        ("9 ms a token (12 ms before)", {"12"}),
        ("显存占用为 27 GB（原记 31 GB）", {"31"}),
        ("It was 64 times a day that they called", set()),
        ("It scales from 2 to 4 nodes", set()),
        ("从 2025 年起使用 8 张卡", set()),
        ("not only 3 of them", set()),
    ],
)
def test_taken_back__figures_that_a_text_says_do_not_hold(text: str, old: set[str]) -> None:
    assert taken_back(text) == old


@pytest.mark.parametrize(
    "text", ["神行电池二代", "第2代", "DF64 Gen 2", "the second-generation cell", "a 2nd-gen cell"]
)
def test_generations__every_spelling(text: str) -> None:
    assert generations(text) == {"2"}


@pytest.mark.parametrize(
    ("text", "relation", "line"),
    [
        ("麒麟电池能量密度为 250 Wh/kg，而非 255 Wh/kg。", "contradicts", 5),
        ("Vibration pumps are replaced every 6.5 years, not 4 years.", "contradicts", 6),
        (
            "A study of 212 vibration pumps finds that they last 6.5 years at home, not 4 years.",
            "contradicts",
            6,
        ),
        (
            "The firmware of the Kea is v1.44. It adds a purge of 8 seconds, which many asked for.",
            "supersedes",
            7,
        ),
        ("The firmware of the Kea is v1.44, released in May.", "supersedes", 7),
        ("Vibration pumps: replaced every 6.5 years now (was 4).", "supersedes", 6),
        ("Vibration pumps were less than 60 EUR, now less than 75 EUR.", "supersedes", 6),
        ("麒麟电池的体积利用率之前是 72%，现在是 75%。", "supersedes", 5),
        ("神行电池二代充电 5 分钟可行驶 520 公里。", "extends", 3),
        ("神行电池充电 5 分钟可行驶 520 公里。", "contradicts", 3),
    ],
)
def test_judge__a_correction_changes_its_line_and_another_generation_does_not(
    text: str, relation: str, line: int
) -> None:
    judged = judge(text, Said(lines_of(parse(SAID.encode()))))
    assert (judged.relation, judged.line) == (relation, line)


def test_taken_back__a_megabyte_in_linear_time() -> None:
    assert taken_back("not 1" * 5 + "1," * 500_000) is not None


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("Quokka uses a maximum batch of 256 on A100.", "Wombat uses a maximum batch of 512 on A100."),
        ("袋鼠引擎在 A100 上最大批为 256。", "考拉引擎在 A100 上最大批为 512。"),
        (
            "**Quokka** v2.1 was released with the new scheduler.",
            "Wombat v2.2 was released with the new scheduler.",
        ),
    ],
)
def test_judge__what_is_said_of_another_subject_changes_nothing(block: str, text: str) -> None:
    said = Said(lines_of(parse(f"# Facts\n\n- {block}\n".encode())))
    assert judge(text, said).relation in {"new", "extends"}
    same = block.replace("256", "512").replace("2.1", "2.2")
    assert judge(same, said).relation in {"contradicts", "supersedes"}


def test_judge__a_correction_names_the_figure_that_it_gives_instead() -> None:
    text = "A study of 212 vibration pumps finds that they last 6.5 years at home, not 4 years."
    assert judge(text, Said(lines_of(parse(SAID.encode())))).why == "6.5 against 4"


@pytest.mark.parametrize(
    "text", ["云杉-90B 模型 SWE-bench Verified 70.2%。", "松果-9B 单卡吞吐 5,200 tok/s。"]
)
def test_judge__two_sizes_of_a_model_with_a_chinese_name_are_two_things(text: str) -> None:
    document = (
        "# 评测\n\n| 模型 | SWE-bench Verified |\n| --- | --- |\n| 云杉-72B | 61.4% |\n\n"
        "- 松果-7B 单卡吞吐 4,100 tok/s。\n"
    )
    said = Said(lines_of(parse(document.encode())))
    found = judge(text, said, near=said.lines)
    assert found.relation not in {"contradicts", "supersedes"}


def test_judge__another_figure_of_one_model_with_a_chinese_name_contradicts() -> None:
    said = Said(lines_of(parse("- 松果-7B 单卡吞吐 4,100 tok/s。\n".encode())))
    assert judge("松果-7B 单卡吞吐 5,200 tok/s。", said).relation == "contradicts"
