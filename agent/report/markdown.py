"""Markdown as HTML that can do nothing: no HTML of its own, no pictures, links to the web alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

_LONGEST = 200_000
"""Characters that are rendered; what is longer is shown as it is written."""


def web_link(url: str) -> str:
    """The address where it is one of the web, to be followed by a person; else nothing."""
    if any(ord(sign) < 33 or sign in "\\\x7f" for sign in url):
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in ("http", "https") and parts.netloc else ""


def rendered(text: str) -> Markup:
    """Blocks of Markdown as HTML."""
    if len(text) > _LONGEST:
        return Markup("<pre>{}</pre>").format(text)
    return Markup(_parser().render(_clean(text)))  # noqa: S704 - the parser escapes; see the tests


def rendered_inline(text: str) -> Markup:
    """One line of Markdown as HTML, without a block around it."""
    if len(text) > _LONGEST:
        return escape(text)
    return Markup(_parser().renderInline(_clean(text)))  # noqa: S704 - the parser escapes


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.add_render_rule("link_open", _link_open)
    parser.add_render_rule("link_close", _link_close)
    parser.add_render_rule("image", _image)
    parser.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    parser.add_render_rule("heading_open", lambda *_: '<p class="heading">')
    parser.add_render_rule("heading_close", lambda *_: "</p>\n")
    return parser


def _link_open(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    href = web_link(str(tokens[index].attrGet("href") or ""))
    return f'<a href="{escape(href)}" rel="noopener noreferrer nofollow">' if href else "<span>"


def _link_close(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    depth = 0
    for token in reversed(tokens[:index]):
        if token.type == "link_close":
            depth += 1
        elif token.type == "link_open" and depth:
            depth -= 1
        elif token.type == "link_open":
            return "</a>" if web_link(str(token.attrGet("href") or "")) else "</span>"
    return "</span>"


def _image(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return str(escape(tokens[index].content))
