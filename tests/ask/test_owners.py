"""A figure answers for the thing that it is said of, and a setting for a setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ask import Asker
from tests.ask.notes import asker

NOTES = {
    "ana/2026-10-11-heron.md": """# Heron

Low delay on a 2.8T-parameter model like Heron H4 needs drafts. That is why the engine serves Heron-H4-Quick, a draft model.

Heron H4 Max has 94 GB of memory.

Run it with this command:

```bash
heron serve Heron-H4 --num-draft-tokens 3
```

The corpus on which Heron-H4 was trained is not published; its tokens were cleaned first.
""",
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    return asker(tmp_path_factory.mktemp("owners"), NOTES)


@pytest.mark.parametrize(
    "question",
    [
        "How many parameters does Heron-H4-Quick have?",
        "How many parameters does the Heron H4 Max have?",
        "Heron-H4-Quick 的参数量是多少？",
        "How many tokens was Heron-H4 trained on?",
        "How much memory does the Heron H4 have?",
    ],
)
def test_a_figure_of_a_namesake_or_a_setting__is_refused(desk: Asker, question: str) -> None:
    assert desk.ask(question).refused


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many parameters does Heron H4 have?", "2.8T"),
        ("How much memory does the Heron H4 Max have?", "94 GB"),
        ("How many draft tokens does Heron-H4 use in the command?", "3"),
    ],
)
def test_a_figure_of_the_thing_itself__is_told(desk: Asker, question: str, told: str) -> None:
    answer = desk.ask(question)
    assert not answer.refused
    assert any(told in cited.quote for cited in answer.citations())


def test_what_is_new__is_told_by_a_statement_and_not_by_a_field(tmp_path: Path) -> None:
    notes = {"ana/2026-10-11-heron.md": "# Heron\n\n主轴：推理与调度\n\nHeron H4 came out today.\n"}
    answer = asker(tmp_path, notes).ask("what is new?")
    assert [cited.quote for cited in answer.citations()] == ["Heron H4 came out today."]
