"""Saved pages: the content and nothing of what stands around it, nothing that nobody sees."""

from __future__ import annotations

import pytest

from agent.readers.styles import hidden_names
from tests.readers.conftest import Reader, shown

WORDS = "The engine takes 17.3 ms a token on eight GPUs, and that is told here at some length. " * 4


def quotes(reader: Reader, page: str) -> list[str]:
    return [quote for _, _, quote in shown(reader("a.html", page))]


@pytest.mark.parametrize(
    "frame",
    [
        '<a class="skip-link" href="#main">Skip to content</a>',
        "<header><div>Logo</div><h1>The site</h1></header>",
        '<div id="cookie-banner">We use cookies</div>',
        '<div class="cookie-consent modal">We use cookies</div>',
        '<div class="sidebar"><ul><li>Other page</li></ul></div>',
        '<ul class="breadcrumbs"><li>Home</li></ul>',
        '<div class="post-share-buttons">Share</div>',
        '<div class="related-posts"><h3>More</h3></div>',
        '<section class="newsletter">Subscribe</section>',
        '<div class="site-footer">(c) 2026</div>',
        '<div role="banner">The site</div>',
    ],
)
def test_frame_of_a_page_without_main__is_left_out(reader: Reader, frame: str) -> None:
    page = f"<html><body>{frame}<div class=post><h1>Title</h1><p>{WORDS}</p></div></body></html>"
    assert quotes(reader, page) == ["Title", WORDS.strip()]


def test_content_in_a_box_with_a_name_of_the_frame__is_read(reader: Reader) -> None:
    page = f'<body><div class="sidebar"><h1>Title</h1><p>{WORDS}</p></div><div id=x>Some words</div></body>'
    assert quotes(reader, page) == ["Title", WORDS.strip(), "Some words"]
    section = f'<body><p>{WORDS}</p><section id="pagination"><h2>Pagination</h2><p>Of KV pages.</p></section></body>'
    assert quotes(reader, section)[1:] == ["Pagination", "Of KV pages."]


def test_teasers_set_as_articles__are_not_taken_for_the_content(reader: Reader) -> None:
    teasers = "".join(f"<article><h2>Teaser {n}</h2><p>{'x' * 90}</p></article>" for n in range(3))
    page = f"<body>{teasers}<div><h1>Title</h1><p>{WORDS * 6}</p></div></body>"
    assert "Title" in quotes(reader, page)


@pytest.mark.parametrize(
    "how",
    [
        'style="font-size:1px"',
        'style="height:0;overflow:hidden"',
        'style="color:#fff;background:#FFFFFF"',
        'style="color: white"',
        'style="clip:rect(0,0,0,0)"',
        'class="sr-only"',
        'class="note prompt"',
        'id="trap"',
    ],
)
def test_words_that_nobody_sees__are_left_out_and_counted(reader: Reader, how: str) -> None:
    css = "<style>/* a */ @media print { .seen { display: none } } .prompt, p#trap { display: none }</style>"
    page = f'<html><head>{css}</head><body><p class="seen">{WORDS}</p><p {how}>STOP</p></body></html>'
    text = reader("a.html", page)
    assert [quote for _, _, quote in shown(text)] == [WORDS.strip()]
    assert text.notes == ("hidden text left out, 1 elements",)


def test_white_words_on_a_ground_of_their_own__are_seen(reader: Reader) -> None:
    page = f'<body><p>{WORDS}</p><div style="background:#333"><p style="color:white">Seen</p></div></body>'
    assert quotes(reader, page) == [WORDS.strip(), "Seen"]


def test_rules_that_a_later_rule_takes_back__hide_nothing() -> None:
    assert hidden_names([".a{display:none} .b{display:none} .a{display:block}"]) == {".b"}
    assert hidden_names(["@media (max-width: 9px) {.a{display:none}} .b .c {display:none}"]) == frozenset()


@pytest.mark.parametrize(
    "code",
    [
        "<table class=highlight><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a = 1\nb = 2</pre></td></tr></table>",
        "<table><tr><td class=blob-num>1</td><td>a = 1</td></tr><tr><td class=blob-num>2</td><td>b = 2</td></tr></table>",
        '<pre><span class="ln">1</span>a = 1\n<span class="ln">2</span>b = 2</pre>',
    ],
)
def test_numbers_beside_the_lines_of_code__are_no_code(reader: Reader, code: str) -> None:
    (block,) = reader("a.html", f"<body>{code}</body>").blocks
    assert block.kind == "code"
    assert quotes(reader, f"<body>{code}</body>") == ["a = 1\nb = 2"]


def test_signs_that_are_not_seen_and_breaks_within_words__go(reader: Reader) -> None:
    page = '<body><h2>安装<a href="#x">¶</a></h2><p>吞吐提\n升 soft\u00adware 1\u200b7 ms\nmore<br>next</p><p><ruby>漢<rp>(</rp><rt>kan</rt></ruby></p></body>'
    assert quotes(reader, page) == ["安装", "吞吐提升 software 17 ms more\nnext", "漢 (kan)"]


def test_page_of_scripts_only__is_refused_and_told_so(reader: Reader) -> None:
    page = "<html><body><div id=root></div><script>draw()</script></body></html>"
    assert reader.refusal("a.html", page) == "it is a page whose words only its script would show"


def test_title__is_the_heading_that_the_page_names_itself_by(reader: Reader) -> None:
    page = f"<html><head><title>Fast engine | Site</title></head><body><h1>Site news</h1><h1>Fast engine</h1><p>{WORDS}</p></body></html>"
    assert reader("a.html", page).title == "Fast engine"


def test_small_words_that_can_be_read__are_seen() -> None:
    assert (
        hidden_names([".a{font-size:0.9em} .b{font-size:.8rem} .c{height:20px;overflow:hidden}"])
        == frozenset()
    )
