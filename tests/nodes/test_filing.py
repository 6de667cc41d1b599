"""A card filed under the wrong class is told in the brief of its night, also when its siblings came earlier."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import GitFolder
from tests.test_baseline import DOCUMENT, NINTH, SETTINGS, TENTH, night
from tests.test_filing import SPEECH, STORAGE


def test_brief__a_misfiled_card_is_a_doubt_and_counts_for_the_class_it_speaks_for(tmp_path: Path) -> None:
    folder = GitFolder(tmp_path)
    folder.git("init", "-q", "-b", "main")
    cards = '\n[[sources]]\nglob = "inbox/cards/**/*"\nkind = "card"\n'
    folder.commit({"storage.md": DOCUMENT, "redline.toml": SETTINGS + cards})
    for filed, shelf in (("storage", STORAGE), ("speech", SPEECH)):
        for name, text in shelf:
            path = tmp_path / f"inbox/cards/{filed}/{NINTH}-{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    _, first = night(folder, NINTH)
    assert not [doubt for doubt in first.doubts if doubt.kind == "filing"]
    wrong = tmp_path / f"inbox/cards/speech/{TENTH}-Heron.md"
    text = "Tiered compaction of merge trees on flash: write amplification of cold blocks."
    wrong.write_text(f"# Heron\n\n{text}\n", encoding="utf-8")
    _, second = night(folder, TENTH)
    [doubt] = [doubt for doubt in second.doubts if doubt.kind == "filing"]
    assert doubt.risk == "low"
    assert "filed under “speech” and reads like “storage”" in doubt.problem
    assert "amplification" in doubt.problem
