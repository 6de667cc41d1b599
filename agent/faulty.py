"""The faults of the night's sources, found once for each, and which of them touch an increment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agent.consistency import faults
from agent.models import Doubt, Evidence, Quote, SourceText

CONCLUSIONS = frozenset(
    {"count", "superlative", "trend", "comparison", "ratio", "total", "title", "no value"}
)
"""Kinds in which `a` quotes a statement that the values in `b` do not bear out: the values are told, it is not."""
_OF_ONE_SENTENCE = frozenset({"ratio", "total"})
"""Of those, the kinds whose operands may stand in the sentence that concludes from them."""


def is_conclusion(doubt: Doubt) -> bool:
    """Whether a doubt is of a statement that values elsewhere do not bear out: it is not copied on.

    A sentence that gives the values and the conclusion in one is told with its doubt beside it, or the values are lost.
    """
    within = doubt.a is not None and doubt.b is not None and doubt.a.quote == doubt.b.quote
    return doubt.kind in CONCLUSIONS and not (within and doubt.kind in _OF_ONE_SENTENCE)


class SourceFaults:
    """What each source says against itself; a source is looked at when it is first asked for."""

    def __init__(self, sources: Sequence[SourceText], given: Iterable[Doubt] = ()) -> None:
        """`given` are faults that are known already, such as those of a brief."""
        self._sources = {source.source.path: source for source in sources}
        self._given = tuple(given)
        self._found: dict[str, tuple[Doubt, ...]] = {}

    def of(self, path: str) -> tuple[Doubt, ...]:
        """The faults of one source, with its path in both places."""
        source = self._sources.get(path)
        if source is None:
            return ()
        if path not in self._found:
            found = faults(source.text, date=source.source.date.date())
            self._found[path] = tuple(in_file(fault, path) for fault in found)
        return self._found[path]

    def touching(self, evidence: Sequence[Evidence]) -> tuple[Doubt, ...]:
        """The faults in which a line of the evidence has a part."""
        paths = dict.fromkeys(entry.span.path for entry in evidence)
        known = (*self._given, *(fault for path in paths for fault in self.of(path)))
        return tuple(doubt for doubt in known if touches(doubt, evidence))


def touches(doubt: Doubt, evidence: Sequence[Evidence]) -> bool:
    """Whether one of a doubt's places lies within the evidence."""
    return any(_within(quote, evidence) for quote in (doubt.a, doubt.b) if quote)


def in_file(fault: Doubt, path: str) -> Doubt:
    """The fault with the file in which both its places stand."""

    def there(quote: Quote | None) -> Quote | None:
        return quote and quote.model_copy(update={"path": path})

    return fault.model_copy(update={"a": there(fault.a), "b": there(fault.b)})


def _within(quote: Quote, evidence: Sequence[Evidence]) -> bool:
    spans = (entry.span for entry in evidence if entry.span.path == quote.path)
    return any(span.line and span.line <= quote.line <= (span.end_line or span.line) for span in spans)
