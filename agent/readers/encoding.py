"""Bytes -> text: UTF-8 if it is valid, then marks and patterns, then GB18030 or Big5 by evidence."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace

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
_SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "big5": "big5hkscs", "iso8859-1": "cp1252"}
"""A declared encoding is read as the larger one that its users mean."""
_COMMON = frozenset(
    "的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過发發后後"
    "作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心本前开開但因只从從想实實日"
    "使量模型推理文本数據据处處理高低上下存取并並行服务務器张張量显顯存标標题題与與及或请請求算力，。、：；（）「」"
)
"""Characters that fill half of any Chinese page, simplified and traditional: the evidence."""

_WESTERN = frozenset("\xa0€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")

_FEW = 4
"""Of so many lines one may be no UTF-8 in a file that is read line by line."""
_NAMED = 8
"""Lines left out that are told by their number."""
_SURE = 0.35
_LIKELY = 0.25
_BY_SCRIPT = (
    ("shift_jis", "\u3040", "\u30ff", 0.2),
    ("euc_jp", "\u3040", "\u30ff", 0.2),
    ("euc_kr", "\uac00", "\ud7a3", 0.85),
)
_NAMES = {"gb18030": "GB18030", "big5hkscs": "Big5", "cp1252": "Windows-1252", "shift_jis": "Shift-JIS"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text whose lines end with LF, and what had to be assumed to get it."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()
    lost: str = ""
    """Which lines are no text in it and were left empty; in the form of a reason."""


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
    text = text.lstrip("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text=text, encoding=name, notes=notes)


def _legacy(data: bytes, error: UnicodeDecodeError) -> Decoded:
    """Not valid UTF-8: nearly UTF-8, or what the file declares, or what its characters show it to be."""
    if data.count(0) > max(8, len(data) // 1000):
        raise CannotRead("it is not text: it holds NUL bytes throughout") from error
    if error.reason == "unexpected end of data":
        text = data[: error.start].decode("utf-8")
        return _finish(text, "utf-8", ("the file ends in the middle of a character",))
    mixed = _mixed(data)
    if mixed and mixed.wide > len(mixed.bad):
        return mixed.decoded()
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    if bad * 20 <= sum(char > "\x7f" for char in text) - bad:
        line = data.count(b"\n", 0, error.start) + 1
        return _finish(text, "utf-8", (f"{bad} bytes that are not UTF-8 replaced, the first on line {line}",))
    name = _declared(data) or _shown_by_characters(data)
    if not name and mixed:
        return mixed.decoded()
    if not name:
        raise CannotRead("its bytes are no text in UTF-8 or UTF-16, nor surely in another encoding")
    return _finish(
        data.decode(name, errors="replace"), name, (f"not UTF-8; read as {_NAMES.get(name, name)}",)
    )


@dataclass(frozen=True, slots=True)
class _Mixed:
    """The lines of a file that is UTF-8 on most of them."""

    rows: tuple[str, ...]
    bad: tuple[int, ...]
    """Lines, from 1, that are no UTF-8; they are empty among the rows."""
    wide: int
    """Lines that hold more than ASCII, and are UTF-8: no line of another encoding is so by chance."""

    def decoded(self) -> Decoded:
        named = ", ".join(map(str, self.bad[:_NAMED])) + (", …" if len(self.bad) > _NAMED else "")
        text = _finish("\n".join(self.rows), "utf-8", ())
        return replace(text, lost=f"lines that are not UTF-8 ({named})")


def _mixed(data: bytes) -> _Mixed | None:
    """The file line by line; None where more than one line in `_FEW` is no UTF-8."""
    rows: list[str] = []
    bad: list[int] = []
    wide = 0
    for number, row in enumerate(data.split(b"\n"), start=1):
        try:
            rows.append(row.decode("utf-8"))
            wide += not row.isascii()
        except UnicodeDecodeError:
            rows.append("")
            bad.append(number)
    return _Mixed(tuple(rows), tuple(bad), wide) if len(bad) * _FEW <= len(rows) else None


def _declared(data: bytes) -> str:
    """The encoding that the file itself names, where every byte of it is valid in that."""
    found = _DECLARED.search(data[:2048])
    if found is None:
        return ""
    try:
        name = codecs.lookup((found[1] or found[2]).decode("ascii", "replace")).name
        name = _SUPERSETS.get(name, name)
        data.decode(name)
    except (LookupError, UnicodeDecodeError):
        return ""
    return name


def _shown_by_characters(data: bytes) -> str:
    """The encoding under which the bytes give characters that people use; empty when none does.

    Thresholds from GB2312, Big5, EUC-JP, Shift-JIS and EUC-KR pages cut to 20 to 1,000 characters:
    the right reading of Chinese scores 0.25 to 0.9, a wrong one up to 0.3; Japanese is told by its
    kana and Korean by its syllables, which a wrong reading does not give in such a share.
    """
    score, name = max(
        (_score(data.decode(name, errors="replace")), name) for name in ("gb18030", "big5hkscs")
    )
    if score >= _SURE:
        return name
    for other, first, last, share in _BY_SCRIPT:
        if _share(data, other, first, last) >= share:
            return other
    if score >= _LIKELY:
        return name
    return "cp1252" if _is_western(data.decode("cp1252", errors="replace")) else ""


def _score(text: str) -> float:
    """Share of characters beyond ASCII that are common in Chinese, less what cannot be."""
    beyond = [char for char in text if char > "\x7f"]
    if not beyond:
        return 0.0
    good = sum(char in _COMMON for char in beyond)
    bad = sum(char == "\ufffd" or "\ue000" <= char <= "\uf8ff" or "\x80" <= char < "\xa0" for char in beyond)
    if bad > len(beyond) * 0.02:
        return 0.0
    plain_han = sum("\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\u30ff" for char in beyond)
    return (good + 0.1 * plain_han - 10 * bad) / len(beyond)


def _share(data: bytes, name: str, first: str, last: str) -> float:
    """Share of a script among the characters beyond ASCII; 0 when a byte is not valid."""
    try:
        beyond = [char for char in data.decode(name) if char > "\x7f"]
    except UnicodeDecodeError:
        return 0.0
    return sum(first <= char <= last for char in beyond) / max(1, len(beyond))


def _is_western(text: str) -> bool:
    """Whether all beyond ASCII are Western letters or signs, each beside other letters."""
    beyond = [char for char in text if char > "\x7f"]
    return len(beyond) < len(text) * 0.2 and all(
        "\xa1" <= char <= "\xff" or char in _WESTERN for char in beyond
    )
