"""What a message says before its thing names nothing; what names a thing or a part of it stays."""

from __future__ import annotations

import pytest

from agent.entries import entries, is_hail, without_hail
from agent.entries.words import is_courtesy
from tests.notes import note


@pytest.mark.parametrize(
    "label",
    [
        "大家看下这个",
        "各位老师分享一篇",
        "看下这个",
        "Hi all, check this out",
        "Team, look at this",
        "hey, nice new trace",
        "saw this one today",
        "Two for the serving list",
        "Correction for the list",
        "FYI",
        "更正",
        "分享一篇论文",
        "A quick note from this morning's change",
        "brief update",
        "简单说一下",
    ],
)
def test_hail__words_that_only_say_that_something_follows(label: str) -> None:
    assert is_hail(label)
    assert without_hail(f"{label}: Alder 2 grinds 40 kg/h") == "Alder 2 grinds 40 kg/h"


@pytest.mark.parametrize(
    "label",
    [
        "大家电",
        "看板",
        "Two stages",
        "Alder",
        "Found in Alder 2",
        "Hey Jude",
        "Read latency",
        "Update policy",
        "Quick start",
        "Correction of Alder 2",
        "Findings",
        "两阶段训练",
        "更正后的吞吐 40",
        "推荐配置",
        "Note",
    ],
)
def test_hail__what_names_a_thing_is_none(label: str) -> None:
    assert not is_hail(label)
    assert without_hail(f"{label}: 40 kg/h") == f"{label}: 40 kg/h"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Two for the list: Alder grinds 40 kg/h, see https://a.example/1", "Alder grinds 40 kg/h"),
        ("Birch now turns both ways, see https://a.example/1", "Birch now turns both ways"),
        ("hey, nice find: Rowan-2 https://a.example/1 - a mill of 12 stones. MIT licence.", "Rowan-2"),
        ("Cedar (https://a.example/1) halves the noise", "Cedar halves the noise"),
    ],
)
def test_title__neither_hail_nor_pointer(text: str, title: str) -> None:
    assert entries(note(text))[0].title == title


@pytest.mark.parametrize("text", ["Hello,", "Hi Bo,", "Dear Dr Ines", "你好！", "各位，"])
def test_courtesy__a_line_that_only_greets(text: str) -> None:
    assert is_courtesy(text)


@pytest.mark.parametrize(
    "text", ["Hello, the crane is out of order since noon.", "Hi-Fi", "各位置传感器已更换"]
)
def test_courtesy__a_line_that_tells_something_is_none(text: str) -> None:
    assert not is_courtesy(text)
