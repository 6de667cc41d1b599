import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts.urls import find_urls, normal_url, page_of


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("见https://arxiv.org/abs/2608.14635（Belayer）以及", ["https://arxiv.org/abs/2608.14635"]),
        ("见 https://a.org/x模型发布", ["https://a.org/x"]),
        ("(see https://en.wikipedia.org/wiki/A_(b)).", ["https://en.wikipedia.org/wiki/A_(b)"]),
        ("<https://a.org/b>, **https://c.org/d**。", ["https://a.org/b", "https://c.org/d"]),
        ("[标题](https://a.org/b 'x') | https://c.org |", ["https://a.org/b", "https://c.org"]),
    ],
)
def test_punctuation_and_words_that_follow_end_a_url(text: str, urls: list[str]) -> None:
    found = find_urls(text)
    assert [url.raw for url in found] == urls
    assert all(text[url.start : url.end] == url.raw for url in found)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("https://arxiv.org/pdf/2104.10350.pdf?fbclid=abc", "http://www.arxiv.org/abs/2104.10350"),
        ("https://arxiv.org/html/2608.14635v1", "https://arxiv.org/abs/2608.14635v1"),
        ("https://huggingface.co/papers/2608.14635", "https://arxiv.org/abs/2608.14635"),
        ("https://a.org/x/?utm_source=y&q=1", "http://A.org:80/x?q=1"),
        ("https://github.com/o/r.git", "https://github.com/o/r/"),
        ("https://dx.doi.org/10.1038/ABC", "https://doi.org/10.1038/abc"),
    ],
)
def test_two_spellings_of_one_page_have_one_form(a: str, b: str) -> None:
    assert normal_url(a) == normal_url(b)


def test_what_may_choose_the_page_is_kept() -> None:
    assert normal_url("https://a.org/?ref=b*c#frag") == "https://a.org?ref=b*c#frag"
    assert normal_url("https://arxiv.org/abs/2608.14635v1") != normal_url(
        "https://arxiv.org/abs/2608.14635v2"
    )


def test_a_page_has_no_version_and_no_fragment() -> None:
    assert page_of("https://arxiv.org/abs/2608.14635v2#S1") == "https://arxiv.org/abs/2608.14635"


@given(st.text(alphabet="htps:/.ab()[]<>?=&#%模（|` \n", max_size=200))
def test_any_text_gives_spans_that_quote_it_and_stable_normal_forms(text: str) -> None:
    for url in find_urls("https://a.b" + text):
        assert ("https://a.b" + text)[url.start : url.end] == url.raw
        assert normal_url(url.normal) == url.normal


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("见 [a/b](https://github.com/a/b)：352★，1207 条", "https://github.com/a/b"),
        ("[x](https://en.example.org/wiki/X_(y))，后文", "https://en.example.org/wiki/X_(y)"),
        ("[图](https://example.org/中文/图)、[表](https://example.org/b)", "https://example.org/中文/图"),
    ],
)
def test_a_link_ends_at_its_closing_bracket_whatever_follows(text: str, url: str) -> None:
    assert find_urls(text)[0].raw == url
