"""The sentences that a statement changes."""

import pytest

from agent.drafts import DraftClaim, DraftPatch, DraftPoint
from agent.passages import changed_sentences, without_sentences


def changed(text: str, claim: str) -> str:
    """The sentences that the claim changes."""
    point = DraftPoint(claims=(DraftClaim(text=claim),))
    spans = changed_sentences(text, DraftPatch(increment="i", title=DraftClaim(text="News"), parts=(point,)))
    return " ".join(text[start:end] for start, end in spans)


@pytest.mark.parametrize(
    ("text", "claim", "sentence"),
    [
        (
            "Kestrel writes 410 MB/s. Osprey keeps 3 replicas.",
            "Osprey keeps 5 replicas by default.",
            "Osprey keeps 3 replicas.",
        ),
        (
            "Hardness is 50 ppm. The firmware of the Kea is v1.43.",
            "The firmware of the Kea is v1.44.",
            "The firmware of the Kea is v1.43.",
        ),
        (
            "体积利用率为 72%。能量密度为 255 Wh/kg。",
            "能量密度为 250 Wh/kg，而非 255 Wh/kg。",
            "能量密度为 255 Wh/kg。",
        ),
        (
            "Osprey keeps 3 replicas. Kestrel writes 410 MB/s. The firmware of the Kea is v1.43.",
            "Osprey keeps 5 replicas. The firmware of the Kea is v1.44.",
            "Osprey keeps 3 replicas. The firmware of the Kea is v1.43.",
        ),
        (
            "Osprey keeps 3 replicas. The firmware of the Kea is v1.43.",
            "Osprey keeps 5 replicas. The firmware of the Kea is v1.44.",
            "",
        ),
        ("Osprey keeps 3 replicas.", "Osprey keeps 5 replicas.", ""),
        ("Osprey keeps 3 replicas. It is free.", "Osprey keeps 5 replicas.", ""),
        ("麒麟能量密度为 255 Wh/kg。其体积利用率为 72%。", "麒麟能量密度为 250 Wh/kg，而非 255 Wh/kg。", ""),
    ],
)
def test_changed_sentences__those_that_say_otherwise(text: str, claim: str, sentence: str) -> None:
    assert changed(text, claim) == sentence


@pytest.mark.parametrize(
    ("text", "sentence", "rest"),
    [
        ("One. Two. Three.", "Two.", "One. Three."),
        ("One.\nTwo.\nThree.", "Two.", "One.\nThree."),
        ("One. Two.", "One.", "Two."),
        ("One. Two.", "Two.", "One."),
        ("一。二。三。", "二。", "一。三。"),
    ],
)
def test_without_sentences__all_else_stays(text: str, sentence: str, rest: str) -> None:
    start = text.index(sentence)
    assert without_sentences(text, [(start, start + len(sentence))]) == rest
