"""Which language a text is written in."""

import pytest

from agent.language import clipped, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("vLLM v0.30.0 发布，共 762 个 commit", "zh"),
        ("SGLang 的 RadixAttention prefix cache on H200 × 8", "zh"),
        ("On the same kernels the engine keeps a throughput lead over the other", "en"),
        ("vLLM · H100 · TTFT 17.71 ms", None),
        ("https://example.org/a-b-c/d_e", None),
        ("", None),
        ("512 | 17.71 | 16.6", None),
    ],
)
def test_language_of(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_clipped__one_line_and_no_longer_than_asked_for() -> None:
    assert clipped("a \n b", 10) == "a b"
    assert clipped("abcdef", 6) == "abcdef"
    assert clipped("abcdefg", 6) == "abcde…"
