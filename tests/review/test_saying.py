"""Every sentence with which a review refuses has a form in Chinese."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.errors import NotReviewable
from agent.review.saying import put_into, said_in, spoken
from tests.test_reasons import AGENT, forms, has_han

ERRORS = {"NotReviewable", "Outdated", "BranchTaken", "GitFailed", "NotPublished"}
ROOMS = (
    *sorted((AGENT / "review").glob("*.py")),
    AGENT / "web/desk.py",
    AGENT / "workspace/branch.py",
    AGENT / "commands/review.py",
    AGENT / "commands/review_forge.py",
)


def sentences(path: Path) -> Iterator[str]:
    """What the errors of a module say and advise."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from forms(value)


ALL = sorted({(f"{path.parent.name}/{path.name}", text) for path in ROOMS for text in sentences(path)})


@pytest.mark.parametrize(("room", "text"), ALL)
def test_every_refusal_has_a_chinese_form(room: str, text: str) -> None:
    sentence = text.replace("{}", "x1")
    assert has_han(said_in("zh", sentence)), (
        f"{room} says what agent/review/saying.py has no form for: {text}"
    )
    assert said_in("en", sentence) == sentence


def test_a_refusal_of_the_document_is_told_with_its_reason() -> None:
    reason = "The new text would be read as a heading, or changes the level of one."
    told = said_in("zh", f"The document does not take this text: {reason}")
    assert told.startswith("文档不能收下这段文字：")
    assert reason not in told


def test_what_differs_stays_as_it_is_and_so_does_what_is_not_ours() -> None:
    error = NotReviewable("“A {b} of “c”” needs a {d}.", "Set EDITOR.")
    assert spoken("zh", error) == "“A {b} of “c”” needs a {d}. 请设置 EDITOR。"
    put_into("zh", error)
    assert (str(error), error.hint, error.exit_code) == ("“A {b} of “c”” needs a {d}.", "请设置 EDITOR。", 19)
    assert said_in("zh", "There was no night of 2026-10-13 for “{x}”.") == "「{x}」没有 2026-10-13 这一夜。"
