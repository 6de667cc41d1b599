"""Words of questions and of the field in Chinese and English: what may stand for what.

`concepts.txt` has one line a concept, its forms between bars. The first column marks words that only say of what
sort the answer is (`which company`): a passage that answers need not hold them; or names of two spellings
(`Nvidia`, `英伟达`), which it must. Metrics come from `agent.consistency.lexicon` and are not repeated here.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from agent.consistency.lexicon import METRICS

_TABLE = "concepts.txt"


@cache
def concepts() -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """Every concept: whether it only tells the sort of answer, and its forms, folded."""
    read: list[tuple[bool, tuple[str, ...]]] = []
    table = files("agent.ask").joinpath(_TABLE).read_text(encoding="utf-8")
    for line in table.splitlines():
        mark, _, words = line.partition(" ")
        read.append((mark == "*", tuple(dict.fromkeys(words.lower().split("|")))))
    read += [
        (False, tuple(dict.fromkeys(alias.lower() for alias in aliases))) for _, aliases in METRICS.values()
    ]
    return tuple(read)


@cache
def forms_of() -> dict[str, tuple[bool, tuple[str, ...]]]:
    """By one form: all that may stand for it. A form of two concepts joins them, and is of the sort of the first."""
    found: dict[str, tuple[bool, tuple[str, ...]]] = {}
    for weak, forms in concepts():
        for form in forms:
            before = found.get(form)
            joined = (*before[1], *forms) if before else forms
            found[form] = (before[0] if before else weak, tuple(dict.fromkeys(joined)))
    return found


@cache
def names() -> frozenset[str]:
    """Every spelling of the names that the table has."""
    table = files("agent.ask").joinpath(_TABLE).read_text(encoding="utf-8")
    lines = (line[2:] for line in table.splitlines() if line.startswith("= "))
    return frozenset(name for line in lines for name in line.lower().split("|"))
