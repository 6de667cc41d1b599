"""The README's picture: the night of the shipped sample, run in a copy, and what it left, as an SVG.

`python -m evals.picture [OUT.svg]`
"""

from __future__ import annotations

import argparse
import datetime as dt
import html
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from agent.app import run_night
from agent.outcome import IncrementOutcome, Outcome
from evals.bench.counted import Silent
from evals.bench.report import command
from evals.scratch import git, start

ROOT = Path(__file__).parent.parent
NIGHT = dt.date(2026, 9, 25)
_SIZE = 14
_LINE = 20
_PAD = 10
_COLUMNS = (
    ("增量", 290),
    ("目标章节", 190),
    ("关系", 56),
    ("已证", 48),
    ("存疑", 48),
    ("已拒", 48),
    ("待核实", 330),
)
_RELATIONS = {
    "new": "新增",
    "extends": "扩展",
    "supersedes": "取代",
    "contradicts": "矛盾",
    "confirms": "印证",
    "covered": "已有",
}
_INK, _FAINT, _GREEN, _AMBER, _RED = "#1f2328", "#656d76", "#1a7f37", "#9a6700", "#cf222e"


def run(argv: Sequence[str]) -> int:
    """Run the night and write the picture."""
    parser = argparse.ArgumentParser(
        prog="python -m evals.picture", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "out",
        type=Path,
        nargs="?",
        default=ROOT / "README.svg",
        metavar="OUT.svg",
        help="README.svg by default",
    )
    out = parser.parse_args(argv).out
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("inbox", "living_doc"):
            shutil.copytree(ROOT / part, folder / part)
        shutil.copy(ROOT / "redline.toml", folder)
        start(folder)
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", "The sample")
        outcome, _ = run_night(folder, date=NIGHT, progress=Silent())
    out.write_text(picture(outcome), encoding="utf-8")
    return 0


def picture(outcome: Outcome) -> str:
    """An SVG of the drafted increments, a row each, and of the branch."""
    width = sum(size for _, size in _COLUMNS) + 2 * _PAD
    parts: list[str] = []
    top = _PAD
    parts += _row([name for name, _ in _COLUMNS], top, [_FAINT] * len(_COLUMNS), bold=True)
    top += _LINE + _PAD
    for one in (increment for increment in outcome.increments if increment.commit):
        parts.append(f'<line x1="{_PAD}" y1="{top}" x2="{width - _PAD}" y2="{top}" stroke="#d0d7de"/>')
        cells = _cells(one)
        parts += _row(cells, top + 6, [_INK, _INK, _INK, _GREEN, _AMBER, _RED, _AMBER])
        top += 12 + _LINE * max(
            len(_wrapped(cell, size)) for cell, (_, size) in zip(cells, _COLUMNS, strict=True)
        )
    parts.append(f'<line x1="{_PAD}" y1="{top}" x2="{width - _PAD}" y2="{top}" stroke="#d0d7de"/>')
    branch = f"分支 {outcome.branch}（{len(outcome.commits)} 个提交，新增 {outcome.counts.added_lines} 行）"
    parts.append(_text(branch, 2 * _PAD, top + _LINE + 4, _FAINT))
    height = top + _LINE + 2 * _PAD
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="{_SIZE}">'
    back = f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff" stroke="#d0d7de"/>'
    return "\n".join([head, back, *parts, "</svg>", ""])


def _cells(one: IncrementOutcome) -> list[str]:
    counts = [str(one.count(kept)) for kept in ("proved", "doubtful", "refused")]
    doubts = "；".join(caveat.wording for caveat in one.caveats if caveat.risk != "low")
    return [one.title, one.section.rpartition(" › ")[2], _RELATIONS[one.relation], *counts, doubts]


def _row(cells: Sequence[str], top: int, inks: Sequence[str], *, bold: bool = False) -> list[str]:
    made, left = [], 2 * _PAD
    for cell, ink, (_, size) in zip(cells, inks, _COLUMNS, strict=True):
        for number, line in enumerate(_wrapped(cell, size)):
            made.append(_text(line, left, top + _SIZE + number * _LINE, ink, bold=bold))
        left += size
    return made


def _text(words: str, left: int, base: int, ink: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{left}" y="{base}" fill="{ink}"{weight}>{html.escape(words)}</text>'


def _wrapped(words: str, size: int) -> list[str]:
    """Lines that fit a column, broken at blanks and between Chinese signs."""
    lines, used = [""], 0.0
    for piece in re.findall(r"[!-~]+|.", words):
        wide = sum(map(_width, piece))
        if used + wide > size - 2 * _PAD and lines[-1]:
            lines.append("")
            used = 0.0
        if piece != " " or lines[-1]:
            lines[-1] += piece
            used += wide
    return lines


def _width(sign: str) -> float:
    """A wide sign takes an em, another one a little more than half."""
    return _SIZE if unicodedata.east_asian_width(sign) in "WF" else 0.58 * _SIZE


if __name__ == "__main__":
    command(run)
