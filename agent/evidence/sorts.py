"""Words that oppose by sex: which of them stand for one thing."""

from __future__ import annotations

_SEXES = frozenset("he his him she her".split())
_KIN = ({"father", "mother"}, {"son", "daughter"}, {"brother", "sister"}, {"husband", "wife"}, {"man", "woman"},
        {"men", "women"}, {"boy", "girl"}, {"male", "female"})  # fmt: skip


def of_one_sort(a: str, b: str) -> bool:
    """Whether two words that oppose by sex stand for one thing: `he` and `daughter` may both be said of a family."""
    pair = {
        a.lower().rstrip("s") if a.lower() != "his" else "his",
        b.lower().rstrip("s") if b.lower() != "his" else "his",
    }
    sexed = _SEXES | set().union(*_KIN)
    return not pair <= sexed or pair <= _SEXES or pair in _KIN
