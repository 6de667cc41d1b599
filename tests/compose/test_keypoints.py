"""Of a long source a brief tells what brings most, in the source's order, within what is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.compose.keypoints import MOST_POINTS, MOST_ROWS, MOST_SIGNS, MOST_TABLES, key_points
from agent.models import Point, Table

FILLER = "The way was long until the team saw what it had to do, and the reader is told all of it. " * 3


def point(text: str, label: str = "") -> Point:
    return Point(text=text, label=label)


def texts(parts: tuple[Point | Table, ...]) -> list[str]:
    return [part.text for part in parts if isinstance(part, Point)]


def test_few_and_short_points__are_all_told() -> None:
    parts = [point(f"Quoll serves {users} users.") for users in range(10, 10 + MOST_POINTS)]
    assert key_points(parts) == tuple(parts)


def test_of_a_long_article__what_brings_figures_is_told_wherever_it_stands() -> None:
    crux = "Quoll keeps 8.19 GiB a request at 512K tokens, 180x less than before."
    late = "Trimming makes every turn prefill 4.1 times as much."
    lead = "Quoll is an engine for long documents."
    parts = [point(lead), *[point(f"{FILLER} ({number})") for number in range(60)], point(crux), point(late)]
    told = texts(key_points(parts))
    assert told[0] == lead
    assert crux in told
    assert late in told
    assert len(told) <= MOST_POINTS


def test_what_a_point_says_again__is_told_once() -> None:
    parts = [point(f"In run {FILLER} Quoll took 43.1 s.") for _ in range(40)]
    parts.append(point("Quoll took 12.5 s with the cache."))
    told = texts(key_points(parts))
    assert len(told) < 5
    assert told[-1] == "Quoll took 12.5 s with the cache."


def test_tables__stay() -> None:
    table = Table(header=("engine", "users"), rows=(("Quoll", "43"),))
    parts: list[Point | Table] = [table, *[point(FILLER * 2) for _ in range(20)]]
    assert table in key_points(parts)


def test_a_paragraph_is_told_by_its_sentences_with_facts__as_they_are_written() -> None:
    crux = "The cache of Quoll takes 8.19 GiB at 512K tokens. It fits 43 requests on one card."
    parts = [point("Quoll is an engine."), point(FILLER * 6 + crux + " " + FILLER), *[point(FILLER)] * 20]
    assert crux in texts(key_points(parts))


def test_clauses_that_a_semicolon_joins__stay_together() -> None:
    crux = "先取 384K 窗口，每轮新增 3000 个词元；摊到每一轮，预填充升到 12200 个，是原来的 4.1 倍。"
    filler = "团队走了很远的路才看清要做的事，读者也都听说了。" * 12
    parts = [point("袋鼬是一个引擎。"), point(filler + crux + filler), *[point(filler)] * 20]
    assert crux in texts(key_points(parts))


def test_links_thanks_and_asides__are_no_key_points() -> None:
    beside = [
        point("[Quoll 1.4 on GitHub](https://quoll.example/1.4)", label="参考资料"),
        point("We thank NVIDIA, Mooncake and NIXL for 12 GPUs.", label="Acknowledgements"),
        point("PS: I wrote it in 3 days on a plane to Oslo."),
        point("很遗憾，Quoll 2.0 要等到 12 月。"),
        point("Special thanks to the 14 people of Quoll Labs."),
    ]
    parts = [point("Quoll is an engine."), *beside, *[point(f"{FILLER} ({number})") for number in range(40)]]
    assert not {part.text for part in beside} & set(texts(key_points(parts)))


def test_of_many_tables_the_richest__and_of_a_large_one_its_rows_with_most() -> None:
    small = [Table(header=("engine", "kind"), rows=(("Quoll", "fast"),)) for _ in range(MOST_TABLES)]
    rows = tuple((f"run {at}", "12.5 ms, 43 users" if at % 3 == 0 else "-") for at in range(3 * MOST_ROWS))
    large = Table(header=("run", "result"), rows=rows, row_lines=tuple(range(1, len(rows) + 1)))
    told = [part for part in key_points([*small, large, *[point(FILLER)] * 30]) if isinstance(part, Table)]
    assert len(told) == MOST_TABLES
    assert told[-1].rows == tuple(row for row in rows if row[1] != "-")
    assert told[-1].row_lines == tuple(range(1, len(rows) + 1, 3))


@given(st.lists(st.text(min_size=1, max_size=900), min_size=1, max_size=40))
def test_what_is_told__is_the_source_s_in_its_order_within_the_limits(said: list[str]) -> None:
    parts = [point(text) for text in said]
    told = texts(key_points(parts))
    left = iter(said)
    current, at = "", 0
    for one in told:
        while (found := current.find(one, at)) < 0:
            current, at = next(left), 0
        at = found + len(one)
    assert told
    if told != said:
        assert len(told) <= MOST_POINTS
        assert sum(map(len, told[1:])) <= MOST_SIGNS
