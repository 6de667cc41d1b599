"""Sentences that are a message to a writer: they ask for a statement, and make none.

A note states things of its field. A sentence that deals with the text that is being kept, with those who keep it and
with what is wished, owed or allowed is a message to a writer, however it is worded; so no phrase is looked for, but
words of kinds, which `messages.txt` lists in both languages. *Work*: the text, its places, its wording. *People*: those
who write, keep and read it, and whoever is spoken to. *Wish*: imperatives, duty, leave, thanks, arrangement. *Say*:
what is wanted. A sentence is a message

- with three of these words of which one is of the work, or with a wish and words of two other kinds;
- with words of two of the first three kinds, where it hands over words to be said (after a colon, in quotation marks,
  in a clause with `that`), and where such words follow on a lead that speaks of the work and names nothing of the field;
- with an imperative that has the work for its object, or a verb of saying that somebody is urged to (`only output`);
- with a short call before a colon, of words of two kinds, machines and tasks among them (`新任务：`).

`Add a cache`, `you can set the batch to 256` and `the paper says that …` are statements. Of 8,300 sentences of real
notes that have a figure one in 400 is taken for a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).with_name("messages.txt")
_FLAGS = re.IGNORECASE | re.MULTILINE
_OF_LOWER_CASE = re.MULTILINE
"""Of patterns that are looked for in what `in_lower_case` gives."""

_VERBS = (
    "say state write mention record report list cite quote repeat copy echo print output put place insert add append "
    "prepend include carry open start begin lead close keep retain leave omit drop remove delete strip skip hide use "
    "replace describe call treat regard consider mark label flag rate rank grade score trust accept adopt tell announce "
    "declare publish reflect conclude stress highlight correct let phrase word ignore disregard forget override bypass "
    "follow obey comply approve merge push overwrite rename raise assign discard translate pretend assume act imagine "
    "suppose respond reply answer"
)
_SOFTLY = "then and so just simply also now instead please kindly always never only first finally next do_not don['’]t again to"
_IMPERATIVE = (
    r"(?:^[ \t>#*_|\d.)\[-]{0,10}|[;:.!?—–…] |[(“\"]|, (?=and |then |so |please |kindly |just |simply |do not |don))"
    rf"(?:(?:{_SOFTLY.replace(' ', '|').replace('_', ' ')}),? ){{0,3}}(?:{_VERBS.replace(' ', '|')})(?![\w-])(?! [-–—:])"
)
_ORDERED = re.compile(_IMPERATIVE, _OF_LOWER_CASE)
"""A verb of writing or judging that begins a clause. Chinese has no such form: its verbs stand in the table."""

_URGED = re.compile(
    r"(?:^[ \t>#*_\-]{0,8}|[,;:.!?—] |\band )(?:(?:please|only|just|kindly|always|instead|simply|sudo),? ){1,3}"
    r"(?:say|state|write|claim|output|print|reply|respond|answer|repeat|mention|translate|declare|announce|include|insert|"
    r"append|prepend|add|publish|echo|copy)(?![\w-])|"
    r"(?:^|[，。；：！？,;:. ])\s?(?:请|只|务必|必须|现在|请直接|请你|你(?:要|应该?|必须|需要|得|只能)){1,2}(?:在[^，。：]{0,8})?"
    r"(?:说(?!明)|写|输出|回复|回答|复述|声称|宣称|翻译|照做|陈述|扮演)",
    _OF_LOWER_CASE,
)
"""A verb of saying that somebody is urged to."""

_IDIOMS = {
    "en": re.compile(
        r"\b(?:(?:please )?(?:also )?note(?: also)?(?: here)?(?: that|:|,)|(?:be aware|remember|recall)(?: that)?|"
        r"(?:should|must|can|may) (?:also )?be (?:noted|mentioned|said|stressed|emphasi[sz]ed|pointed out|remembered)(?: here)? that|"
        r"worth (?:noting|mentioning|pointing out|stressing)(?: here)?(?: that)?|"
        r"(?:keep|bear|keeping|bearing)(?: \w{1,10}){0,3} in mind(?: that)?|"
        r"we (?:note|stress|emphasi[sz]e|report|state|find) that|"
        r"(?:please|kindly) (?:see|check|take a look|have a look|try|read|refer|visit|join|install|upgrade|file|cite|find|use)|"
        r"(?:see|refer to|described in|shown in|reported in) (?:the )?(?:section|table|figure|documentation))",
        _FLAGS,
    ),
    "zh": re.compile(
        r"(?:需要|值得|应该|应当|必须|还要|要|需|须)(?:特别|额外|另外|进一步)?(?:指出|说明|注意|强调|提醒|一提|补充)(?:的是|的一点是|,|，)?|"
        r"(?:建议|推荐|请|欢迎|希望|提醒|值得)(?:大家|各位|你们?|您|同学们?|读者们?)?(?:都|也|可以|去|来|多|持续|重点|特别)?"
        r"(?:关注|看[看下一]|了解|试[试用]|阅读|学习|留意|使用|升级)|"
        r"请(?:注意|参[考阅见照看]|见|查看|访问)|(?:也就是|就是|可以|不得不|一般来|换句话|总的来|据|他|她|他们)说|"
        r"读者(?:可以|可|应当?)(?:参考|参见|阅读)|说明书?|建议阅读|可以看[到出]|我们(?:可以)?(?:看到|知道|发现)|"
        r"建议(?:归入章节)?[:：]|上下文",
        _FLAGS,
    ),
}
"""Ways in which an author asserts, or points to a place: they look like orders, and are none."""
_LINKS = re.compile(r"\]\([^)\s]{1,400}\)?|https?://\S{1,400}|</?[a-z][^>]{0,300}>", _FLAGS)
_HANDED = re.compile(
    r"[:：]\s*(?=\S)|(?<!above )(?<!below )(?<!before )(?<!after )(?<!than )(?<!of )(?<!for )\bthat (?=\w)|[“「『\"]|——",
    _OF_LOWER_CASE,
)
"""Where words begin that are handed over."""
_NAMED = re.compile(r"\d|(?<=[^.!?] )[A-Z]\w")
"""A figure or a name: something of the field."""
_PLAIN = str.maketrans("İı", "Ii")
"""Letters that are seen as others and have no lower case of one character, or none but themselves."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2}")
_COUNTED = re.compile(r"[A-Za-z]+|[\u3400-\u9fff]{2}")
_DIGIT = re.compile(r"\d")
_OF_A_MESSAGE = 3
"""The first kinds of words: work, people, wish; and the words that make one."""
_LONGEST_CALL = 10
"""Words, or pairs of Chinese characters."""
_SHORTEST_LEAD = 6
"""Words, or pairs of Chinese characters: a shorter lead is a label."""
_OBJECT = 28
"""Characters within which an imperative has its object."""
_ALIKE = 3
"""First letters in which the forms of one word are alike: `you`, `your`."""


