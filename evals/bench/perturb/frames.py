"""Claims made from sentence frames: whole kinds of error that a change of one word in a real sentence never makes.

A frame is a source with slots, claims that it bears out and claims that it does not, by kind:

- `role`: one figure of a clause said in the role of another (of the total what was added);
- `plan`: a plan, a goal, a rumour, a condition or somebody's word said as a fact;
- `sibling`: what one entry of a list says, said of its neighbour;
- `turned`: a comparison or a relation the other way round;
- `formerly`: what was, or what was passed over, said as what is;
- `denied`: a negation put in or left out, in other words than the source's;
- `scope`: what holds of one, or of all but one, said of all or of that one.

The slots are filled from small vocabularies: `A B C` things, `O P` those who speak or own, `F G H` features,
`x y z` numbers (x > y > z), `u` a unit, `m` a measure, `v` a verb, `t` a time to come.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KINDS = ("role", "plan", "sibling", "turned", "formerly", "denied", "scope")
_FOLDER = Path(__file__).parent
_THINGS = (
    "Hazelnut", "Orca-Serve", "Kestrel", "LoomAgent", "Palisade", "TideDB", "Quartz", "NimbusRT", "Cinder", "Larkspur", "VoleFS",
    "Marlin", "Sorrel", "BrambleKV", "Fathom", "Juniper", "Osprey", "Pumice",
)  # fmt: skip
_OWNERS = ("Ladepunkt", "Northgrid", "Velomotive", "Kaltwerk", "Sunmark", "Ferrohaus")
_WORDS = {
    "en": {
        "F": ("WebTransport", "FP4 weights", "live migration", "row-level locks", "speculative decoding", "zero-copy reads", "mutual TLS",
              "delta sync"),
        "u": ("GB", "ms", "sites", "nodes", "W", "km", "tokens/s"),
        "m": ("recall", "throughput", "uptime", "coverage"),
        "t": ("2029", "next spring", "the end of the decade"),
    },
    "zh": {
        "F": ("断点续传", "行级锁", "推测解码", "热迁移", "双向认证", "增量同步", "零拷贝读取", "稀疏注意力"),
        "u": ("GB", "毫秒", "个站点", "个节点", "瓦", "公里", "tokens/s"),
        "m": ("召回率", "吞吐", "可用性", "覆盖率"),
        "t": ("2029 年", "明年春天", "下个版本"),
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """A source with slots, what it bears out, and what it does not, by kind."""

    language: str
    source: str
    faithful: tuple[str, ...]
    unfaithful: tuple[tuple[str, str], ...]


def frames() -> list[Frame]:
    """The frames of `frames_en.txt` and `frames_zh.txt`, in order."""
    return [frame for language in ("en", "zh") for frame in _read(language)]


def _read(language: str) -> Iterator[Frame]:
    """One frame a block: a line `< source` (`/` for a line break), lines `+ claim` and lines `kind claim`."""
    text = (_FOLDER / f"frames_{language}.txt").read_text("utf-8")
    for block in text.strip().split("\n\n"):
        lines = [line.partition(" ") for line in block.splitlines() if not line.startswith("#")]
        sources = [rest for mark, _, rest in lines if mark == "<"]
        good = tuple(rest for mark, _, rest in lines if mark == "+")
        bad = tuple((mark, rest) for mark, _, rest in lines if mark in KINDS)
        for source in sources:
            yield Frame(language, source.replace(" / ", "\n"), good, bad)


def framed_claims(draw: random.Random, *, n: int) -> Iterator[tuple[str, str, bool, str]]:
    """Up to `n` claims of each kind as `(source, kind, faithful, claim)`, all frames served in turn.

    Faithful ones, as many as the unfaithful of all kinds together, have the kind `frame`.
    """
    quota = dict.fromkeys(KINDS, n) | {"frame": n * len(KINDS)}
    seen: set[tuple[str, str]] = set()
    ordered = frames()
    for _ in range(max(4, n // 4)):
        draw.shuffle(ordered)
        for frame in ordered:
            words = _filling(frame.language, draw)
            source = frame.source.format_map(words)
            options = [("frame", claim) for claim in frame.faithful] + list(frame.unfaithful)
            for kind, claim in options:
                said = claim.format_map(words)
                if quota[kind] and (source, said) not in seen:
                    seen.add((source, said))
                    quota[kind] -= 1
                    yield source, kind, kind == "frame", said


def _filling(language: str, draw: random.Random) -> dict[str, str]:
    """Words for the slots, no two alike and no number the sum, difference or ratio of two others."""
    words = _WORDS[language]
    a, b, c = draw.sample(_THINGS, 3)
    o, p = draw.sample(_OWNERS, 2)
    f, g, h = draw.sample(words["F"], 3)
    while True:
        z, y, x = sorted(draw.sample(range(13, 980), 3))
        if x - y not in {y, z} and y - z != z and x != y + z and x % y and y % z and x % z:
            break
    return {
        "A": a, "B": b, "C": c, "O": o, "P": p, "F": f, "G": g, "H": h, "x": str(x), "y": str(y), "z": str(z),
        "u": draw.choice(words["u"]), "m": draw.choice(words["m"]), "t": draw.choice(words["t"]),
    }  # fmt: skip
