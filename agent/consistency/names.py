"""A name or path spelt two ways."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent.consistency.reading import Reading, plain
from agent.consistency.wording import doubt, quote
from agent.models import Doubt

_PATH = re.compile(
    r"(?<![A-Za-z0-9_./\u4e00-\u9fff-])[A-Za-z0-9_./\u4e00-\u9fff-]{3,200}\.(?:md|txt|py|jsonl?|ya?ml|toml|html?|pdf|csv|sh|cpp|cu|ipynb|rst|docx|log|conf|cfg|ini|xml|ts|js|go|rs|java|tar|gz|whl|safetensors|gguf|service)(?![A-Za-z0-9])"
)
_TIME = re.compile(r"^(?:[01]\d|2[0-3])[0-5]\d$")
_NAME = re.compile(
    r"(?<![A-Za-z0-9_./@:#-])[A-Z][A-Za-z]{4,30}(?![A-Za-z0-9_]|\.[a-z]|/|[- ]?\d)|(?<![A-Za-z0-9_./@:#-])[a-z]{1,3}[A-Z][A-Za-z]{3,30}(?![A-Za-z0-9_(]|\.[a-z]|/)"
)
_HYPHENED = re.compile(
    r"(?<![A-Za-z0-9_./@:#-])[A-Za-z][A-Za-z0-9]{1,20}-[A-Z][a-z]{2,20}(?![A-Za-z0-9_./-])"
)
_CODE = re.compile(
    r"\[\[?[^\[\]\n]{1,80}\]\]?\(https://github\.com/[^)\s]{1,300}\)|`[^`\n]{1,300}`|https?://\S+|\]\([^)\s]{1,500}\)"
)


_LONGEST = 120
"""Characters of a path that is looked at for exchanged letters."""


@dataclass(frozen=True, slots=True)
class _Place:
    spelling: str
    line: int
    raw: str


def spelt_twice(reading: Reading) -> list[Doubt]:
    """Paths and names that the text spells in two ways."""
    return [*_paths(reading), *_names(reading), *_options(reading)]


_OPTION = re.compile(
    r"(?<![\w-])--[a-z0-9]+(?:[-_][a-z0-9]+){2,8}(?![\w-])|(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){2,8}(?![\w-])"
)
"""An option of a command line or a variable of the environment, of three words or more."""
_ENDING = re.compile(r"(?:ing|e[sd]|[sde])$", re.I)


def _options(reading: Reading) -> Iterator[Doubt]:
    """Two options that are one but for the endings of their words: `--max-batched-tokens`, `--max-batch-tokens`."""
    stems: dict[tuple[str, ...], _Place] = {}
    for line in reading.lines:
        if "--" not in line.raw and "_" not in line.raw:
            continue
        for match in _OPTION.finditer(line.raw):
            words = re.split(r"[-_]", match[0].lower())
            key = tuple(_ENDING.sub("", word) if len(word) > _SHORT else word for word in words)
            first = stems.setdefault(key, _Place(match[0], line.number, line.raw))
            if _PARTED.sub("-", first.spelling) != _PARTED.sub("-", match[0]):
                yield _report(reading, first, _Place(match[0], line.number, line.raw))
                return


_SHORT = 3
"""Words of an option up to so many letters have no ending."""
_PARTED = re.compile(r"(?<=\w)[-_]")


def _paths(reading: Reading) -> Iterator[Doubt]:
    places: dict[str, _Place] = {}
    spelt: list[str] = []
    for line in reading.lines:
        if line.kind == "skip" or "." not in line.raw:
            continue
        for match in _PATH.finditer(plain(line.raw).replace("`", "")):
            path = match[0].strip("./-")
            if any(c in path for c in "-_/") and not path.startswith(("http", "www")):
                places.setdefault(path, _Place(path, line.number, line.raw))
                spelt.append(path)
    groups: dict[str, list[_Place]] = defaultdict(list)
    for place in places.values():
        groups[_path_key(place.spelling)].append(place)
    yield from _exchanged(reading, Counter(spelt), places)
    for key, members in groups.items():
        yield from _differing(reading, members)
        without = _without_time(key)
        if without != key and without in groups:
            timed = [k for k in groups if k != without and _without_time(k) == without]
            if len(timed) == 1 and _same_folder(members[0].spelling, groups[without][0].spelling):
                yield _report(reading, members[0], groups[without][0])


def _exchanged(reading: Reading, counts: Counter[str], places: dict[str, _Place]) -> Iterator[Doubt]:
    """A path given once that is another one, given more often, but for two neighbouring letters."""
    for path, n in counts.items():
        if n < 2 or len(path) > _LONGEST:
            continue
        for at in range(len(path) - 1):
            if path[at] != path[at + 1] and path[at : at + 2].isalpha():
                slip = path[:at] + path[at + 1] + path[at] + path[at + 2 :]
                if counts.get(slip) == 1:
                    yield _report(reading, places[path], places[slip])
                    return


def _path_key(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    return re.sub(r"[-_ ]+", "-", name).lower()


def _without_time(key: str) -> str:
    parts = re.split(r"-|(?<=\d)t(?=\d{4})", key)
    if not re.match(r"\d{4}-\d{2}-\d{2}", key):
        return key
    kept = [p for at, p in enumerate(parts) if not (at == 3 and _TIME.match(p))]
    return "-".join(kept)


def _same_folder(a: str, b: str) -> bool:
    folder_a, folder_b = a.rpartition("/")[0], b.rpartition("/")[0]
    return not folder_a or not folder_b or _folder(folder_a) == _folder(folder_b)


def _folder(path: str) -> str:
    """A folder's path so that `benchmark` and `benchmarks` compare equal."""
    return "/".join(part.removesuffix("s") for part in path.lower().strip("/").split("/"))


