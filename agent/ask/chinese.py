"""Where the words of a Chinese stretch of a question begin and end: of all ways to cut it the one that leaves least over.

`不适合很多人` is `适合` and `很多`, though `不适` and `多人` are words too: cut so, a character would be left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from agent.ask.lexicon import forms_of
from agent.dictionary import LONGEST_WORD, is_word

Sort = Literal["concept", "word", "asking", "left"]
_ASKING_ZH = re.compile(
    r"[一二两三四五六七八九十每几]+[个段次项张块条台家份批轮种款]|什么样|会不会|是不是|要不要|那种|这种|这类|那类|自己|彼此|互相|哪[座所块张份台颗只]|头一个?|拿了|到了|什么时候|起来|下来|出来|过来|上去|下去|据说|听说|据称|到底|究竟|所以|因为|要是|如果|假如|的话|一下|那份|那篇|那个|可不可以|需不需要|告诉我|是多少|为多少|有多少|是什么|为什么|怎么样|有没有|能不能|的时候|不一致|请问|多少|什么|怎样|怎么|如何|何时|"
    r"哪一?[个些种家篇条款项天年月类位次代份]?|是否|以及|并且|而且|但是|或者|还是|还有|关于|对于|根据|按照|其中|分别|各自|里面?|中间?|上面|下面|之间|之后|之前|"
    r"以来|以后|当中|这个?|那个?|它们?|他们?|我们|你们|能够?|可以?|应该|没有?|用来|用于|多大|多长|多快|多高|说法|谈到|提到|写到|记录|数字|大概|大约|左右|"
    r"具体|一个|一种|一下|一次|一共|两个|两种|三个|有关|相关|来源|笔记|分歧|矛盾|冲突|出入|区别|比较|对比|多久|谁|几[个种条项篇家款倍次轮层天年月位]?|吗|呢|吧|"
    r"啊|按|各|时|后|前|把|被|让|将|由|从|到|向|对|在|于|是|为|有|了|着|过|的|地|得|和|与|跟|及|或|也|都|就|才|又|再|很|最|更|该|此|其|所|以|"
    r"并|而|且|但|会|要|不|来|去|做|用|给|比|说|讲|写|约|个|种|条|项|款|篇|次|家|位|倍|称|叫|新|数"
)
"""Words of asking and of grammar, the longest first."""
_COUNTED = re.compile(r"(?:多少|几)[个种条项]?$")
"""After this even a single character is a word: `多少层`."""
_LONGEST = 8
"""Characters of the longest word of the lexicon that is looked up."""
_CONCEPT, _ASKED, _LEFT = 0.9, 1.0, 3.0
"""What a piece of a cut costs: a word of the lexicon, one of asking or grammar, a character that is left over."""
_PER_CHARACTER = 0.55
"""What a word of the dictionary costs for each character: two short ones of the lexicon are as good as a long one."""


class Piece(NamedTuple):
    """A word of a stretch, by its place in it; of the sort `word` also what is left between others."""

    start: int
    end: int
    sort: Sort


def cut(run: str, *, before: str = "") -> Iterator[Piece]:
    """The words of a stretch of Chinese characters, in order, without those of asking and single ones left over.

    `before` is the text in front of it: after `多少` a single character is a word, too.
    """
    cheapest: list[tuple[float, Piece | None]] = [(0.0, None), *[(float("inf"), None)] * len(run)]
    for start in range(len(run)):
        for cost, end, sort in _ways(run, start, before):
            told = cheapest[start][0] + cost
            if told < cheapest[end][0]:
                cheapest[end] = (told, Piece(start, end, sort))
    pieces: list[Piece] = []
    at = len(run)
    while at:
        piece = cheapest[at][1]
        assert piece is not None, "a character may always be left over"
        pieces.append(piece)
        at = piece.start
    yield from _joined(reversed(pieces))


def _ways(run: str, start: int, before: str) -> Iterator[tuple[float, int, Sort]]:
    """What may stand at a place, with its cost and its end."""
    yield _LEFT, start + 1, "left"
    asking = _ASKING_ZH.match(run, start)
    if asking:
        yield _ASKED, asking.end(), "asking"
    alone = start + 1 == len(run) or _COUNTED.search((before + run[:start])[-4:])
    for end in range(start + (1 if alone else 2), min(len(run), start + _LONGEST) + 1):
        words = run[start:end]
        if words in forms_of():
            yield _CONCEPT, end, "concept"
        elif end - start <= LONGEST_WORD and is_word(words):
            yield _PER_CHARACTER * (end - start), end, "word"


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Pieces with what is left over side by side made one; a single character says nothing."""
    left: list[Piece] = []
    for piece in (*pieces, None):
        if piece is not None and piece.sort == "left":
            left.append(piece)
            continue
        if len(left) > 1:
            yield Piece(left[0].start, left[-1].end, "word")
        left = []
        if piece is not None and piece.sort != "asking":
            yield piece
