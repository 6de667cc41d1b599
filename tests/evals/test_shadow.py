"""Shadow mode on real repositories: which commits are people's writing, what they brought, and what came of it."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from agent.cli import main
from agent.errors import BadInput, NotARepository
from agent.outcome import Counts, IncrementOutcome, Outcome
from evals.drafted import Drafted
from evals.scratch import git, start
from evals.shadow.brought import brought, notes_of
from evals.shadow.compare import compared
from evals.shadow.history import History, unfit
from evals.shadow.model import Brought, Shadow, Skip
from evals.shadow.replay import shadow
from evals.shadow.telling import in_words
from evals.shadow.writing import read_shadow
from evals.staging import offline

FIRST = """# Engines

## Row stores

- **Kestrel 2.4**: 180,000 writes/s on one node. https://kestrel.example.org/2-4
- **TidePool**: replication by Raft.

## Column stores

| engine | version | compression |
|---|---|---|
| Quarry | 1.2 | zstd |
"""
ANN, BOT = ("Ann Person", "ann@example.org"), ("sync[bot]", "sync@example.org")
NEW_ITEM = "- **LarkDB 0.9**: embedded, one file; 95,000 reads/s on one core (https://lark.example.org/releases/0-9)\n"


class Past:
    """A repository with a document and a day for each commit."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.day = dt.date(2026, 5, 1)
        start(root)

    def commit(
        self, text: str | None, subject: str = "Write", who: tuple[str, str] = ANN, **files: str
    ) -> str:
        """Write the document and other files, commit them, and return the commit."""
        if text is not None:
            (self.root / "notes.md").write_text(text, encoding="utf-8")
        for name, content in files.items():
            (self.root / f"{name}.md").write_text(content, encoding="utf-8")
        git(self.root, "add", "-A")
        self.day += dt.timedelta(days=1)
        when = f"{self.day}T09:00:00+00:00"
        given = {"GIT_AUTHOR_NAME": who[0], "GIT_AUTHOR_EMAIL": who[1], "GIT_AUTHOR_DATE": when}
        git(self.root, "commit", "-q", "-m", subject, given=given | {"GIT_COMMITTER_DATE": when})
        return git(self.root, "rev-parse", "HEAD").strip()


@pytest.fixture
def past(tmp_path: Path) -> Past:
    root = tmp_path / "theirs"
    root.mkdir()
    made = Past(root)
    made.commit(FIRST, "The document")
    return made


def added(text: str = FIRST) -> str:
    return text.replace("- **TidePool**", f"{NEW_ITEM}- **TidePool**")


def skips(history: History) -> dict[str, Skip | str]:
    found: dict[str, Skip | str] = {}
    for change in history.changes():
        texts = history.texts(change)
        why = unfit(change) or (brought(*texts, history.hunks(change)) if texts else "absent")
        found[change.subject] = why if isinstance(why, str) else "people"
    return found


def test_history__tells_people_from_all_others(past: Past) -> None:
    past.commit(added(), "Add LarkDB")
    past.commit(added() + "- by a bot, and long enough to be a statement\n", "Sync", BOT)
    past.commit(added(), "Take it away")
    past.commit(
        added().replace("- **TidePool**: replication by Raft.\n", "")
        + "\n- **TidePool**: replication by Raft.\n",
        "Move",
    )
    past.commit(added().replace("- **", "* **"), "Other bullets")
    git(past.root, "mv", "notes.md", "engines.md")
    past.commit(None, "Rename")
    told = skips(History(past.root, "engines.md"))
    assert told == {
        "The document": "first",
        "Add LarkDB": "people",
        "Sync": "bot",
        "Take it away": "removal",
        "Move": "move",
        "Other bullets": "move",
        "Rename": "move",
    }


def test_history__reverts_and_merges_and_our_own_commits_are_no_writing(past: Past) -> None:
    past.commit(added(), "Add LarkDB")
    git(past.root, "revert", "--no-edit", "HEAD")
    git(past.root, "switch", "-q", "-c", "side", "HEAD~1")
    past.commit(added() + "\n- on a side branch, long enough for a statement\n", "Side")
    git(past.root, "switch", "-q", "main")
    past.commit(FIRST.replace("zstd", "lz4 and zstd"), "Ours", ("Redline", "redline@redline.invalid"))
    git(past.root, "merge", "-q", "-X", "theirs", "--no-edit", "side")
    told = [unfit(change) for change in History(past.root, "notes.md").changes()]
    assert "revert" in told
    assert "redline" in told
    assert skips(History(past.root, "notes.md"))["Side"] == "people"


def test_brought__an_item_with_what_is_nested_below_it_is_one_thing() -> None:
    after = added().replace(NEW_ITEM, f"{NEW_ITEM}  - its files are portable between machines\n")
    (item,) = _brought(FIRST, after)
    assert item.title == "LarkDB 0.9"
    assert item.section == ("Engines", "Row stores")
    assert item.text.startswith("LarkDB 0.9: embedded, one file; 95,000 reads/s")
    assert "portable" in item.text
    assert "http" not in item.text
    assert item.urls == ("https://lark.example.org/releases/0-9",)
    assert not item.instead_of