class _Kinds(NamedTuple):
    """The kinds of words of a language: those of a message, and those of a call besides."""

    work: re.Pattern[str]
    people: re.Pattern[str]
    wish: re.Pattern[str]
    say: re.Pattern[str]
    machine: re.Pattern[str]
    task: re.Pattern[str]
    urge: re.Pattern[str]


def in_lower_case(text: str) -> str:
    """The text in lower case, letter by letter: the engine finds one of a hundred words by its first letter only
    where case counts."""
    return text.translate(_PLAIN).lower()


def wants_writing(sentence: str) -> bool:
    """Whether a sentence, in one spelling for look-alikes, is a message to a writer rather than a statement."""
    sentence = _LINKS.sub("] ", sentence)
    languages = ("zh", "en") if _HAN.search(sentence) else ("en",)
    return any(_is_message(_IDIOMS[one].sub(" … ", sentence), _kinds(one)) for one in languages)


def _is_message(sentence: str, kinds: _Kinds) -> bool:
    low = in_lower_case(sentence)
    return (
        bool(_URGED.search(low))
        or _is_call(low, kinds)
        or any(kinds.work.search(low, found.end(), found.end() + _OBJECT) for found in _ORDERED.finditer(low))
        or _is_told(sentence, low, kinds)
    )


def _is_told(sentence: str, low: str, kinds: _Kinds) -> bool:
    """Whether the words of a message are enough by themselves, or with words that are handed over."""
    work, wish = (list(kind.finditer(low)) for kind in (kinds.work, kinds.wish))
    if not work and not wish:
        return False
    words = [work, list(kinds.people.finditer(low)), wish]
    counts = [len({found[0][:_ALIKE] for found in kind}) for kind in words]
    if work and sum(counts) >= _OF_A_MESSAGE:
        return True
    if wish and _differing([*words, list(kinds.say.finditer(low))]) >= _OF_A_MESSAGE:
        return True
    handed = _HANDED.search(low)
    if handed is None:
        return False
    if sum(map(bool, counts)) >= _OF_A_MESSAGE - 1:
        return True
    lead = low[: handed.start()]
    long = len(_COUNTED.findall(lead)) >= _SHORTEST_LEAD
    return long and bool(kinds.work.search(lead)) and not _names(sentence[: handed.start()])


def _is_call(low: str, kinds: _Kinds) -> bool:
    """Whether a sentence begins with a short call before a colon: words of two kinds, and nothing of the field."""
    lead, sign, _ = low.replace("：", ":").partition(":")
    if not sign or _DIGIT.search(lead) or len(_COUNTED.findall(lead)) > _LONGEST_CALL:
        return False
    of_a_machine = (kinds.work, kinds.people, kinds.machine, kinds.task, kinds.urge)
    # Colleagues say `we should add it:`, a wish and a verb of saying.
    return _apart(lead, kinds) > 1 and any(kind.search(lead) for kind in of_a_machine)


def _apart(text: str, kinds: Iterable[re.Pattern[str]]) -> int:
    """Of how many kinds a text has words, as far as they are different words."""
    return _differing([list(kind.finditer(text)) for kind in kinds])


def _differing(words: Iterable[Sequence[re.Match[str]]]) -> int:
    ends = [{found.end() for found in kind} for kind in words if kind]
    return min(len(ends), len(set().union(*ends)))


def _names(lead: str) -> bool:
    """Whether a lead has something of the field: a figure, a name, Latin letters among Chinese ones."""
    return bool(_NAMED.search(lead) or (_HAN.search(lead) and _LATIN.search(lead)))


@cache
def _kinds(language: str) -> _Kinds:
    """The three kinds of words of a language, each as one pattern."""
    listed: dict[str, list[str]] = {}
    section = ""
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line.startswith("= "):
            listed[section].append(line[2:])
        elif line and not line.startswith("#"):
            words = line.split() if language == "zh" else map(_english, line.split())
            listed.setdefault(section, []).extend(words)
    patterns = {kind: "|".join(listed[f"{kind} {language}"]) for kind in _Kinds._fields}
    if language == "en":
        patterns = {kind: rf"(?<![\w-])(?:{one})(?![\w-])" for kind, one in patterns.items()}
        patterns["wish"] += f"|{_IMPERATIVE}"
    return _Kinds(**{kind: re.compile(one, _OF_LOWER_CASE) for kind, one in patterns.items()})


def _english(word: str) -> str:
    """A word of the table as a pattern."""
    return word.replace("_", " ").replace("*", r"\w{0,5}").replace("?", "[sz]").replace("'", "['’]")
