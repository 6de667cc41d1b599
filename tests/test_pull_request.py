"""The text of a pull request: complete, within the limit, and never more than text."""

import datetime as dt

import pytest

from agent.models import Caveat, Doubt, Language, Quote, Verdict
from agent.outcome import ClaimOutcome, Counts, IncrementOutcome, Listed, Outcome, Unread, Unsaid
from agent.pull_request import LIMIT, as_text, write_pull_request

HOSTILE = "Fixes #1, closes GH-22 @everyone ![x](https://evil.example/p.png) <script>alert(1)</script> | cell `code`"


def increment(number: int, **more: object) -> IncrementOutcome:
    fields: dict[str, object] = {
        "id": f"i{number}",
        "number": number,
        "title": f"增量 {number}",
        "section": "甲 › 乙",
        "relation": "new",
        "disposition": "draft",
        "why": "",
        "commit": "c" * 40,
        "sources": ("inbox/jay/a.md:3-4",),
    }
    return IncrementOutcome.model_validate({**fields, **more})


def outcome(*increments: IncrementOutcome, **more: object) -> Outcome:
    fields: dict[str, object] = {
        "document": "d",
        "path": "d.md",
        "night": dt.date(2026, 9, 25),
        "base": "b" * 40,
        "branch": "redline/d/2026-09-25",
        "commits": tuple(one.commit for one in increments if one.commit),
        "increments": increments,
        "counts": Counts(drafted=len(increments), proved=7, refused=1),
        "writer": "offline/1",
    }
    return Outcome.model_validate({**fields, **more})


def test_write__says_what_to_decide() -> None:
    claim = ClaimOutcome(
        text="吞吐 9×", verdict=Verdict(status="contradicted", reason="来源写 3×"), kept="refused"
    )
    text = write_pull_request(
        outcome(
            increment(
                1, claims=(claim,), caveats=(Caveat(kind="preprint", risk="medium", wording="预印本"),)
            ),
            doubts=(
                Doubt(
                    kind="count",
                    title="条数不符",
                    a=Quote(quote="8 条", line=3),
                    b=Quote(quote="7 行", line=9),
                ),
            ),
            listed=(Listed(content="别处的事", why="由 spark 处理"),),
            unread=(Unread(path="inbox/x.pdf", reason="加密"),),
        ),
        "zh",
    )
    for wanted in (
        "1 条写入分支",
        "预印本",
        "8 条",
        "7 行",
        "吞吐 9×",
        "来源写 3×",
        "由 spark 处理",
        "加密",
        "git log -p",
    ):
        assert wanted in text


def test_write__of_a_long_list_the_first_are_named_and_the_rest_is_counted() -> None:
    listed = tuple(Listed(content=f"条目 {number}", why="未入前 8 条") for number in range(26))
    text = write_pull_request(outcome(increment(1), listed=listed), "zh")
    assert "- 条目 19: 未入前 8 条" in text
    assert "条目 20" not in text
    assert "- 另有 6 条，见简报" in text


def test_write__a_night_with_nothing_says_so() -> None:
    assert "Nothing was put on the branch" in write_pull_request(outcome(), "en")


def test_write__stays_within_the_limit_and_keeps_how_to_decide() -> None:
    many = tuple(increment(n, title="很长的标题" * 30) for n in range(400))
    text = write_pull_request(outcome(*many), "zh")
    assert len(text) <= LIMIT
    assert "git log -p" in text
    assert "`redline review 2026-09-25 --doc d`" in text


@pytest.mark.parametrize("language", ["zh", "en"])
def test_write__nothing_from_outside_acts(language: str) -> None:
    claim = ClaimOutcome(text=HOSTILE, verdict=Verdict(status="unsupported", reason=HOSTILE), kept="refused")
    text = write_pull_request(
        outcome(
            increment(
                1,
                title=HOSTILE,
                section=HOSTILE,
                claims=(claim,),
                sources=(f"a`{HOSTILE}",),
                alternatives=(HOSTILE,),
                again=HOSTILE,
                superseded_by=dt.date(2026, 9, 26),
                unsaid=Unsaid(statements=2, places=(f"a`{HOSTILE}",)),
            ),
            increment(2, title=HOSTILE, why=HOSTILE, commit="", disposition="list"),
            doubts=(
                Doubt(
                    kind="x", title=HOSTILE, problem=HOSTILE, advice=HOSTILE, a=Quote(quote=HOSTILE, line=1)
                ),
            ),
            listed=(Listed(content=HOSTILE, why=HOSTILE),),
            unread=(Unread(path=HOSTILE, reason=HOSTILE),),
            notes=(HOSTILE,),
        ),
        "zh" if language == "zh" else "en",
    )
    assert "Fixes" in text
    outside_code = "".join(text.split("`")[::2])
    for acting in ("#1", "GH-22", "@everyone", "<script", "https://", "![x]"):
        assert acting not in outside_code


def test_as_text__is_one_line_and_keeps_the_words() -> None:
    assert as_text("两行\n文字") == "两行 文字"
    assert as_text("a|b") == "a\\|b"


@pytest.mark.parametrize(("language", "word"), [("zh", "取代"), ("en", "supersedes")])
def test_write__relations_in_the_documents_language(language: Language, word: str) -> None:
    text = write_pull_request(outcome(increment(1, relation="supersedes")), language)
    assert f"| {word} |" in text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("zh", "## 来源中尚未写入的内容\n\n- **增量 1**: 12 句、30 行表格 (见简报与 `inbox/jay/a.md:3-90`)"),
        (
            "en",
            "## What the sources say beyond that\n\n- **增量 1**: 12 more statements, 30 more rows (in the brief and in `inbox/jay/a.md:3-90`)",
        ),
    ],
)
def test_write__says_how_much_of_the_evidence_is_not_said_and_where_it_stands(
    language: Language, told: str
) -> None:
    left = Unsaid(statements=12, rows=30, places=("inbox/jay/a.md:3-90",))
    text = write_pull_request(outcome(increment(1, unsaid=left), increment(2)), language)
    assert told in text
    assert told.partition("\n")[0] not in write_pull_request(outcome(increment(2)), language)


@pytest.mark.parametrize(
    ("language", "relation", "purpose", "told"),
    [
        ("en", "new", "corrects", "the model that worded it takes it for a correction of what the section says, the rules for “new”"),
        ("zh", "extends", "updates", "执笔的模型认为这是本节所述之事的新状态，规则判定为「扩展」"),
        ("en", "new", "adds", ""),
        ("zh", "supersedes", "updates", ""),
        ("en", "new", None, ""),
    ],
)  # fmt: skip
def test_write__says_where_the_model_takes_it_for_something_else_than_the_rules(
    language: Language, relation: str, purpose: str | None, told: str
) -> None:
    text = write_pull_request(outcome(increment(1, relation=relation, purpose=purpose)), language)
    assert told in text
    assert ("takes it for" in text or "执笔的模型认为" in text) == bool(told)


def test_write__faults_of_sources_that_are_not_drafted_are_the_brief_s() -> None:
    def fault(title: str, path: str) -> Doubt:
        place = Quote(quote="甲", line=3, path=path)
        return Doubt(kind="name", title=title, a=place, b=place.model_copy(update={"line": 9}))

    text = write_pull_request(
        outcome(
            increment(1),
            doubts=(
                fault("文中", "d.md"),
                fault("已起草", "inbox/jay/a.md"),
                fault("未起草", "inbox/bo/b.md"),
            ),
        ),
        "zh",
    )
    assert "**文中**" in text
    assert "(L3)" in text
    assert "(`inbox/jay/a.md:3`)" in text
    assert "**未起草**" not in text