def test_brought__a_changed_line_names_the_one_before_and_a_new_heading_is_told(tmp_path: Path) -> None:
    after = (
        FIRST.replace("180,000", "212,000")
        + "\n## Graph stores\n\n- **Vertex 3**: 40 million edges in memory\n"
    )
    changed, new = _brought(FIRST, after)
    assert changed.instead_of.startswith("- **Kestrel 2.4**: 180,000")
    assert not changed.fresh_section
    assert new.fresh_section
    assert new.section[-1] == "Graph stores"


def test_brought__a_row_is_told_with_the_names_of_its_columns() -> None:
    (row,) = _brought(FIRST, f"{FIRST}| Sediment | 0.3 | none, planned for 0.4 |\n")
    assert row.title == "Sediment"
    assert row.text == "Sediment: version 0.3; compression none, planned for 0.4"


def test_brought__a_chinese_statement_is_as_short_as_chinese_is() -> None:
    (item,) = _brought(FIRST, FIRST + "\n- 列式引擎改用字典编码。\n")
    assert item.text == "列式引擎改用字典编码。"


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (FIRST + "\n- short\n", "small"),
        (FIRST + "".join(f"- item number {n} is a statement of its own\n" for n in range(40)), "bulk"),
        (FIRST.replace("- **TidePool**: replication by Raft.\n", ""), "removal"),
    ],
)
def test_brought__what_is_no_writing_is_told_why(after: str, why: str) -> None:
    assert _brought_or_why(FIRST, after) == why


def _brought_or_why(before: str, after: str) -> tuple[Brought, ...] | Skip:
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        past = Past(Path(place))
        past.commit(before)
        past.commit(after)
        history = History(past.root, "notes.md")
        change = next(history.changes())
        return brought(before, after, history.hunks(change))


def _brought(before: str, after: str) -> tuple[Brought, ...]:
    found = _brought_or_why(before, after)
    assert not isinstance(found, str)
    return found


def test_notes__one_a_thing_and_one_a_file_that_came_along(past: Past) -> None:
    past.commit(added(), "Add LarkDB", lark="# Notes on LarkDB\n\nIt keeps all in one file.\n")
    history = History(past.root, "notes.md")
    change = next(history.changes())
    items = _brought(FIRST, added())
    notes = notes_of(items, history.other_files(change), change)
    assert [note.path for note in notes] == [
        "inbox/ann-person/2026-05-03-01-larkdb-0-9.md",
        "inbox/ann-person/2026-05-03-file01-lark.md",
    ]
    assert notes[0].text.startswith("# LarkDB 0.9\n\nLarkDB 0.9: embedded")
    assert notes[0].text.endswith("Source: https://lark.example.org/releases/0-9\n")


def _drafted(*increments: IncrementOutcome, before: str = FIRST) -> Drafted:
    night = dt.date(2026, 5, 3)
    outcome = Outcome(
        document="document",
        path="d.md",
        night=night,
        base="b",
        branch="x",
        counts=Counts(),
        writer="offline/1",
        increments=increments,
    )
    return Drafted(
        case="c", writer="offline/1", night=night, sources=(), before=before, after=before, outcome=outcome
    )


def _increment(added_lines: str, section: str, **more: object) -> IncrementOutcome:
    return IncrementOutcome.model_validate(
        {
            "id": added_lines[:12],
            "number": 1,
            "title": "",
            "section": section,
            "relation": "new",
            "disposition": "draft",
            "why": "write it",
            "added": (added_lines,),
            "commit": "c0ffee",
        }
        | more
    )


def test_compare__place_form_and_facts_of_what_was_found() -> None:
    (item,) = _brought(FIRST, added())
    ours = "LarkDB 0.9 is embedded, one file, 59,000 reads/s (https://lark.example.org/releases/0-9)"
    one = _increment(ours, "Engines › Column stores", alternatives=("Engines › Row stores",))
    ((row,), noise) = compared([item], ["n.md"], _drafted(one))
    assert (row.fate, row.place, row.form) == ("found", "offered", "other")
    assert any("95,000" in fact for fact in row.facts_missing)
    assert any("59,000" in fact for fact in row.facts_strange), "nobody gives it"
    assert not noise


def test_compare__what_answers_nothing_is_noise_and_what_was_there_is_known() -> None:
    (item,) = _brought(FIRST, added())
    other = _increment("- **Vertex 3**: 40 million edges in memory", "Engines")
    ((row,), noise) = compared([item], ["n.md"], _drafted(other))
    assert row.fate == "missed"
    assert [one.text for one in noise] == ["- **Vertex 3**: 40 million edges in memory"]
    before = f"{FIRST}\nSee https://lark.example.org/releases/0-9\n"
    ((row,), _) = compared([item], ["n.md"], _drafted(before=before))
    assert row.fate == "known"


