"""Every reason that a person reads in a pull request, a report or a review has a form in Chinese."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.evidence import supports
from agent.models import FactCheck, Verdict
from agent.outcome import ClaimOutcome
from agent.reasons import claims_in, place_in, reason_in, verdict_in

AGENT = Path(__file__).parent.parent / "agent"
NAMES = {"reason", "fault", "told", "sentence", "UNDENIED"}
"""Variables, arguments and fields that hold reasons."""
CALLS = {"Misplaced", "Turn", "Trended", "Change", "Compared", "Ranked", "Computed", "Match", "_Finding"} | {
    "_no", "refuse", "Refused", "_refused", "Unreadable", "CannotRead", "Unresolved", "LeftOut", "Position", "_before", "_beside"
}  # fmt: skip
"""What is made with a reason."""
ROOMS = (
    *sorted((AGENT / "evidence").glob("*.py")),
    *sorted((AGENT / "document").glob("*.py")),
    *sorted((AGENT / "readers").glob("*.py")),
    *(AGENT / "placement" / name for name in ("place.py", "position.py")),
    *(
        AGENT / name
        for name in ("verification.py", "bounds.py", "assembly.py", "entries/locate.py", "inbox/files.py")
    ),
)
NO_REASONS = {"{}: {}", "{} and {}", "{}: {} against {}", "{} is {}", "it is {}", "partly supported"}
"""Joints between reasons, whose parts are asked for on their own, and a verdict."""


def forms(node: ast.AST) -> Iterator[str]:
    """The sentences of an expression, with `{}` for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in values)  # type: ignore[misc]
        case ast.IfExp(body=body, orelse=other):
            yield from (*forms(body), *forms(other))
        case ast.BoolOp(values=values) | ast.Tuple(elts=values):
            for value in values:
                yield from forms(value)


