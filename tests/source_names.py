"""Which files a brief means by the names it gives: whole paths, globs, and elided lists.

`2026-09-25-a.md / b.md / topic-*` leaves out what is said before: the folder, the date, the ending.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from agent.briefs import inline
from agent.models import SourceRow

_DIVIDER = r"[ \t]/[ \t]|、|[；;]|,[ \t]"
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}")
_PIECES = re.compile(r"[-_.\s]+|(?<=\d)t(?=\d)")


def named_files(row: SourceRow) -> tuple[str, ...]:
    """The file names, globs and elided names of a source row; empty where it only describes files."""
    names: list[str] = []
    for part in inline.split_outside(row.files, _DIVIDER):
        bare = inline.tail_bracket(part)[0]
        name = inline.unlinked(bare)
        plain = bool(_ENDING.search(name)) or "*" in name or (not re.search(r"\s", name) and name.isascii())
        if name and (plain or bare.startswith("`")):
            names.append(name)
    return tuple(names)


def resolve_row(row: SourceRow, paths: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each name of a source row with the workspace paths that it means (none where it cannot be told)."""
    folder = row.place.split(" ")[0].strip("/`")
    found: list[tuple[str, tuple[str, ...]]] = []
    date = ""
    for name in named_files(row):
        dated = _DATED.search(name)
        date = dated[0] if dated else date
        found.append((name, find_files(f"{folder}/{name}" if folder else name, paths, date=date)))
    return tuple(found)


def find_files(name: str, paths: Sequence[str], *, date: str = "") -> tuple[str, ...]:
    """The paths that a name means, sorted: all that a glob matches, else the one path that fits best.

    Tried in turn: the path itself; the glob; the end of a path; the parts of the name in their order
    within one file name, letters of either case (`HF-daily.md` for `0900-hf-daily.md`). `date`
    (`2026-09-25`) decides between files that differ in theirs. Two that fit alike are none.
    """
    folder, _, base = name.strip().strip("`").removeprefix("./").rpartition("/")
    inside = [path for path in paths if _is_in(path, folder)]
    if "*" in base:
        pattern = base.casefold()
        globbed = [
            p for p in inside if fnmatchcase(_base(p), pattern) or fnmatchcase(_base(p), f"*{pattern}")
        ]
        return tuple(sorted(_of_date(globbed, date)))
    exact = [path for path in inside if _base(path) == base.casefold()]
    ended = [path for path in inside if _base(path).endswith(base.casefold())]
    wanted = _pieces(base)
    threaded = [path for path in inside if _runs_through(wanted, _pieces(_base(path)))]
    for found in (exact, ended, threaded):
        fitting = _of_date(found, date)
        if len(fitting) == 1:
            return tuple(fitting)
        if fitting:
            fewest = min(len(_base(path)) for path in fitting)
            shortest = [path for path in fitting if len(_base(path)) == fewest]
            return tuple(shortest) if len(shortest) == 1 else ()
    return ()


def _of_date(paths: list[str], date: str) -> list[str]:
    return [path for path in paths if date in _base(path)] or paths


def _base(path: str) -> str:
    return path.rpartition("/")[2].casefold()


def _is_in(path: str, folder: str) -> bool:
    """Whether a path lies in a folder of that name, at whatever depth."""
    return not folder or f"/{folder}/".casefold() in f"/{path.rpartition('/')[0]}/".casefold()


def _pieces(name: str) -> list[str]:
    return [piece for piece in _PIECES.split(name.casefold()) if piece]


def _runs_through(wanted: Sequence[str], pieces: Sequence[str]) -> bool:
    """Whether the wanted pieces occur among the pieces, in order."""
    rest = iter(pieces)
    return bool(wanted) and all(piece in rest for piece in wanted)
