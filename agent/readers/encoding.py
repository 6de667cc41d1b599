"""Bytes -> text: UTF-8 if it is valid, then marks and patterns, then GB18030 or Big5 by evidence."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from agent.readers.reading import CannotRead

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,200}?encoding=["']([\w.:-]+)|<meta[^>]{0,200}?charset=["']?([\w.:-]+)""", re.IGNORECASE
)
_FAMILY = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "shift_jis": "shift_jis",
    "shift-jis": "shift_jis",
    "euc-jp": "euc_jp",
    "euc-kr": "euc_kr",
    "windows-1252": "cp1252",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
}
_COMMON = frozenset(
    "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過发發后後"
    "作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心本前开開但因只从從想实實日"
    "使量模型推理文本数據据处處理高低上下存取并並行服务務器张張量显顯存标標题題与與及或请請求算力，。、：；（）「」"
)
"""Characters that fill half of any Chinese page, simplified and traditional: the evidence."""

_WESTERN = frozenset("\xa0€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text whose lines end with LF, and what had to be assumed to get it."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    """Decode a file's bytes; raises `CannotRead` for bytes that are no text."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _finish(_strict(data, name), name, () if name == "utf-8" else (f"read as {name.upper()}",))
    name = _wide(data)
    if name:
        return _finish(_strict(data, name), name, (f"read as {name.upper()} without a byte order mark",))
    try:
        return _finish(data.decode("utf-8"), "utf-8", ())
    except UnicodeDecodeError as error:
        return _legacy(data, error)


def _strict(data: bytes, name: str) -> str:
    try:
        return data.decode(name).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise CannotRead(f"its bytes are not the {name.upper()} that its first bytes announce") from error


def _wide(data: bytes) -> str:
    """UTF-16 without a mark shows as NUL bytes on one side of every pair."""
    head = data[:4096]
    if len(head) < 4 or len(data) % 2 or b"\0" not in head:
        return ""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    few = len(head) // 2
    if odd > few * 0.3 and even < few * 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > few * 0.3 and odd < few * 0.05 else ""


def _finish(text: str, name: str, notes: tuple[str, ...]) -> Decoded:
    """One kind of line end, no NUL: every offset of the stored text counts the same characters."""
    nuls = text.count("\0")
    if nuls > max(8, len(text) // 1000):
        raise CannotRead("it is not text: it holds NUL bytes throughout")
    if nuls:
        text = text.replace("\0", "\ufffd")
        notes = (*notes, f"{nuls} NUL characters replaced")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text=text, encoding=name, notes=notes)


def _legacy(data: bytes, error: UnicodeDecodeError) -> Decoded:
    if data.count(0) > max(8, len(data) // 1000):
        raise CannotRead("it is not text: it holds NUL bytes throughout") from error
    if error.reason == "unexpected end of data":
        text = data[: error.start].decode("utf-8")
        return _finish(text, "utf-8", ("the file ends in the middle of a character",))
    scored = [
        (score, name, text) for name in _candidates(data) if (score := _score(text := _try(data, name))) > 0
    ]
    if scored:
        _, name, text = max(scored, key=lambda found: found[0])
        return _finish(text, name, (f"not UTF-8; read as {_shown(name)}",))
    text = _try(data, "cp1252")
    if _is_western(text):
        return _finish(text, "cp1252", ("not UTF-8; read as Windows-1252",))
    text = _try(data, "utf-8")
    bad = text.count("\ufffd")
    if bad > len(text) * 0.02:
        raise CannotRead("its bytes are no text in UTF-8, UTF-16, GB18030 or Big5")
    line = data.count(b"\n", 0, error.start) + 1
    return _finish(text, "utf-8", (f"{bad} bytes that are not UTF-8 replaced, the first on line {line}",))


def _candidates(data: bytes) -> list[str]:
    """The encoding that the file itself declares, then those that Chinese notes come in."""
    found = _DECLARED.search(data[:2048])
    declared = (found[1] or found[2]).decode("ascii", "replace").lower() if found else ""
    name = _FAMILY.get(declared, "")
    return (
        [name, *(other for other in ("gb18030", "big5hkscs") if other != name)]
        if name
        else ["gb18030", "big5hkscs"]
    )


def _try(data: bytes, name: str) -> str:
    """Text under an encoding, with stray bytes replaced; the score counts them against it."""
    return data.decode(name, errors="replace")


def _score(text: str) -> float:
    """Share of characters beyond ASCII that are common in Chinese, less what cannot be.

    Measured over GB18030 and Big5 pages: the right reading scores above 0.25, the wrong one below
    0.1, since a wrong reading gives rare characters, and private or unassigned ones.
    """
    beyond = [char for char in text if char > "\x7f"]
    if not beyond:
        return 0.0
    good = sum(char in _COMMON for char in beyond)
    bad = sum(char == "\ufffd" or "\ue000" <= char <= "\uf8ff" or "\x80" <= char < "\xa0" for char in beyond)
    if bad > len(beyond) * 0.02:
        return 0.0
    plain_han = sum("\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\u30ff" for char in beyond)
    return (good + 0.1 * plain_han - 10 * bad) / len(beyond)


def _is_western(text: str) -> bool:
    """Whether all beyond ASCII are Western letters or signs, each beside other letters."""
    beyond = [char for char in text if char > "\x7f"]
    return len(beyond) < len(text) * 0.2 and all(
        "\xa1" <= char <= "\xff" or char in _WESTERN for char in beyond
    )


def _shown(name: str) -> str:
    return {"gb18030": "GB18030", "big5hkscs": "Big5"}.get(name, name)
