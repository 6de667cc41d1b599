"""A card that lies under a class which its content does not speak for."""

from __future__ import annotations

import pytest

from agent.filing import misfiled
from agent.models import SourceText
from tests.notes import note

STORAGE = [
    ("Owlet", "Compaction planner for log-structured merge trees; write amplification falls on flash."),
    ("Tanuki", "A log-structured store on flash with tiered compaction and less write amplification."),
    ("Kawauso", "Erasure coding of cold blocks in a log-structured store; compaction on flash waits."),
    ("Mimizuku", "Block cache for merge trees on flash; compaction evicts cold blocks first."),
]
SPEECH = [
    ("Chime", "Streaming speech recognition with a phoneme decoder; word error rate on noisy audio."),
    ("Lark", "Text to speech with prosody tokens; speaker similarity on noisy audio."),
    ("Wren", "Speaker diarization for meetings; phoneme features and word error rate."),
    ("Robin", "Speech recognition for children: prosody and phoneme augmentation of audio."),
]


def card(name: str, text: str, filed: str, *, folder: bool = False) -> SourceText:
    place = f"{filed}/" if folder else ""
    head = "" if folder else f"primary: {filed}\n"
    return note(
        f'---\ntitle: "{name}"\n{head}---\n\n{text}\n', f"inbox/cards/{place}{name.lower()}.md", kind="card"
    )


def shelves(*, folder: bool = False) -> list[SourceText]:
    cards = [card(name, text, "storage", folder=folder) for name, text in STORAGE]
    return cards + [card(name, text, "speech", folder=folder) for name, text in SPEECH]


@pytest.mark.parametrize("folder", [False, True], ids=["front matter", "folder"])
def test_misfiled__says_which_class_it_speaks_for_and_why(folder: bool) -> None:
    wrong = card(
        "Heron",
        "Tiered compaction of merge trees on flash: write amplification of cold blocks.",
        "speech",
        folder=folder,
    )
    [found] = misfiled([*shelves(folder=folder), wrong])
    assert (found.filed, found.speaks_for) == ("speech", "storage")
    assert found.path == wrong.source.path
    assert "amplification" in found.words
    assert all(
        name.rpartition("/")[2] in {"owlet.md", "tanuki.md", "kawauso.md", "mimizuku.md"}
        for name in found.like
    )


def test_misfiled__cards_that_are_filed_rightly_are_left_alone() -> None:
    assert misfiled(shelves()) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Speech recognition on flash: phoneme decoder, word error rate, and a log-structured store of audio.",
        "Soil moisture of alpine meadows, measured by hand.",
        "",
    ],
    ids=["between two classes", "of no class", "empty"],
)
def test_misfiled__what_speaks_for_no_other_class_clearly_is_left_alone(text: str) -> None:
    assert misfiled([*shelves(), card("Heron", text, "speech")]) == ()


def test_misfiled__needs_siblings_on_both_sides() -> None:
    cards = [card(name, text, "storage") for name, text in STORAGE]
    lone = card("Heron", "Tiered compaction of merge trees on flash: write amplification.", "speech")
    assert misfiled([*cards, lone]) == ()


def test_misfiled__words_of_a_template_speak_for_nothing() -> None:
    template = "Rebuilt from the brief; reviewed by two people; status open; license unknown."
    cards = [card(name, f"{text} {template}", "storage") for name, text in STORAGE]
    cards += [card(name, f"{text} {template}", "speech") for name, text in SPEECH]
    assert misfiled([*cards, card("Heron", template, "speech")]) == ()


def test_misfiled__in_chinese() -> None:
    texts = [
        "日志结构合并树的合并规划，降低闪存写放大",
        "闪存上的分层合并与写放大",
        "冷块纠删码，闪存合并延后",
        "合并树的块缓存，闪存冷块",
    ]
    sounds = [
        "流式语音识别，音素解码，噪声词错率",
        "语音合成的韵律标记，噪声下说话人相似度",
        "会议说话人分离，音素特征，词错率",
        "儿童语音识别，韵律与音素增强",
    ]
    cards = [card(f"S{n}", text, "存储") for n, text in enumerate(texts)]
    cards += [card(f"V{n}", text, "语音") for n, text in enumerate(sounds)]
    [found] = misfiled([*cards, card("Heron", "分层合并树在闪存上的写放大，冷块合并", "语音")])
    assert found.speaks_for == "存储"
