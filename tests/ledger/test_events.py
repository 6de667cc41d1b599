"""Events as lines, and files as sets of lines."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from agent.ledger import ItemRead, NightDone
from agent.ledger.events import read_line
from agent.ledger.shards import lines_of, shard_of, union

LINES = st.lists(
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1), max_size=6
)
EVENTS = st.builds(ItemRead, document=st.text(), night=st.dates(), path=st.text(), item=st.text())


@given(EVENTS)
def test_a_line_is_its_event(event: ItemRead) -> None:
    assert "\n" not in event.line
    assert read_line(event.line) == event
    assert ItemRead.model_validate_json(event.line).id == event.id
    assert lines_of(union([event.line])) == [event.line]


@given(LINES, LINES, LINES)
def test_union_knows_no_order_and_no_repetition(a: list[str], b: list[str], c: list[str]) -> None:
    assert union(a, b) == union(b, a) == union(b, a, a)
    assert union(lines_of(union(a, b)), c) == union(a, lines_of(union(b, c)))
    assert set(lines_of(union(a, b))) == {*a, *b}


@given(EVENTS)
def test_every_document_has_a_folder_that_git_allows(event: ItemRead) -> None:
    folder, name, month, day = shard_of(event).split("/")
    assert (folder, month, day) == ("events", f"{event.night:%Y-%m}", f"{event.night:%d}.jsonl")
    assert name not in ("", ".", "..")
    assert name.casefold() != ".git"


def test_documents_do_not_share_a_file() -> None:
    names = ["a/b", "a%2Fb", "a.b", "a b", "推理", "推/理", "", "%"]
    events = [ItemRead(document=name, night=dt.date(2026, 9, 25), path="p", item="i") for name in names]
    assert len({shard_of(event) for event in events}) == len(names)


def test_the_time_of_a_run_is_not_its_outcome() -> None:
    when = dt.datetime(2026, 9, 25, 22, tzinfo=dt.UTC)
    done = NightDone(document="a", night=when.date(), base="b", branch="c", commits=("d",), when=when)
    later = done.model_copy(update={"when": when + dt.timedelta(hours=1)})
    assert later.same_outcome(done)
    assert later.id != done.id
    assert not done.model_copy(update={"commits": ()}).same_outcome(done)
