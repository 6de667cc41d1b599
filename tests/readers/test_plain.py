"""Texts that do not say what they are: read by the marks they hold."""

from __future__ import annotations

import json

import pytest

from tests.readers.conftest import Reader, shown

SRT = "1\n00:00:01,000 --> 00:00:04,000\nThe TTFT\n\n2\n00:00:05,000 --> 00:00:07,500\n<i>is 17.3 ms.</i>\n\n3\n00:01:05,000 --> 00:01:07,500\nThe end\n"
VTT = "WEBVTT\n\nNOTE not said\n\n00:01.000 --> 00:04.000 align:start\n<v Bob>The TTFT\n\n00:04.000 --> 00:05.000\nThe TTFT\nis 17.3 ms.\n"


def test_subtitles__are_sentences_with_their_time(reader: Reader) -> None:
    assert shown(reader("a.srt", SRT)) == [
        ("paragraph", "from 00:00:01", "The TTFT\nis 17.3 ms."),
        ("paragraph", "from 00:01:05", "The end"),
    ]
    assert shown(reader("a.txt", VTT)) == [("paragraph", "from 00:01", "The TTFT\nis 17.3 ms.")]


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_json_of_another_name__is_code(reader: Reader, name: str) -> None:
    assert reader(name, json.dumps({"error": "not found", "n": [1, 2]})).format == "code"


def test_markdown_in_plain_text__is_read_as_such(reader: Reader) -> None:
    text = reader("a.txt", "Words.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n-5 ms less\n")
    assert text.blocks[2].header == ("a", "b")
    assert reader("a.txt", "# a comment\nvalue = 5\n").format == "text"


def test_quoted_lines_of_plain_text__are_quotations(reader: Reader) -> None:
    assert shown(reader("a.txt", "New.\n> old\n> more\nNewer.\n")) == [
        ("paragraph", 1, "New."),
        ("quote", 2, "> old\n> more"),
        ("paragraph", 4, "Newer."),
    ]


def test_notebook__errors_last_states_and_cells_of_format_3(reader: Reader) -> None:
    printed = {"output_type": "stream", "text": ["\u001b[31mrate\u001b[0m 5\n", "10%\r100%\r\n"]}
    failed = {"output_type": "error", "ename": "ValueError", "evalue": "bad 9", "traceback": ["x"]}
    drawn = {"data": {"image/png": "aGk=", "text/plain": "<Figure size 640x480>"}}
    cells = [{"cell_type": "code", "source": "run()", "outputs": [printed, failed, drawn]}]
    assert [
        quote for _, _, quote in shown(reader("a.ipynb", json.dumps({"cells": cells, "nbformat": 4})))
    ] == [
        "run()",
        "rate 5\n100%",
        "ValueError: bad 9",
    ]
    old = [
        {"cell_type": "heading", "level": 2, "source": "Head"},
        {"cell_type": "code", "input": "x", "outputs": []},
    ]
    assert shown(reader("b.ipynb", json.dumps({"worksheets": [{"cells": old}], "nbformat": 3}))) == [
        ("heading", "cell 1", "Head"),
        ("code", "cell 2", "x"),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{\\rtf1\\ansi Hello}", "it is a document in RTF; saved as .docx it could be read"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "it is a picture or a recording"),
        (b"\x00\x00\x00\x18ftypmp42", "it is a picture or a recording"),
        (b"BZh91AY&SYxxxx", "it is a compressed archive"),
    ],
)
def test_files_that_are_no_text__say_what_they_are(reader: Reader, data: bytes, reason: str) -> None:
    assert reader.refusal("a.md", data) == reason


def test_note_that_begins_with_the_mark_of_a_file_of_another_kind__is_read(reader: Reader) -> None:
    assert reader("a.md", "RIFF holds chunks of 5 kB.\n").format == "markdown"
    assert reader("a.md", '<rss version="2.0"><channel><title>F</title></channel></rss>').format == "feed"
