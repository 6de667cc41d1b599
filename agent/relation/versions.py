"""The order of versions."""

from __future__ import annotations

import re


def rank_of(version: str) -> tuple[tuple[int, ...], int, str]:
    """Order of versions: the numbers, then a release after its candidates."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", re.split(r"[a-z]", version)[0]))
    suffix = re.sub(r"^[\d.]+", "", version)
    return numbers, int(not suffix or suffix.startswith("post")), suffix
