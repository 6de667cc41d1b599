"""What a benchmark is given: flags, rows of JSON lines, labels, documents. What is wrong is told in one sentence.

Everything here raises `BadInput`; `report.command` prints it, and the exit code says that it is no missed target.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, TypeVar

from agent.errors import BadInput

Kind = TypeVar("Kind")
_NAMES = {str: "a text", int: "a whole number", list: "a list"}
_YES, _NO = frozenset({"1", "true", "yes"}), frozenset({"0", "false", "no"})


class Row(dict[str, Any]):
    """One object of a file of JSON lines, which knows its line: a key that it lacks is bad input."""

    def __init__(self, values: dict[str, Any], place: str) -> None:
        """`place` is file and line, as `cases.jsonl:12`."""
        super().__init__(values)
        self.place = place

    def __missing__(self, key: str) -> Any:
        raise BadInput(f"{self.place}: the row has no {key!r}.")

    def of(self, key: str, kind: type[Kind]) -> Kind:
        """A value that must be there and of a kind: `str`, `int` or `list`."""
        value = self[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadInput(f"{self.place}: {key!r} must be {_NAMES[kind]}.")
        return value

    def answer(self, *keys: str, yes: Collection[str] = (), no: Collection[str] = ()) -> bool | None:
        """The label under the first of some keys that has one; None where the row holds no answer.

        Labels are true or false, 1 or 0, or words: `yes` and `no` are those of the benchmark beside the usual ones.
        """
        key = next((key for key in keys if self.get(key) is not None), None)
        if key is None:
            return None
        value = self[key]
        said = f"{value:g}" if isinstance(value, float) else str(value).strip().casefold()
        if said in _YES or said in yes:
            return True
        if said in _NO or said in no:
            return False
        raise BadInput(f"{self.place}: {key!r} is {value!r}; a label is true or false.")


def read_rows(path: Path) -> Iterator[Row]:
    """The objects of a JSON lines file; a line that is not one object is named with its number."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is no text in UTF-8.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise BadInput(f"{place}: not JSON ({error.msg}); each line must be one object.") from error
        if not isinstance(row, dict):
            raise BadInput(f"{place}: each line must be one JSON object.")
        yield Row(row, place)


def document_of(row: Row, folder: Path) -> Path:
    """The file that a row names as its `doc`: by its path in the folder, or by its name there."""
    name = row.of("doc", str)
    found = next((path for path in (folder / name, folder / Path(name).name) if path.is_file()), None)
    if found is None:
        raise BadInput(f"{row.place}: there is no file {name} in {folder}; give its folder with --docs.")
    return found


def text_of(path: Path) -> str:
    """A text in UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is no text in UTF-8.") from error


def files_of(places: Collection[Path]) -> list[tuple[Path, str]]:
    """The files of some folders, or the files themselves, each with its path in its folder; hidden ones left out."""
    found: list[tuple[Path, str]] = []
    for place in places:
        if place.is_file():
            found.append((place, place.name))
        elif not place.is_dir():
            raise BadInput(f"{place}: there is no such file or folder.")
        else:
            files = (path for path in sorted(place.rglob("*")) if path.is_file())
            found += [(path, path.relative_to(place).as_posix()) for path in files if path.name[0] != "."]
    if not found:
        raise BadInput(f"There is no file in {', '.join(map(str, places))}.")
    return found


def nothing_scored(predicted: int, out: Path | None) -> int:
    """End a run whose rows hold no answer: its predictions are in `out`, and nothing is printed for machines."""
    if not predicted:
        raise BadInput("There is no row to judge.")
    if out is None:
        raise BadInput("No row holds an answer; name a file for the predictions with --out.")
    print(f"no row holds an answer: {predicted} predictions are in {out}", file=sys.stderr)
    return 0


def flags(parser: argparse.ArgumentParser, row: str) -> None:
    """The flags that all benchmarks have; `row` says what a line of `--out` is."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"write {row}")


def count(said: str) -> int:
    """A number of things on the command line: 1 or more."""
    number = int(said) if said.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{said!r} is not a number from 1")
    return number