def _differing(reading: Reading, members: list[_Place]) -> Iterator[Doubt]:
    first = members[0]
    for other in members[1:]:
        names = [place.spelling.rsplit("/", 1)[-1] for place in (first, other)]
        folders = [place.spelling.rpartition("/")[0] for place in (first, other)]
        if (names[0] != names[1] or (all(folders) and folders[0] != folders[1])) and _same_folder(
            first.spelling, other.spelling
        ):
            yield _report(reading, first, other)
            return


def _names(reading: Reading) -> Iterator[Doubt]:
    counts: Counter[str] = Counter()
    places: dict[str, _Place] = {}
    for line in reading.lines:
        if line.kind in ("skip", "blank"):
            continue
        for match in _NAME.finditer(_CODE.sub(" ", line.raw)):
            word = match[0]
            counts[word] += 1
            places.setdefault(word, _Place(word, line.number, line.raw))
        for match in _HYPHENED.finditer(_CODE.sub(" ", line.raw)):
            counts[match[0]] += 1
            places.setdefault(match[0], _Place(match[0], line.number, line.raw))
    yield from _case_variants(reading, counts, places)
    yield from _slips(reading, counts, places)


def _case_variants(reading: Reading, counts: Counter[str], places: dict[str, _Place]) -> Iterator[Doubt]:
    groups: dict[str, list[str]] = defaultdict(list)
    for word in counts:
        groups[word.lower()].append(word)
    for words in groups.values():
        inner = [w for w in words if _inner_capital(w)]
        if len(words) < 2 or not inner:
            continue
        words.sort(key=lambda w: (-counts[w], w))
        common = words[0]
        for rare in words[1:]:
            if rare.isupper() or common.isupper() or not _inner_capital(common):
                continue
            if counts[common] >= 2 * counts[rare]:
                yield _report(reading, places[common], places[rare])
                break


def _inner_capital(word: str) -> bool:
    return any(c.isupper() for c in word[1:]) and not word.isupper()


def _slips(reading: Reading, counts: Counter[str], places: dict[str, _Place]) -> Iterator[Doubt]:
    """Two neighbouring letters exchanged, or one left out, in a name that has capitals inside or is rare."""
    frequent = {word: n for word, n in counts.items() if n >= 2 and len(word) >= 6}
    exchanged: dict[str, str] = {}
    for word in frequent:
        for at in range(1, len(word)):
            if at + 1 < len(word) and word[at] != word[at + 1] and word[at : at + 2].isalpha():
                exchanged[word[:at] + word[at + 1] + word[at] + word[at + 2 :]] = word
            if at >= 2 and word[at].isalpha() and word[at:] != "s":
                exchanged.setdefault(word[:at] + word[at + 1 :], word)
    told: set[str] = set()
    for rare, n in counts.items():
        common = exchanged.get(rare)
        if common is None or common in told or n * 2 > counts[common] or (rare in frequent and n > 1):
            continue
        if len(rare) != len(common) and not (_inner_capital(common) and len(rare) >= 6):
            continue
        told.add(common)
        yield _report(reading, places[common], places[rare])


def _report(reading: Reading, first: _Place, second: _Place) -> Doubt:
    if second.line < first.line:
        first, second = second, first
    return doubt(
        reading,
        "name",
        quote(_around(first), first.line),
        quote(_around(second), second.line),
        zh=f"同一名称写作「{first.spelling}」与「{second.spelling}」",
        en=f"One name is spelt {first.spelling!r} and {second.spelling!r}",
    )


def _around(place: _Place) -> str:
    """The words around a spelling, as they stand on its line."""
    at = place.raw.find(place.spelling)
    if at < 0 or len(place.raw) <= 200:
        return place.raw
    return place.raw[max(0, at - 60) : at + len(place.spelling) + 60]
