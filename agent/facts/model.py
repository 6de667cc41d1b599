"""What a fact and a claim are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FactKind = Literal[
    "quantity", "ordinal", "date", "version", "arxiv", "doi", "cve", "commit", "issue", "repository", "url",
    "code", "entity", "superlative", "comparison", "negation", "hedge", "quantifier", "direction",
]  # fmt: skip
Bound = Literal["", "<=", "<", ">=", ">"]
Form = Literal["single", "range", "list", "series"]
Change = Literal["", "up", "down"]
Mode = Literal["", "by", "to"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One checkable atom of a text; `text[start:end]` of the text that it was read from is `text`."""

    kind: FactKind
    text: str
    start: int
    end: int
    normal: str
    """One form for all spellings: of a quantity `value dimension`, of a date ISO, of a name lower case."""
    values: tuple[float, ...] = ()
    """Of a quantity, in the base unit of its dimension: one, or the two ends of a range. Of a date span
    the ordinals (proleptic Gregorian) of its first and last day."""
    unit: str = ""
    """Canonical spelling of the unit or of the thing counted; empty for a plain number."""
    dimension: str = ""
    """Such as `time`, `data/time`, `percent`, `points`, `times`, `count`; quantities of one dimension compare."""
    bound: Bound = ""
    approx: bool = False
    form: Form = "single"
    """`list` and `series` mark an element of a parallel list `a/b/c` or of a chain `a→b→c`."""
    group: int = -1
    """Elements of one list or series have one group number within the text."""
    place: int = 0
    """Place of the element in its list, from 0."""
    step: float = 0.0
    """One unit of the last stated digit, in the base unit: how precisely the text gives the value."""
    change: Change = ""
    mode: Mode = ""
    """`by` for an amount of change, `to` for the value reached, empty where the text does not say."""
    version: str = ""
    """arXiv version of an identifier."""
    subject: tuple[str, ...] = ()
    """Names that the fact is said of: row and column heads in a table, the names beside it in a sentence."""
    conditions: tuple[str, ...] = ()
    """Settings `name=value` that stand with it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence, list item or table row of a text, with its place (`text[start:end]` is `text`)."""

    text: str
    start: int
    end: int
    line: int
    end_line: int
    kind: Literal["sentence", "list_item", "table_row", "heading"] = "sentence"
    cells: tuple[str, ...] = ()
    """Of a table row."""
    header: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    """Headings that stand over it, outermost first, and the line that leads a table or list in."""
