"""What a shadow run leaves in its folder: `shadow.json`, and the page for people."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from agent.errors import BadInput
from agent.files import write_atomically
from evals.report.page import shadow_page
from evals.shadow.model import Shadow

FILE, PAGE = "shadow.json", "shadow.html"


def write_shadow(folder: Path, run: Shadow) -> Path:
    """Write run and page; the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / FILE, run.model_dump_json(indent=1).encode("utf-8", "surrogatepass"))
    write_atomically(folder / PAGE, shadow_page(run).encode("utf-8", "replace"))
    return folder / PAGE


def read_shadow(folder: Path) -> Shadow:
    """A run that was left in a folder; raises `BadInput` where there is none."""
    try:
        return Shadow.model_validate_json((folder / FILE).read_bytes())
    except (OSError, ValidationError) as error:
        raise BadInput(f"{folder} holds no shadow run.", "Make one with: redline shadow --out DIR") from error
