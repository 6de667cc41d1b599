"""Bytes become text by evidence, and what was assumed is said."""

from __future__ import annotations

import codecs

import pytest

from agent.readers.encoding import decode
from agent.readers.reading import CannotRead

SIMPLE = "推理服务的吞吐取决于批处理的大小，以及显存里能放下多少个请求的缓存；延迟则取决于排队的时间。"
TRADITIONAL = "推論服務的吞吐取決於批次處理的大小，以及顯存裡能放下多少個請求的快取；延遲則取決於排隊的時間。"
KANA = "推論サーバーのスループットはバッチの大きさと、メモリーにのるキャッシュの量によってきまる。"


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (SIMPLE, "gb18030", "gb18030"),
        (SIMPLE[:12], "gbk", "gb18030"),
        (TRADITIONAL, "big5", "big5hkscs"),
        (KANA, "shift_jis", "shift_jis"),
        (KANA, "euc_jp", "euc_jp"),
        ("Der Durchsatz wächst um 30 % – „größer“ heißt schneller.", "cp1252", "cp1252"),
        (SIMPLE, "utf-16-le", "utf-16-le"),
        ("plain ASCII in two bytes", "utf-16-be", "utf-16-be"),
    ],
    ids=["GB18030", "short GBK", "Big5", "Shift-JIS", "EUC-JP", "Windows-1252", "UTF-16 LE", "UTF-16 BE"],
)
def test_encoding__is_told_by_its_characters(text: str, encoding: str, found: str) -> None:
    if encoding == "utf-16-le":
        text = f"# {text} LLM serving throughput and latency of requests"
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, found)
    assert decoded.notes


@pytest.mark.parametrize(
    "mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE], ids=["8", "16LE", "16BE"]
)
def test_byte_order_mark__is_heeded_and_gone(mark: bytes) -> None:
    encoding = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le"}.get(mark, "utf-16-be")
    assert decode(mark + SIMPLE.encode(encoding)).text == SIMPLE


def test_declared_encoding__is_taken_where_every_byte_is_valid() -> None:
    page = '<?xml version="1.0" encoding="koi8-r"?><a>вывод</a>'
    assert decode(page.encode("koi8-r")).text == page


def test_few_bad_bytes_in_utf8__are_replaced_and_counted() -> None:
    data = SIMPLE.encode() + b"\n" + SIMPLE.encode() + b"\xff\n" + SIMPLE.encode()
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.notes == ("1 bytes that are not UTF-8 replaced, the first on line 2",)


PLAIN = "The scheduler keeps a queue of requests.\n"
HAN = "推理引擎的吞吐量提升了三成。\n"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (HAN, "显存占用下降，延迟不变".encode("gbk")),
        (HAN, HAN.strip().encode() + b"\xff"),
        (PLAIN, bytes(range(128, 200))),
        (PLAIN + "A naïve one.\n", "café".encode("latin-1")),
    ],
)
def test_lines_in_another_encoding__are_left_out_and_named(good: str, bad: bytes) -> None:
    lines = (good * 8).encode() + bad + b"\n" + good.encode()
    decoded = decode(lines)
    number = lines[: lines.index(bad)].count(b"\n") + 1
    assert decoded.text == good * 8 + "\n" + good
    assert decoded.lost == f"lines that are not UTF-8 ({number})"


def test_lines_half_of_which_are_in_another_encoding__are_refused() -> None:
    with pytest.raises(CannotRead):
        decode(HAN.encode() * 4 + HAN.encode("gbk") * 4)


def test_file_cut_inside_a_character__is_read_up_to_it() -> None:
    decoded = decode(SIMPLE.encode()[:-1])
    assert decoded.text == SIMPLE[:-1]
    assert decoded.notes == ("the file ends in the middle of a character",)


def test_bytes_of_no_known_encoding__are_refused() -> None:
    with pytest.raises(CannotRead, match="nor surely in another encoding"):
        decode("Скорость вывода растёт вместе с размером пакета".encode("cp1251"))
