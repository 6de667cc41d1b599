"""Subtitles (SRT, WebVTT): what is said, with the time at which it begins."""

from __future__ import annotations

import html
import re

from agent.readers.reading import Reading
from agent.readers.sheet import Sheet

_TIMING = re.compile(
    r"[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}[ \t]+-->[ \t]+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}.*"
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<[\d:.]+>|\{\\[^{}]*\}")
_ENDS = (".", "?", "!", "。", "？", "！", "…")
_LONGEST = 600
"""Characters, after which a paragraph ends with its cue, whether a sentence does or not."""


def is_subtitles(text: str) -> bool:
    """Whether a text opens as subtitles do: a number or a mark, then a span of time."""
    head = [line for line in text[:2_000].split("\n") if line.strip()][:6]
    return any(_TIMING.fullmatch(line) for line in head[:2]) or (
        text.startswith("WEBVTT") and any(_TIMING.fullmatch(line) for line in head)
    )


def read_subtitles(text: str) -> Reading:
    """Cues joined into sentences, each paragraph with the time of its first cue; notes and styles left out."""
    sheet = Sheet()
    said: list[str] = []
    start = last = ""
    for cue in text.split("\n\n"):
        lines = cue.strip("\n").split("\n")
        at = next((number for number, line in enumerate(lines[:3]) if _TIMING.fullmatch(line)), None)
        if at is None:
            continue
        timing = _TIMING.fullmatch(lines[at])
        assert timing is not None
        for line in lines[at + 1 :]:
            words = " ".join(html.unescape(_TAG.sub("", line)).split())
            if not words or words == last:
                continue  # rolling captions show a line again while the next one comes in
            start = start or timing[1]
            last = words
            said.append(words)
        if said and (said[-1].endswith(_ENDS) or sum(map(len, said)) > _LONGEST):
            sheet.paragraph("\n".join(said), f"from {start}")
            said, start = [], ""
    sheet.paragraph("\n".join(said), f"from {start}")
    return sheet.reading("subtitles")
