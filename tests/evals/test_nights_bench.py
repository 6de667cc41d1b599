"""The scorer of judged nights: what answers what, and what is counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.errors import BadInput
from evals.bench.nights import (
    Count,
    JudgedNight,
    Label,
    Nights,
    Told,
    agreement,
    fits,
    metrics_of,
    run,
    score,
)

DATA = Path(__file__).parents[2] / "evals/data/nights.json"


def label(name: str, note: str = "a.md", **more: object) -> Label:
    return Label.model_validate(
        {"name": name, "notes": (note,), "relation": "new", "weight": "must", "words": tuple(name.split())}
        | more
    )


def told(title: str, note: str = "a.md", *, rank: int = 1, text: str = "", relation: str = "new") -> Told:
    return Told(rank=rank, title=title, text=f"{title}\n{text}", notes=(note,), relation=relation)


@pytest.mark.parametrize(
    ("one", "other", "answers"),
    [
        (told("Owlet planner ships"), label("Owlet planner"), True),
        (told("Owlet planner ships", "b.md"), label("Owlet planner"), False),
        (told("Another title", text="https://arxiv.org/abs/2609.11873v1"), label("Owlet", ids=("2609.11873",)), True),
        (told("Owlet planner", text="2609.99999"), label("Owlet planner", ids=("2609.11873",)), False),
        (told("Tanuki tape"), label("Owlet planner"), False),
    ],
    ids=["words", "another note", "its id", "another id", "other words"],
)  # fmt: skip
def test_fits(one: Told, other: Label, answers: bool) -> None:
    assert (fits(one, other) > 0) is answers


def night(*labels: Label, idle: dict[str, tuple[str, ...]] | None = None) -> JudgedNight:
    reading = {"increments": labels, "non_news": idle or {}}
    return JudgedNight.model_validate(
        {
            "name": "N",
            "document": "doc.md",
            "notes": ("a.md",),
            "readings": (reading, reading),
            "adjudicated": reading,
        }
    )


def test_score__an_increment_answers_one_label_and_what_is_only_listed_counts_as_found() -> None:
    count = Count()
    late = [told(f"Filler {n}", "c.md", rank=n) for n in range(2, 9)]
    found = [told("Owlet planner"), *late, told("Tanuki tape", rank=9, relation="extends")]
    score(
        night(label("Owlet planner"), label("Owlet planner twice"), label("Tanuki tape"), idle={"notes": ("b.md", "c.md")}),
        found,
        count,
    )  # fmt: skip
    figures = metrics_of(count)
    assert figures["recall_must"] == pytest.approx(2 / 3, abs=1e-3)
    assert figures["told_must"] == pytest.approx(1 / 3, abs=1e-3)
    assert figures["precision"] == pytest.approx(1 / 8, abs=1e-3)
    assert figures["relation"] == 0.5
    assert figures["non_news"] == 0.5
    assert [row["label"] for row in count.rows if row["rank"] == 0] == ["Owlet planner twice"]


def test_agreement__of_two_readers() -> None:
    one = night(label("Owlet planner"), label("Tanuki tape")).readings[0]
    other = night(label("Owlet planner", relation="extends")).readings[0]
    figures = agreement([(one, other)])
    assert figures == {"readers_increments": 0.5, "readers_relation": 0.0}


def test_run__says_what_is_wrong_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        run([str(tmp_path / "none.json"), "--inbox", str(tmp_path)])
    (tmp_path / "bad.json").write_text('{"nights": 3}')
    with pytest.raises(BadInput, match="no file of judged nights"):
        run([str(tmp_path / "bad.json"), "--inbox", str(tmp_path)])
    with pytest.raises(BadInput, match="--docs"):
        run([_one_night(tmp_path, "no-such.md"), "--inbox", str(tmp_path)])


def test_run__a_night_from_its_notes_to_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "doc.md").write_text(
        "# Engines\n\n## Storage\n\n- **Tanuki v2.1**: compaction in the background.\n"
    )
    (tmp_path / "a.md").write_text(
        "# Owlet planner\n\nThe Owlet planner splits a merge into slices of 8 MB, see https://owlet.dev/p.\n"
    )
    run([_one_night(tmp_path, "doc.md"), "--inbox", str(tmp_path), "--docs", str(tmp_path), "--json"])
    figures = json.loads(capsys.readouterr().out)["metrics"]
    assert figures["recall_must"] == 1.0
    assert figures["precision"] == 1.0


def _one_night(folder: Path, document: str) -> str:
    path = folder / "nights.json"
    judged = night(label("Owlet planner")).model_copy(update={"document": document})
    path.write_text(Nights(nights=(judged,)).model_dump_json(), encoding="utf-8")
    return str(path)


def test_data__is_sound_and_holds_both_readings() -> None:
    judged = Nights.model_validate_json(DATA.read_bytes())
    assert len(judged.nights) == 3
    for one in judged.nights:
        assert all(reading.increments for reading in one.readings)
        named = {note for increment in one.adjudicated.increments for note in increment.notes}
        assert named <= set(one.notes)
        assert not named & set(one.adjudicated.non_news.notes)
