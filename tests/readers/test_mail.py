"""Mail: the words of its writer apart from what is quoted or stands below every mail; files that hang on it."""

from __future__ import annotations

import pytest

from tests.readers.conftest import Reader, shown

HEAD = "From: jay@example.org\nTo: list@example.org\nSubject: S\nMIME-Version: 1.0\n"
PLAIN = HEAD + "Content-Type: text/plain; charset=utf-8\n\n"
PAGE = (
    "From: <Saved by Blink>\nSnapshot-Content-Location: https://x.org/a\nSubject: T\nMIME-Version: 1.0\n"
    'Content-Type: multipart/related; type="text/html"; boundary="B"\n\n'
    "--B\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    "<html><body><h1>Saved</h1><p>latency =E4=B8=AD 17.3 ms and =\nmore</p></body></html>\n"
    "--B\nContent-Type: text/html\n\n<p>Advertisement</p>\n--B\nContent-Type: image/png\n\nabc\n--B--\n"
)


def body(reader: Reader, text: str) -> list[tuple[str, str]]:
    return [(kind, quote) for kind, place, quote in shown(reader("a.eml", text)) if "part" in str(place)]


def test_signature_and_footer_of_the_list__are_left_out_and_older_mails_are_quotations(
    reader: Reader,
) -> None:
    text = (
        "New: 17 ms.\n> it was 19 ms\nAnd more.\n\n-- \nAlice\nChief of 99 things\n\n"
        "On Fri, Sep 25, 2026 at 8:00 AM Bob <b@c.d> wrote:\n\nold 9 ms\n"
    )
    assert body(reader, PLAIN + text) == [
        ("paragraph", "New: 17 ms."),
        ("quote", "> it was 19 ms"),
        ("paragraph", "And more."),
        ("quote", "On Fri, Sep 25, 2026 at 8:00 AM Bob <b@c.d> wrote:"),
        ("quote", "old 9 ms"),
    ]
    listed = "New: 17 ms.\n____________________________\nx mailing list\nhttps://lists.example.org/x\n"
    assert body(reader, PLAIN + listed) == [("paragraph", "New: 17 ms.")]


def test_table_in_a_plain_mail__is_a_table(reader: Reader) -> None:
    text = reader("a.eml", PLAIN + "See:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert text.blocks[-1].header == ("a", "b")


def test_message_within_and_files_that_hang_on_it__are_read_with_their_names(reader: Reader) -> None:
    text = (
        HEAD + "Content-Type: multipart/mixed; boundary=B\n\n"
        "--B\nContent-Type: message/rfc822\n\nFrom: old@example.org\nSubject: inner\n\ninner 7 ms\n"
        '--B\nContent-Type: application/octet-stream; name="x.csv"\n\na,b\n1,2\n'
        '--B\nContent-Type: application/octet-stream; name="x.bin"\n\nabc\n--B--\n'
    )
    read = reader("a.eml", text)
    assert [one for one in shown(read) if "part" in str(one[1])] == [
        ("heading", "part 1 header Subject", "inner"),
        ("meta", "part 1 header From", "From: old@example.org"),
        ("paragraph", "part 1.1, line 1", "inner 7 ms"),
        ("table_row", "part 2 x.csv, row 1", "a,b"),
        ("table_row", "part 2 x.csv, row 2", "1,2"),
    ]
    assert read.notes == ("part 3 left out: x.bin",)


def test_header_whose_bytes_stand_in_it_unencoded__is_read(reader: Reader) -> None:
    data = "From: a@b.c\nSubject: 推理引擎的时延\n\nx\n".encode("gb18030")
    assert reader("a.eml", data).title == "推理引擎的时延"


@pytest.mark.parametrize("name", ["a.mhtml", "a.mht", "a.html", "a.md"])
def test_page_saved_with_all_its_parts__is_its_page(reader: Reader, name: str) -> None:
    text = reader(name, PAGE)
    assert shown(text) == [
        ("heading", "/html/body/h1", "Saved"),
        ("paragraph", "/html/body/p", "latency 中 17.3 ms and more"),
    ]
    assert ("canonical", "https://x.org/a") in text.meta


def test_mail_named_as_a_note__is_read_as_mail(reader: Reader) -> None:
    text = (
        HEAD
        + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n5o6o55CGIDE3IG1z\n"
    )
    assert shown(reader("a.md", text))[-1][2] == "推理 17 ms"
