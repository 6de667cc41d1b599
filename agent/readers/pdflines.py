"""The lines of a PDF page as running text: what its layout tore apart is joined again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

_STAND_INS = re.compile("[\u2e80-\u2fdf\ufb00-\ufb06]")
"""Radicals that fonts put in place of the characters that look like them, and ligatures."""
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_TORN = re.compile(r"([^\W\d_]+)-$")
_BEGINS = re.compile(r"[a-zß-ÿ][^\W\d_]*")
_ADDRESS_END = re.compile(r"(?:https?://|www\.)[^\s<>]*[/=&?_.%-]$|(?:https?|doi):/{0,2}$")
_PROPER = re.compile(r"\w-$")


def cleaned(text: str) -> str:
    """Extracted text with the letters that its signs stand for."""
    text = text.replace("\0", "\ufffd").replace("\u00ad\n", "-\n").replace("\u00ad", "")
    return _STAND_INS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """The words of a document, by which torn ones are told from those with a hyphen of their own."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text))


def joined(lines: Sequence[str], known: Collection[str]) -> str:
    """Lines as one paragraph: breaks within Chinese words, Latin ones and addresses go, other ones stay."""
    whole = [lines[0]] if lines else []
    for line in lines[1:]:
        before = whole[-1]
        last = before[before.rfind(" ") + 1 :]
        if not line or not before:
            whole.append("\n" + line)
        elif (_is_east(before[-1]) and _is_east(line[0])) or (
            _ADDRESS_END.search(last) and not line.startswith(("http", "(", "["))
        ):
            whole.append(line)
        elif (torn := _TORN.search(last)) and (begin := _BEGINS.match(line)):
            kept = f"{torn[1]}-{begin[0]}".lower() in known and f"{torn[1]}{begin[0]}".lower() not in known
            whole[-1] = before if kept else before[:-1]
            whole.append(line)
        else:
            whole.append(line if _PROPER.search(last) and line[:1].isalnum() else "\n" + line)
    return "".join(whole)


def _is_east(char: str) -> bool:
    """Whether no space stands between such characters: ideographs, kana, their punctuation."""
    return (
        "\u3000" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uf900" <= char <= "\ufaff"
        or "\uff00" <= char <= "\uffef"
    )
