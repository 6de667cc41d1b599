"""Whether two places of a text speak under the same headings, and which places sum it up."""

from __future__ import annotations

import re

from agent.consistency.reading import Reading, Sentence
from agent.consistency.statements import names_of, parameters_of

_SUMMARY = re.compile(
    r"摘要|概述|小结|总结|综述|要点|结论|概览|summary|tl;?dr|abstract|overview|conclusion|takeaway|highlights|key (?:results|points)",
    re.I,
)


def same_setting(reading: Reading, first: Sentence, second: Sentence) -> bool:
    """Whether two places stand under headings that name the same things."""
    if first.section == second.section:
        return True
    path_a, path_b = reading.path(first.section), reading.path(second.section)
    if is_summary(path_a) or is_summary(path_b):
        return True
    if _parallel_heads(reading, first.section, second.section):
        return False
    heads_a, heads_b = " ".join(path_a), " ".join(path_b)
    return names_of(heads_a) == names_of(heads_b) and parameters_of(heads_a) == parameters_of(heads_b)


def _parallel_heads(reading: Reading, first: int, second: int) -> bool:
    """Whether two sections stand side by side under titles of one form: 短文本 and 长文本."""
    a, b = reading.sections[first], reading.sections[second]
    words = [set(re.findall(r"[a-z]+|[\u4e00-\u9fff]", title.lower())) for title in (a.title, b.title)]
    return a.parent == b.parent and a.title != b.title and bool(words[0] & words[1])


def is_summary(path: tuple[str, ...]) -> bool:
    """Whether headings lead to a summary; a text before its first heading is one."""
    return not path or bool(_SUMMARY.search(path[-1]))
