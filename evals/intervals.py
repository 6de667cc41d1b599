"""Intervals of shares."""

from __future__ import annotations

import math

_Z = 1.96
"""Of the normal distribution, two-sided, 95 %."""


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, Probable Inference, 1927); of nothing it is from 0 to 1."""
    if not of:
        return 0.0, 1.0
    share, square = right / of, _Z * _Z
    centre = (share + square / (2 * of)) / (1 + square / of)
    half = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, centre - half), min(1.0, centre + half)
