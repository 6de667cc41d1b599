"""What the layout of a PDF tore apart is joined again, and nothing else is."""

from __future__ import annotations

import pytest

from agent.readers.pdflines import cleaned, joined, words_of


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["吞吐提升了百分", "之三十，", "时延下降"], "吞吐提升了百分之三十，时延下降"),
        (["the through-", "put rises"], "the throughput rises"),
        (["a fine-", "grained cache"], "a fine-grained cache"),
        (["as DeepSeek-", "V3 and GPT-", "4 do"], "as DeepSeek-V3 and GPT-4 do"),
        (["from 30-", "50% of it"], "from 30-50% of it"),
        (["see https://arxiv.org/abs/", "2609.25050 for it"], "see https://arxiv.org/abs/2609.25050 for it"),
        (
            ["see https://arxiv.org/abs/2609.25050", "and more"],
            "see https://arxiv.org/abs/2609.25050\nand more",
        ),
        (["two words", "of English"], "two words\nof English"),
        (["吞吐 of", "推理"], "吞吐 of\n推理"),
    ],
)
def test_breaks_within_words_and_addresses_go(lines: list[str], wanted: str) -> None:
    known = words_of(["The throughput of fine-grained caches."])
    assert joined(lines, known) == wanted


def test_signs_that_fonts_put_in_place_of_letters__are_the_letters() -> None:
    assert (
        cleaned("中⽂，⼗⾏，ﬁne ﬂow, oﬃce, ex\u00adtra, hy\u00ad\nphen")
        == "中文，十行，fine flow, office, extra, hy-\nphen"
    )