def reasons(path: Path) -> Iterator[str]:
    """Sentences of a module that are given as a reason."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.keyword(arg=name, value=value) if name in NAMES:
                found = forms(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in NAMES:
                found = forms(value)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given_) if name in CALLS:
                found = (text for value in given_ for text in forms(value))
            case _:
                continue
        yield from (text for text in found if " " in text.strip() and text not in NO_REASONS)


ALL = sorted({(f"{path.parent.name}/{path.name}", text) for path in ROOMS for text in reasons(path)})


def has_han(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


@pytest.mark.parametrize(("room", "text"), ALL)
def test_every_reason_has_a_chinese_form(room: str, text: str) -> None:
    reason = text.replace("{}", "7 and 8")
    assert has_han(reason_in("zh", reason)), (
        f"{room} gives a reason that agent/reasons.py has no form for: {text}"
    )
    assert reason_in("en", reason) == reason


def test_the_rooms_that_give_reasons_are_all_read() -> None:
    assert len({room for room, _ in ALL}) > 20


CLAIMS = """吞吐提升 30%，由网关实测。
吞吐提升 30-50%。
延迟约为 12 ms。
延迟低于 15 ms。
调度器 Falcon 2.2 支持 512 张卡。
Heron 的吞吐高于 Kestrel。
Kestrel 的吞吐最高。
Kestrel 的吞吐为 4800 MB/s。
该功能已经上线。
所有模型都支持该功能。
两者之差为 2.9 GB/s。
共有 5 个引擎。
2025 年发布。
arXiv 2608.14635v2 提出了它。
延迟从 14 ms 降到 12 ms。
延迟从 12 ms 升到 14 ms。
功耗为 450 W，在 `src/main.py` 中设置。
The scheduler may cut latency by 12 ms.
Falcon is not faster than Heron.""".split("\n")
SOURCES = (
    "吞吐提升 30-50%，延迟约 12 ms，低于 14 ms。调度器 Falcon 2.1 支持 256 张卡。",
    "| 引擎 | 吞吐 | 延迟 |\n| --- | --- | --- |\n| Kestrel | 4.8 GB/s | 12 ms |\n| Heron | 7.7 GB/s | 14 ms |\n| Gull | 2.1 GB/s | 9 ms |\n",
    "部分模型可能支持该功能，预计下月上线；Heron 不支持。延迟从 14 ms 降到 12 ms，每次降 2 ms。",
    "Falcon is faster than Heron. It was released in March. The scheduler cuts latency by 12 ms. See arXiv 2608.14635v1.",
    "",
)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("claim", CLAIMS)
def test_what_the_checker_says_of_a_claim_is_said_in_chinese(claim: str, source: str) -> None:
    verdict = supports(claim, source)
    told = verdict_in("zh", verdict)
    assert (told.status, told.distance) == (verdict.status, verdict.distance)
    for reason in (told.reason, *(fact.reason for fact in told.facts)):
        assert not reason or has_han(reason), reason
    for fact in told.facts:
        assert not fact.reason or not fact.reason.isascii(), fact.reason
        assert fact.how.isidentifier() or not fact.how or has_han(fact.how), fact.how
    assert verdict_in("en", verdict) == verdict


def test_verdict__names_facts_with_their_reasons() -> None:
    facts = tuple(
        FactCheck(kind="quantity", text=text, start=0, end=2, status="missing", reason=reason)
        for text, reason in (("3%", "the source has 30-50% here"), ("3%", "the source has 30-50%"))
    )
    joined = "; ".join(f"{fact.text}: {fact.reason}" for fact in facts)
    told = verdict_in("zh", Verdict(status="unsupported", reason=joined, facts=facts))
    assert told.reason == "3%：来源此处是 30-50%; 3%：来源写的是 30-50%"
    assert [fact.reason for fact in told.facts] == ["来源此处是 30-50%", "来源写的是 30-50%"]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("another bound: the source has no bound", "界限不同：来源为 没有界限"),
        ("computed: ratio of 4.8 GB/s and 2.4 GB/s", "算得：4.8 GB/s 与 2.4 GB/s 之比"),
        ("sum of 3 values is 12", "3 个数值之和为 12"),
        ("its name says PDF, but it is html", "文件名说是PDF，其实是html"),
        ("it is a picture or a recording", "是图片或音视频"),
        ("What stands before the block that the edit names has changed.", "改动所指的块之前的内容已经改变。"),
        (
            "There are no 2 blank lines after the block that the edit names.",
            "改动所指的块之后没有 2 个空行。",
        ),
        ("the source has {0} here", "来源此处是 {0}"),
    ],
)
def test_reason__keeps_what_it_quotes(reason: str, told: str) -> None:
    assert reason_in("zh", reason) == told


@pytest.mark.parametrize("text", ["", "该项由人工决定", "A sentence of a note is fast.", "the source" * 900])
def test_reason__what_is_not_ours_stays_as_it_is(text: str) -> None:
    assert reason_in("zh", text) == text


def test_place__section_reason_and_position() -> None:
    why = "1.3 KV: Cache: its words are the most alike; at the end of the list"
    assert place_in("zh", why) == "1.3 KV: Cache：其用词最相近；列表末尾"
    assert place_in("en", why) == why
    reserve = "X: no sure place (its words are the most alike), so it goes into the reserve; in order of date"
    assert place_in("zh", reserve) == "X：没有把握的位置（其用词最相近），故入预备章节；按日期顺序"
    assert place_in("zh", "写入 2.2; 待定: 否") == "写入 2.2; 待定: 否"


def test_claims__each_verdict_in_the_language() -> None:
    claim = ClaimOutcome(
        text="x", verdict=Verdict(status="unsupported", reason="cites no evidence"), kept="refused"
    )
    assert claims_in("zh", [claim])[0].verdict.reason == "没有引用来源"
    assert claims_in("en", [claim]) == (claim,)


@given(st.text(alphabet="the source has{}:; 来源", max_size=60))
def test_reason__takes_any_text(text: str) -> None:
    assert isinstance(reason_in("zh", text), str)
    assert isinstance(place_in("zh", text), str)
