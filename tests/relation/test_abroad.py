"""A note in one language that corrects a figure of a document in the other."""

import pytest

from agent.document import parse
from agent.relation import Judged, Said, figure_corrected, judge, lines_of, turned_abroad

ENGLISH = """# Boats

## Backups

We keep full backups for 30 days. Restore of 2 TB takes about 50 minutes.

- The ferry carries 400 passengers at 25 knots.
"""
CHINESE = """# 船队

## 备份

全量备份保留 30 天；恢复 2 TB 约需 50 分钟。

- 渡轮可载 400 名乘客。
"""


def judged(text: str, document: str) -> Judged:
    lines = lines_of(parse(document.encode()))
    return judge(text, Said(lines), near=lines)


@pytest.mark.parametrize(
    ("text", "document", "relation", "why"),
    [
        ("备份保留期从 30 天改为 45 天", ENGLISH, "supersedes", "45 天 against 30 days"),
        (
            "2 TB 全量恢复用时 38 分钟，比文档写的约 50 分钟短",
            ENGLISH,
            "contradicts",
            "38 分钟 against 50 minutes",
        ),
        ("Backups are kept for 45 days instead of 30 days", CHINESE, "contradicts", "45 days against 30 天"),
        (
            "The restore of 2 TB takes 38 minutes, not 50 minutes",
            CHINESE,
            "contradicts",
            "38 minutes against 50 分钟",
        ),
    ],
)
def test_the_figure_that_it_takes_back_binds_the_two(
    text: str, document: str, relation: str, why: str
) -> None:
    found = judged(text, document)
    assert (found.relation, found.why) == (relation, why)


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("备份保留 45 天", ENGLISH),
        ("试用期从 30 天改为 45 天", ENGLISH),
        ("恢复用时从 30 小时降到 45 分钟", ENGLISH),
        ("The trial lasts 45 days instead of 30 days", CHINESE),
    ],
)
def test_what_takes_nothing_back_or_speaks_of_something_else_corrects_nothing(
    text: str, document: str
) -> None:
    assert judged(text, document).relation in {"new", "extends"}


@pytest.mark.parametrize(
    ("text", "document", "turn"),
    [
        ("备份保留期从 30 天改为 45 天", ENGLISH, ("30 days", "45 days")),
        ("Backups are kept for 45 days instead of 30 days", CHINESE, ("30 天", "45 天")),
        ("备份保留期可能从 30 天改为 45 天", ENGLISH, None),
    ],
)
def test_the_new_value_stands_in_the_words_of_the_line(
    text: str, document: str, turn: tuple[str, str] | None
) -> None:
    turns = [one for line in lines_of(parse(document.encode())) for one in turned_abroad(text, line)]
    assert [(one.old, one.new) for one in turns] == ([turn] if turn else [])


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("备份保留期从 30 天改为 45 天", "30 days"),
        ("备份保留期是 45 天", ""),
        ("会议从 30 天改为 45 天", ""),
    ],
)
def test_a_text_that_corrects_a_figure_in_the_other_language_is_known_by_it(text: str, figure: str) -> None:
    assert figure_corrected(text, lines_of(parse(ENGLISH.encode()))) == figure
