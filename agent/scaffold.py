"""`redline init`: a workspace in any git repository; nothing that exists is changed."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from agent.errors import BadInput, BadSettings
from agent.files import write_atomically
from agent.settings import FILE_NAME, DocumentSettings, NightSettings
from agent.workspace import repository_root

_FIRST_DOCUMENT = "living_doc/document.md"
_FIRST_TEXT = """# {title}

## Overview

## Reserve
"""
_INBOX_README = """# Inbox

Leave notes here, one file each: `inbox/<your name>/2026-01-31-what-it-is-about.md`
(or `2026-01-31T0930-…` with the time). Any of Markdown, HTML, PDF, DOCX, EML, RST, ipynb, CSV, feeds.
"""


def make_workspace(folder: Path, *, document: str, timezone: str) -> list[str]:
    """Put settings, an inbox and a document into the repository around `folder`; what was made, a line each.

    Raises `BadInput` for a document that lies outside the repository or is no Markdown file, and `BadSettings` for
    a zone that is none; then nothing is made.
    """
    root = repository_root(folder)
    path = _document_path(root, folder, document or _FIRST_DOCUMENT)
    text = _settings_of(path, timezone)
    done: list[str] = []
    target = root / path
    if not target.exists():
        title = re.sub(r"[-_]+", " ", Path(path).stem).strip()
        write_atomically(target, _FIRST_TEXT.format(title=title).encode())
        done.append(f"made {path}: your living document; give it the sections that you want")
    else:
        done.append(f"kept {path}: your living document")
    settings = root / FILE_NAME
    if settings.exists():
        done.append(f"kept {FILE_NAME}: it was there")
    else:
        write_atomically(settings, text.encode())
        done.append(f"made {FILE_NAME}: the settings")
    readme = root / "inbox" / "README.md"
    if not (root / "inbox").exists():
        write_atomically(readme, _INBOX_README.encode())
        done.append("made inbox/: where contributors leave their notes")
    done.append(
        f"Next: git add -- {shlex.join([FILE_NAME, 'inbox', path])} && git commit, drop a note into inbox/<name>/, then: redline night"
    )
    return done


def _settings_of(path: str, timezone: str) -> str:
    name = re.sub(r"[\s~^:?*\[\\]+", "-", Path(path).stem)
    try:
        return as_toml(DocumentSettings(name=name, path=path), NightSettings(timezone=timezone))
    except ValueError as error:
        raise BadSettings(
            f"{timezone!r} cannot be the time zone of the nights.", "Write a place such as Asia/Shanghai."
        ) from error


def _document_path(root: Path, folder: Path, given: str) -> str:
    path = Path(given) if Path(given).is_absolute() else folder / given
    if not given or given == _FIRST_DOCUMENT:
        path = root / _FIRST_DOCUMENT
    resolved = path.resolve()
    if not resolved.is_relative_to(root.resolve()) or ".git" in resolved.parts:
        raise BadInput(f"{given} lies outside the repository {root}.", "Give a path inside it.")
    if resolved.is_dir() or resolved.suffix.lower() not in (".md", ".markdown"):
        raise BadInput(f"{given} is not a Markdown file.", "Give the path of a file that ends in .md.")
    return resolved.relative_to(root.resolve()).as_posix()


def as_toml(document: DocumentSettings, night: NightSettings) -> str:
    """The `redline.toml` that `redline init` writes: the keys that matter, each with a word of explanation."""
    return f"""# Redline's settings. Every key has a default; see the README for all of them.

[night]
timezone = {_quoted(night.timezone)}  # the zone of the window, by its IANA name
cut = {_quoted(night.cut)}            # a night's window ends here and starts {night.hours} hours before

[[documents]]
name = {_quoted(document.name)}
path = {_quoted(document.path)}
reserve = {_quoted(document.reserve)}  # heading of the section for what has no sure place yet

[[sources]]
glob = "inbox/*/**/*"  # the folder below inbox/ names the contributor
"""


def _quoted(text: str) -> str:
    """A TOML basic string (JSON's escapes are a subset of TOML's)."""
    return json.dumps(text, ensure_ascii=False)
