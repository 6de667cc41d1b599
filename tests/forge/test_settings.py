"""`[forge]`: what is wrong is told by its key, and a token goes nowhere that others can read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import BadSettings
from agent.settings import ForgeSettings, load


def forge(tmp_path: Path, text: str) -> ForgeSettings:
    (tmp_path / "redline.toml").write_text(f"[forge]\n{text}\n", encoding="utf-8")
    return load(tmp_path).forge


def test_without_a_table__nothing_is_published(tmp_path: Path) -> None:
    (tmp_path / "redline.toml").write_text("", encoding="utf-8")
    assert load(tmp_path).forge.remote_name == ""


@pytest.mark.parametrize(
    ("kind", "token", "project"), [("github", "GITHUB_TOKEN", "a/b"), ("gitlab", "GITLAB_TOKEN", "a/b/c")]
)
def test_defaults__follow_from_the_kind(tmp_path: Path, kind: str, token: str, project: str) -> None:
    found = forge(tmp_path, f'kind = "{kind}"\nproject = "{project}"')
    assert (found.remote_name, found.token_name, found.draft, found.base_url) == ("origin", token, True, "")


def test_a_remote_alone__needs_no_kind(tmp_path: Path) -> None:
    assert forge(tmp_path, 'remote = "upstream"').remote_name == "upstream"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('kind = "gitea"\nproject = "a/b"', "forge.kind"),
        ('kind = "github"', "needs a project"),
        ('kind = "github"\nproject = "a"', "forge.project"),
        ('kind = "github"\nproject = "a/b/c"', "owner/name"),
        ('kind = "github"\nproject = "https://github.com/a/b"', "forge.project"),
        ('kind = "github"\nproject = "a/b"\nbase_url = "http://git.example.org"', "over http anybody"),
        ('kind = "github"\nproject = "a/b"\nbase_url = "http://127.0.0.1.example.org"', "over http anybody"),
        ('kind = "github"\nproject = "a/b"\nbase_url = "git.example.org"', "such as https"),
        ('kind = "github"\nproject = "a/b"\nbase_url = "ftp://git.example.org"', "such as https"),
        ('kind = "github"\nproject = "a/b"\nbase_url = "https://git.example.org:x"', "such as https"),
        ('base_url = "https://git.example.org"', "needs a kind"),
        ('kind = "github"\nproject = "a/b"\ndraft = "maybe"', "forge.draft"),
        ('kind = "github"\nproject = "a/b"\ntoken_env = "A B"', "forge.token_env"),
        ('kind = "github"\nproject = "a/b"\ntimeout = 0', "forge.timeout"),
        ('kind = "github"\nprojekt = "a/b"', "forge.projekt"),
    ],
)
def test_what_is_wrong__is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSettings) as caught:
        forge(tmp_path, text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_loopback__may_do_without_https(tmp_path: Path, host: str) -> None:
    text = f'kind = "gitlab"\nproject = "a/b"\nbase_url = "http://{host}:8080/"'
    assert forge(tmp_path, text).base_url == f"http://{host}:8080"


@pytest.mark.parametrize("address", ["https://me:tok-secret@git.example.org", "https://tok-secret@git:x"])
def test_a_token_in_the_address__is_refused_and_not_repeated(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadSettings) as caught:
        forge(tmp_path, f'kind = "github"\nproject = "a/b"\nbase_url = "{address}"')
    assert "tok-secret" not in str(caught.value) + caught.value.hint


def test_a_misspelt_key__names_the_near_one(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        forge(tmp_path, 'kind = "github"\nprojct = "a/b"')
    assert caught.value.hint == "Did you mean 'project'?"
