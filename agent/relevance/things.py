"""The things that a document is written about, such as the engines of a document on serving, and notes on them.

They are known by how they are written (a capital within the word) and where they stand: at the beginning of a heading,
an item or a row, in a good part of the document. In a list of a thousand projects no one of them is central.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from agent.markup import plain

_NAME = re.compile(
    r"(?a:(?<![\w.\-/@])(?=[A-Za-z]{0,40}(?:[a-z][A-Z]|[A-Z]{2}[a-z]))[A-Za-z]{3,40}(?![\w.]))"
)
"""`vLLM`, `SGLang`, `LMDeploy`; the first word of `TensorRT-LLM`. An acronym is said of everything in a field."""
_PLACES = frozenset(
    "github gitlab arxiv openreview huggingface modelscope youtube linkedin twitter pypi paperswithcode".split()
)
"""Where things are published: whoever links them does not write about them."""
_LEAD = 60
_CENTRAL = 0.02
"""Part of a document's blocks that name a thing which the document is about."""
_LONG = 6
_OFTEN = 3
"""Blocks that name a thing of fewer letters: `LoRA` and `RoPE` are written like a name and are said everywhere."""


def things_in(text: str) -> list[str]:
    """Names of products and projects by their capitals, folded, in order, each as often as it stands there."""
    named = (word for word in _NAME.findall(text) if not (word[-1] == "s" and word[:-1].isupper()))
    return [word for word in map(str.casefold, named) if word not in _PLACES]


def central(blocks: Iterable[str]) -> frozenset[str]:
    """The things that the blocks of a document are about."""
    texts = [plain(text) for text in blocks]
    leading = {word for text in texts for word in things_in(text[:_LEAD])[:1]}
    seen = Counter(word for text in texts for word in set(things_in(text)))
    return frozenset(
        word
        for word in leading
        if seen[word] >= _CENTRAL * len(texts) and (len(word) >= _LONG or seen[word] >= _OFTEN)
    )


def named_thing(title: str, things: frozenset[str]) -> str:
    """The first thing among these that a title names; empty where it names none."""
    return next((word for word in things_in(plain(title)) if word in things), "")