def _state(root: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.stat().st_mtime_ns) for path in root.rglob("*"))


def test_shadow__replays_people_keeps_rows_and_leaves_the_repository_as_it_was(
    past: Past, tmp_path: Path
) -> None:
    past.commit(added(), "Add LarkDB")
    before = _state(past.root)
    kept = tmp_path / "kept"
    since, until = dt.date(2026, 5, 1), dt.date(2026, 5, 31)
    history = History(past.root, "notes.md")
    done = shadow(history, since=since, until=until, cast=offline(), limit=5, kept=kept)
    assert _state(past.root) == before
    (row,) = done.replayed
    (item,) = row.items
    assert (item.fate, item.place, item.form) == ("found", "first", "same")
    assert not item.facts_strange
    assert done.skipped == {"first": 1}
    assert done.figures()["wanted"].value == 1
    assert "1/1  of what people wrote, proposed by Redline" in in_words(done)
    (path,) = (kept / "commits").iterdir()
    path.write_text(row.model_copy(update={"note": "as kept"}).model_dump_json(), encoding="utf-8")
    again = shadow(history, since=since, until=until, cast=offline(), limit=5, kept=kept)
    assert again.replayed[0].note == "as kept", "a commit is replayed once"


def test_shadow__the_newest_commits_within_the_limit(past: Past, tmp_path: Path) -> None:
    for number in range(3):
        text = added() + "".join(f"\n- engine number {n} stores {n}00 GB on a node\n" for n in range(number))
        past.commit(text, f"Number {number}")
    history = History(past.root, "notes.md")
    done = shadow(
        history,
        since=dt.date(2026, 5, 1),
        until=dt.date(2026, 5, 31),
        cast=offline(),
        limit=1,
        kept=tmp_path / "kept",
    )
    assert [row.subject for row in done.replayed] == ["Number 2"]
    assert done.left == 2, "the first version is no change"


def test_command__leaves_json_and_a_page_that_loads_nothing(
    past: Past, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    past.commit(added(), "Add <b>LarkDB</b>")
    out = tmp_path / "out"
    arguments = ["--from", "2026-05-01", "--to", "2026-05-31", "--doc", "notes.md", "--repo", str(past.root)]
    assert main(["shadow", *arguments, "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["found"] == {"right": 1, "of": 1}
    assert isinstance(read_shadow(out), Shadow)
    page = (out / "shadow.html").read_text(encoding="utf-8")
    assert "Add &lt;b&gt;LarkDB" in page
    assert "default-src &#39;none&#39;" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "2026-05-01", "--doc", "gone.md"], "no document 'gone.md'"),
        (["--from", "2027-05-01", "--to", "2026-05-01", "--doc", "notes.md"], "later than"),
        (["--from", "2026-05-01"], "no README.md"),
        (["--from", "2020-05-01", "--to", "2020-06-01", "--doc", "notes.md"], "No commit between"),
    ],
)
def test_command__wrong_input_is_one_sentence(
    arguments: list[str], said: str, past: Past, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--repo", str(past.root), "--out", str(tmp_path / "out")]
    assert main(["shadow", *arguments, *place]) == BadInput.exit_code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "said"),
    [("bytes", "no text in UTF-8"), ("link", "is a link to notes.md"), ("submodule", "is a submodule")],
)
def test_history__what_is_no_text_is_one_sentence(kind: str, said: str, past: Past) -> None:
    path = past.root / "README.md"
    if kind == "bytes":
        path.write_bytes(bytes(range(256)))
    elif kind == "link":
        path.symlink_to("notes.md")
    else:
        head = git(past.root, "rev-parse", "HEAD").strip()
        git(past.root, "update-index", "--add", "--cacheinfo", f"160000,{head},README.md")
    if kind != "submodule":
        git(past.root, "add", "README.md")
    git(past.root, "commit", "-q", "-m", "No text")
    with pytest.raises(BadInput, match=said):
        History(past.root, "")


def test_history__no_such_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no folder"):
        History(tmp_path / "gone", "")


def test_shadow__of_a_shallow_clone_says_that_its_history_is_cut(past: Past, tmp_path: Path) -> None:
    past.commit(added(), "Add LarkDB")
    git(tmp_path, "clone", "-q", "--depth", "1", past.root.as_uri(), "shallow")
    made = shadow(
        History(tmp_path / "shallow", "notes.md"),
        since=dt.date(2026, 1, 1),
        until=dt.date(2026, 12, 31),
        cast=offline(),
        limit=5,
        kept=tmp_path / "kept",
    )
    assert made.skipped == {"cut": 1}
    assert "git fetch --unshallow" in in_words(made)
    assert "n/a" not in in_words(made), "nothing was replayed: there is no figure"


def test_history__outside_of_git_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        History(tmp_path, "")
