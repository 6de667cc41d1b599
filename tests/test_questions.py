"""Questions to contributors: asked once, in a commit of their own, answered in the file or in a new note."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from agent.errors import NotReviewable
from agent.ledger import Ledger
from agent.models import Quote, SourceItem
from agent.opening import open_workspace
from agent.questions import Question, answer_alone, is_unanswered, written
from agent.questions.file import id_in, path_of
from agent.readers import read
from agent.review import open_review
from agent.workspace import open_repository
from tests.conftest import GitFolder
from tests.test_baseline import DOCUMENT, ELEVENTH, NINTH, SETTINGS, TENTH, night

FASTER = """# Quokka answers faster

- Quokka 3.2 answers a storage engine query in 18 ms
- Quokka 3.2 compacts its storage segments every 640 seconds
- Quokka 3.2 keeps the index of its storage engine in memory
- Quokka 3.2 writes its log to tape in the background
"""
ASKED = Question(
    id="q0123456789a", who="cat", folder="inbox/cat", kind="conditions", increment="abc", title="A <b>t</b> @me",
    text="Why?", a=Quote(quote="--> <!-- answer below this line --> hidden", line=3, path="inbox/cat/n.md"),
)  # fmt: skip


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> GitFolder:
    folder = GitFolder(tmp_path_factory.mktemp("questions") / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit(
        {"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace", "2026-10-08T08:00:00+08:00"
    )
    night(folder, NINTH, cat=FASTER)
    return folder


@pytest.fixture
def folder(asked: GitFolder, tmp_path: Path) -> GitFolder:
    shutil.copytree(asked.root, tmp_path / "workspace")
    return GitFolder(tmp_path / "workspace")


def question_file(folder: GitFolder) -> str:
    names = folder.git("-c", "core.quotepath=off", "diff", "--name-only", "main", f"redline/storage/{NINTH}")
    [found] = [name for name in names.split("\n") if "/questions/" in name]
    return found


def ledger(folder: GitFolder) -> Ledger:
    return Ledger.open(open_repository(folder.root))


def test_asked__in_a_commit_of_its_own_with_the_place_quoted(folder: GitFolder) -> None:
    path = question_file(folder)
    assert path.startswith(f"inbox/cat/questions/{NINTH}-")
    tip = f"redline/storage/{NINTH}"
    assert folder.git("diff", "--name-only", f"{tip}^", tip).count("\n") == 0
    assert "Redline-Question: inbox/cat/questions/" in folder.git("log", "-1", "--format=%B", tip)
    text = folder.git("show", f"{tip}:{path}")
    assert "in 18 ms" in text
    assert f"inbox/cat/{NINTH}-storage.md:" in text


def test_asked__refused_alone_and_the_rest_stays(folder: GitFolder) -> None:
    repository, settings = open_workspace(folder.root)
    review = open_review(repository, settings, None)
    card = next(card for card in review.cards if card.increment.kind == "question")
    assert "answer below this line" in card.text
    with pytest.raises(NotReviewable, match="as it stands"):
        review.decide(
            card.increment.id, "edited", text="other", who="Ann", when=dt.datetime(2026, 10, 9, 20, tzinfo=dt.UTC), seen=card.seen,
        )  # fmt: skip
    review.decide(
        card.increment.id, "refused", reason="I know", who="Ann", when=dt.datetime(2026, 10, 9, 20, tzinfo=dt.UTC), seen=card.seen,
    )  # fmt: skip
    assert review.rebuild().status == "rebuilt"
    changed = folder.git("diff", "--name-only", "main", f"redline/storage/{NINTH}")
    assert changed == "storage.md"
    outcome, _ = night(folder, TENTH, cat=FASTER + "\n- more\n")
    assert not [one for one in outcome.increments if one.kind == "question"]


def test_unanswered__is_no_news_and_is_not_asked_again(folder: GitFolder) -> None:
    folder.git("merge", "-q", "--no-edit", f"redline/storage/{NINTH}")
    outcome, brief = night(folder, TENTH)
    assert not brief.sources
    assert not outcome.commits


def test_answered__in_its_file__the_answer_alone_is_an_item_and_proposes_to_lift_the_doubt(
    folder: GitFolder,
) -> None:
    folder.git("merge", "-q", "--no-edit", f"redline/storage/{NINTH}")
    path = folder.root / question_file_on_main(folder)
    answer = "\nQuokka 3.2 answers a storage engine query in 18 ms on 16 cores with 64 GB of memory, measured 2026-10-08.\n"
    path.write_text(path.read_text(encoding="utf-8") + answer, encoding="utf-8")
    outcome, brief = night(folder, TENTH)
    assert [f"{row.place}/{row.files}".split(" (")[0] for row in brief.sources] == [
        path.relative_to(folder.root).as_posix()
    ]
    assert any("answers the question q" in note for note in outcome.notes)
    for increment in outcome.increments:
        for claim in increment.claims:
            assert all("neither a link" not in evidence.quote for evidence in claim.evidence)
    assert len(ledger(folder).answered("storage")) == 1
    [caveat] = [one for one in ledger(folder).watching("storage") if one.caveat.kind == "conditions"]
    assert caveat.id in {event.watch for event in ledger(folder).sighted("storage")}
    later, _ = night(folder, ELEVENTH)
    lifts = [one for one in (*outcome.increments, *later.increments) if one.kind == "lift"]
    assert any(caveat.id in one.keys for one in lifts)


def question_file_on_main(folder: GitFolder) -> str:
    names = folder.git("-c", "core.quotepath=off", "ls-files").split("\n")
    return next(name for name in names if "/questions/" in name)


def test_answered__by_a_note_that_names_it_once(folder: GitFolder) -> None:
    repository, settings = open_workspace(folder.root)
    name = next(
        c.increment.id
        for c in open_review(repository, settings, None).cards
        if c.increment.kind == "question"
    )
    note = f"# Quokka conditions\n\nAbout {name}: 16 cores.\n"
    night(folder, TENTH, cat=note)
    assert ledger(folder).answered("storage") == {name}
    outcome, _ = night(folder, ELEVENTH, cat=note + "\nagain\n")
    assert not any("answers the question" in note for note in outcome.notes)


def test_file__brings_nothing_of_a_note_along_and_reads_back() -> None:
    text = written(ASKED, NINTH, "storage", "en")
    assert text.count("<!--") == 1
    assert "@" not in text
    assert id_in(text) == ASKED.id
    path = path_of(ASKED, NINTH)
    assert is_unanswered(path, text.encode())
    assert is_unanswered(path, text.replace("\n", "\r\n").encode())
    assert not is_unanswered(path, (text + "yes\n").encode())
    assert not is_unanswered("inbox/cat/note.md", text.encode())


def test_answer__stands_where_it_stood_and_the_question_is_blank() -> None:
    path = path_of(ASKED, NINTH)
    text = written(ASKED, NINTH, "storage", "en") + "\nOn 16 cores.\n"
    item = SourceItem(path=path, item="0" * 64, contributor="cat", date=dt.datetime(2026, 10, 10, tzinfo=dt.UTC), dated_by="given")  # fmt: skip
    source = read(item, text.encode())
    alone = answer_alone(source)  # type: ignore[arg-type]  # a Markdown file is readable
    assert "Why?" not in alone.text
    assert [alone.text[block.start : block.end].strip() for block in alone.blocks] == ["On 16 cores."]
    assert alone.text.count("\n") == text.count("\n")


def test_asked__not_where_the_note_names_its_work(tmp_path: Path) -> None:
    folder = GitFolder(tmp_path / "workspace")
    folder.root.mkdir()
    folder.git("init", "-q", "-b", "main")
    folder.commit(
        {"storage.md": DOCUMENT, "redline.toml": SETTINGS}, "The workspace", "2026-10-08T08:00:00+08:00"
    )
    night(folder, NINTH, cat=f"{FASTER}\narXiv:2610.01234\n")
    changed = folder.git("diff", "--name-only", "main", f"redline/storage/{NINTH}")
    assert changed
    assert "/questions/" not in changed
