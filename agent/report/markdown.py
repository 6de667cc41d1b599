"""Markdown as HTML that can do nothing: no HTML of its own, no pictures, links to the web alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from agent.document.diff import Change

_MARKUP = re.compile(r"[*_`~\[\]()|<>#\\&\n!\ue000-\ue003]")
_OPEN = {"removed": "\ue000", "added": "\ue002"}
_SHUT = {"removed": "\ue001", "added": "\ue003"}
_TAGS = {"\ue000": "<del>", "\ue001": "</del>", "\ue002": "<ins>", "\ue003": "</ins>"}
_TOUCHY = {"same": re.compile("[\ue000-\ue003]"), "removed": _MARKUP, "added": _MARKUP}
"""Signs that no text has, in place of tags until the text is rendered."""
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


def marked_words(changes: Sequence[Change]) -> Markup | None:
    """A replacement as one rendered text, old words struck and new ones underlined where they stand.

    None where the markup itself changes: then the words are shown as they are written.
    """
    if any(_TOUCHY[change.kind].search(change.text) for change in changes):
        return None
    text = "".join(
        change.text if change.kind == "same" else f"{_OPEN[change.kind]}{change.text}{_SHUT[change.kind]}"
        for change in changes
    )
    html = str(rendered(text))
    for sign, tag in _TAGS.items():
        if html.count(sign) != text.count(sign):
            return None  # a mark fell into an address
        html = html.replace(sign, tag)
    return Markup(html)  # noqa: S704 - rendered above; the tags are ours


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.add_render_rule("link_open", _link_open)
    parser.add_render_rule("link_close", _link_close)
    parser.add_render_rule("image", _image)
    parser.add_render_rule("th_open", _cell_open)
    parser.add_render_rule("td_open", _cell_open)
    parser.add_render_rule("table_open", lambda *_: '<div class="wide" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    parser.add_render_rule("heading_open", lambda *_: '<p class="heading">')
    parser.add_render_rule("heading_close", lambda *_: "</p>\n")
    return parser


def _cell_open(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    """A cell without a style of its own, which the page's policy forbids."""
    right = "right" in str(tokens[index].attrGet("style") or "")
    return f'<{tokens[index].tag} class="num">' if right else f"<{tokens[index].tag}>"


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
