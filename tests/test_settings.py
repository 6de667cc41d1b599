"""`redline.toml` and the environment."""

from pathlib import Path

import pytest

from agent.errors import BadSettings, NoDocument, NoWorkspace
from agent.scaffold import as_toml
from agent.settings import DocumentSettings, NightSettings, load

DOCUMENT = '[[documents]]\nname = "推理"\npath = "docs/推理.md"\n'


def workspace(tmp_path: Path, text: str) -> Path:
    (tmp_path / "redline.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_load__without_a_file(tmp_path: Path) -> None:
    with pytest.raises(NoWorkspace) as caught:
        load(tmp_path)
    assert "redline init" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "named", "hint"),
    [
        ('[night]\ntimezon = "UTC"', "night.timezon", "timezone"),
        ('[[document]]\nname = "a"', "document", "documents"),
        ('[[documents]]\nname = "a"\npth = "a.md"', "documents.pth", "path"),
        ('[[sources]]\nglob = "a/*"\nweigth = 1', "sources.weigth", "weight"),
    ],
)
def test_load__unknown_key_names_it_and_the_near_one(
    tmp_path: Path, text: str, named: str, hint: str
) -> None:
    with pytest.raises(BadSettings) as caught:
        load(workspace(tmp_path, text))
    assert repr(named) in str(caught.value)
    assert hint in caught.value.hint


@pytest.mark.parametrize("zone", ["CST", "Asia/Shangha", "", "../etc/passwd", "Asia"])
def test_load__unknown_or_ambiguous_zone_is_refused(tmp_path: Path, zone: str) -> None:
    with pytest.raises(BadSettings, match=r"night\.timezone"):
        load(workspace(tmp_path, f'[night]\ntimezone = "{zone}"'))


@pytest.mark.parametrize("path", ["../up.md", "/etc/passwd", "a/../../b.md", ""])
def test_load__document_outside_the_repository_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(BadSettings, match=r"documents\.path"):
        load(workspace(tmp_path, f'[[documents]]\nname = "a"\npath = "{path}"'))


@pytest.mark.parametrize("name", ["a b", "a~b", "a\\\\b", "", "a:b", "../up", "a/b", "-D", ".hidden"])
def test_load__document_name_must_fit_a_branch(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSettings, match=r"documents\.name"):
        load(workspace(tmp_path, f'[[documents]]\nname = "{name}"\npath = "a.md"'))


def test_load__broken_toml_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="line 2"):
        load(workspace(tmp_path, "[night]\ncut = \n"))


def test_load__environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDLINE_NIGHT__CUT", "21:30")
    settings = load(workspace(tmp_path, '[night]\ncut = "20:00"\ntimezone = "Asia/Shanghai"'))
    assert (settings.night.cut, settings.night.timezone) == ("21:30", "Asia/Shanghai")


def test_load__a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "redline.toml").write_bytes(b"\xef\xbb\xbf" + DOCUMENT.encode())
    assert load(tmp_path).documents[0].name == "推理"


def test_document__one_of_several_must_be_chosen(tmp_path: Path) -> None:
    settings = load(workspace(tmp_path, DOCUMENT + '[[documents]]\nname = "agents"\npath = "agents.md"\n'))
    with pytest.raises(NoDocument, match="one must be chosen"):
        settings.document(None)
    with pytest.raises(NoDocument) as caught:
        settings.document("agent")
    assert "agents" in caught.value.hint


def test_documents__same_path_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="two documents"):
        load(workspace(tmp_path, DOCUMENT + '[[documents]]\nname = "b"\npath = "docs/推理.md"\n'))


def test_as_toml__is_read_back(tmp_path: Path) -> None:
    document = DocumentSettings(name="推理", path='docs/推"理.md', reserve="预备")
    night = NightSettings(timezone="Asia/Shanghai", cut="21:00")
    settings = load(workspace(tmp_path, as_toml(document, night)))
    assert settings.documents == (document,)
    assert settings.night == night


def test_load__an_empty_name_of_the_keys_variable_says_that_none_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workspace(tmp_path, DOCUMENT)
    assert load(folder).model.key_env == "OPENAI_API_KEY"
    monkeypatch.setenv("REDLINE_MODEL__KEY_ENV", "")
    monkeypatch.setenv("REDLINE_MODEL__ROLES__JUDGE__KEY_ENV", "")
    monkeypatch.setenv("REDLINE_NIGHT__CUT", "")
    settings = load(folder)
    assert (settings.model.key_env, settings.model.of_role("judge").key_env) == ("", "")
    assert settings.night.cut == "22:00"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[night]\ncut = "9pm"\n', "night.cut: it must be a time from 00:00 to 23:59"),
        ('[[documents]]\nname = "a b"\npath = "a.md"\n', "documents.name: it must be without blanks"),
        ('[model]\nkey_env = "sk-1"\n', "model.key_env: it must be the name of an environment variable"),
        ('[forge]\nproject = "x"\n', "forge.project: it must be the project's path"),
        ('[forge]\ntoken_env = "a-b"\n', "forge.token_env: it must be the name of"),
    ],
)
def test_load__what_a_pattern_guards_is_told_in_words(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "redline.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as told:
        load(tmp_path)
    assert said in str(told.value)
    assert "pattern" not in str(told.value)
