"""A shorter wording of a passage, held against the old one: it says all of that, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from agent.condensing.model import Proof
from agent.condensing.proofs import proofs
from agent.condensing.statements import Clause, clauses
from agent.document import Block
from agent.facts import facts, find_urls
from agent.facts.folding import folded
from agent.facts.markup import clean
from agent.facts.model import Fact
from agent.orders import gives_orders

_TANGLED = re.compile(r"<[A-Za-z/!]|\[\^|!\[|^\s*(?:#|>|```|~~~|[-*+]\s|\d{1,9}[.)]\s|\|)|\{#", re.MULTILINE)
"""What no wording of one paragraph or item may bring: HTML, notes, images, other blocks."""
_WORDING = frozenset({"direction", "hedge", "negation", "quantifier", "comparison", "superlative"})
"""Kinds that are about how a thing is worded: `supports` judges them, both ways."""
_SHORTER = 0.95
"""A wording must be shorter than this share of the old one, or it is not worth a person's look."""
_MARKED = tuple(
    re.compile(pattern)
    for pattern in (
        r"`[^`\n]*`",
        r"\[[^\[\]\n]*\]\([^)\s]*",
        r"[(（\[]\s*[)）\]]|\*{4}",
        r"[\"“「『《][^\"“”「」『』《》\n]{0,200}[\"”」』》]",
    )
)
"""Code, links, brackets and emphasis around nothing, quotations, titles: the same ones, none more and none less."""
_FILLER = re.compile(
    r"(?:值得(?:注意|一提)的是|需要(?:注意|指出|说明)的是|应当指出|不难看出|可以看出|众所周知|总的来说|总而言之|综上所述"
    r"|也就是说|换言之|换句话说|具体来说|此外|另外)[，,：:]?\s?"
    r"|\b(?:it (?:should be|is) (?:noted|worth noting|worth mentioning|important to note) that|please note that|note that"
    r"|in other words|that is to say|in addition|additionally|furthermore|moreover|needless to say|as we can see"
    r"|generally speaking|to sum up|in summary)\b,?\s?",
    re.IGNORECASE,
)
"""Turns of speech that state nothing."""
_JOINING = frozenset("and with 和 与 且 并 及".split())
"""Words that may join what stood apart."""
_SMALL = frozenset("a an the is are was were be 的 了 是".split())
"""Words that a text has more or fewer of and says the same."""


def reworded(old: str, new: str, block: Block, heads: tuple[str, ...], path: str) -> tuple[Proof, ...] | None:
    """The proof that a new wording keeps every claim of the old one; None where it may not take its place.

    Both say the same facts in one order, each claim of the one is supported by the other, what is kept is kept in
    the old words, and nothing of its form (HTML, links, lines) is new. So what goes is what is said twice, turns
    of speech and subjects that are clear: a paraphrase cannot be proved to the last word, and is not taken.
    """
    stated = _FILLER.sub("", old)
    if not (_may_stand(old, new) and _same_facts(stated, new) and _same_words(stated, new)):
        return None
    if proofs(new, stated, block, heads, path) is None:
        return None
    return proofs(stated, new, block, heads, path)


def _may_stand(old: str, new: str) -> bool:
    if not new or "\n" in new or len(new) >= len(old) * _SHORTER:
        return False
    if _TANGLED.search(new) or (gives_orders(new) and not gives_orders(old)):
        return False
    if {url.raw for url in find_urls(new)} != {url.raw for url in find_urls(old)}:
        return False
    return all(set(marked.findall(new)) == set(marked.findall(old)) for marked in _MARKED)


def _same_words(old: str, new: str) -> bool:
    """Whether both are made of the same runs of words.

    Each clause of the old text is there whole, or without the name that it begins with, which begins another;
    two words that stand together in the new text stood together in the old one.
    """
    opened = _runs(old)
    before, after = [run for run, _ in opened], [run for run, _ in _runs(new)]
    pairs = {pair for run in before for pair in pairwise(run)}
    if not all(pair in pairs for run in after for pair in pairwise(run)):
        return False
    if not {word for run in after for word in run} <= {word for run in before for word in run}:
        return False
    names = {
        piece.lower()
        for fact in facts(old)
        if fact.kind in ("entity", "version")
        for clause in clauses(fact.text)
        for piece in clause
    }
    return all(_is_kept(run, after, names if opens else ()) for run, opens in opened)


def _is_kept(run: Clause, after: Sequence[Clause], names: Collection[str]) -> bool:
    if any(other[at : at + len(run)] == run for other in after for at in range(len(other) - len(run) + 1)):
        return True
    lead = next((at for at, word in enumerate(run) if word not in names), len(run))
    rest = run[lead:]
    begins = any(other[:lead] == run[:lead] for other in after)
    return bool(rest) and begins and any(other[-len(rest) :] == rest for other in after)


def _runs(text: str) -> list[tuple[Clause, bool]]:
    """The clauses of a text, cut at joining words, without small ones; whether each opens its clause."""
    found: list[tuple[list[str], bool]] = []
    for clause in clauses(text):
        found.append(([], True))
        for piece in clause:
            word = piece.lower()
            if word in _JOINING:
                found.append(([], False))
            elif word not in _SMALL:
                found[-1][0].append(word)
    return [(tuple(run), opens) for run, opens in found if run]


def _same_facts(old: str, new: str) -> bool:
    """Whether both have the same facts, those of the new one in the order of the old one.

    The order binds values to what they are said of where the words around them were left out.
    """
    before, after = (_named(facts(folded(clean(text).text))) for text in (old, new))
    rest = iter(before)
    return set(before) == set(after) and all(fact in rest for fact in after)


def _named(found: Iterable[Fact]) -> list[tuple[str, ...]]:
    return [
        (fact.kind, fact.normal, fact.bound, "~" if fact.approx else "")
        for fact in found
        if fact.kind not in _WORDING
    ]
