"""What of a page is no content: its frame, what nobody sees, the marks that a site puts beside the words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import lxml.etree
import lxml.html

from agent.readers.styles import (
    HIDING_NAMES,
    hidden_names,
    lays_ground,
    style_delays,
    style_hides,
    writes_white,
)

Element = lxml.html.HtmlElement

_SILENT = frozenset(
    "script style template noscript head svg iframe object select button canvas rp annotation annotation-xml".split()
)
"""The last two of a formula: its source, beside the signs that are shown."""
_BOILERPLATE = frozenset({"nav", "menu", "dialog"})
_PAGE_FRAME = frozenset({"header", "footer", "aside", "form"})
"""Boilerplate around an article; inside one they hold its title, its references, its remarks."""
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alert"})
_HEADINGS = tuple(f"h{level}" for level in range(1, 7))
_FRAME_NAME = re.compile(
    r"(?:(?:site|page|global|main|top|bottom|left|right|post|article|entry|js|the|md|c)[-_]{1,2})?"
    r"(?:cookies?|gdpr|(?:cookie|consent|gdpr)[-_]?(?:banner|consent|notice|bar|popup|policy|message|dialog|modal)"
    r"|breadcrumbs?|side[-_]?bar|nav(?:bar|igation|menu)?|site[-_]?(?:header|footer|nav)|footer|toc|table[-_]of[-_]contents"
    r"|skip[-_]?(?:link|nav|to[-_]?(?:main[-_]?)?content)|(?:social[-_]?)?shar(?:e|ing)|social(?:[-_]?(?:links|icons|media))?"
    r"|newsletter|subscribe|related[-_]?(?:posts|articles|content|links|reading|news)|recommend(?:ed|ations?)?"
    r"|advert(?:isement)?s?|ads|ad[-_]?(?:banner|container|slot|wrapper)|sponsored|pagination|pager|back[-_]?to[-_]?top"
    r"|popup|modal|toast|paywall|copyright|edit[-_]?(?:this[-_]?page|link)|page[-_]?nav)"
    r"(?:[-_]{1,2}(?:wrapper|container|list|inner|box|area|section|widget|block|bar|panel|links?|buttons?|text))?",
    re.IGNORECASE,
)
"""Classes that sites give to what stands around their content."""
_FRAME_TAGS = frozenset({"div", "ul", "ol", "section", "aside", "p", "span", "a"})
_MOST_OF_PAGE = 0.4
"""Share of the page's words from which on something is its content, whatever it is called."""
_NUMBER_CLASSES = frozenset(
    "linenos linenodiv lineno linenumber line-number ln gutter rouge-gutter blob-num hljs-ln-numbers hljs-ln-n "
    "react-line-number code-line-number".split()
)
_SKIP = re.compile(
    r"\s*(?:skip (?:to|navigation)|jump to (?:content|navigation)|跳(?:到|至|转到|过)).{0,40}", re.IGNORECASE
)


class Frame:
    """Tells for each element of a page whether it is left out."""

    def __init__(self, root: Element) -> None:
        self.trusts_names = True
        """Whether boilerplate is told by its classes: on some pages all stands in boxes of such names."""
        self._names = hidden_names(sheet.text or "" for sheet in root.iter("style"))
        self._sizes = _sizes(root)
        body = root.find("body")
        self.body = body if body is not None else root
        self._whole = max(self._sizes.get(self.body, 0), 1)
        self._titled = any(
            next(heading.iterancestors("header"), None) is None for heading in self.body.iter("h1")
        )

    def size(self, element: Element) -> int:
        """Characters of the words in an element, scripts and styles apart."""
        return self._sizes.get(element, 0)

    def share(self, element: Element) -> float:
        """Share of the page's words that stand in an element."""
        return self.size(element) / self._whole

    def leaves_out(self, element: Element) -> bool:
        """Whether an element is silent or boilerplate."""
        tag = element.tag
        if tag in _SILENT or tag in _BOILERPLATE or element.get("role") in _ROLES:
            return True
        if has_class(element, "katex-html") and has_class(element.getprevious(), "katex-mathml"):
            return True
        if tag in _PAGE_FRAME and next(element.iterancestors("main", "article"), None) is None:
            return tag != "header" or self._titled or not any(True for _ in element.iter(*_HEADINGS))
        return self._is_frame_by_name(element) or _is_mark(element) or is_line_number(element)

    def hides(self, element: Element) -> bool:
        """Whether an element is never seen."""
        style = element.get("style") or ""
        if element.get("hidden") is not None or style_hides(style):
            return True
        if "color" in style and writes_white(style) and _is_plain_around(element):
            return True
        names = (element.get("class") or "").split()
        if any(name in HIDING_NAMES for name in names):
            return True
        return bool(self._names) and (
            any(f".{name}" in self._names for name in names) or f"#{element.get('id')}" in self._names
        )

    def delays(self, element: Element) -> bool:
        """Whether an element is not seen until a script shows it."""
        return style_delays(element.get("style") or "")

    def _is_frame_by_name(self, element: Element) -> bool:
        if element.tag not in _FRAME_TAGS or not self.trusts_names:
            return False
        names = (element.get("class") or "").split()
        own = element.get("id")
        if own and element.tag == "div" and "section" not in names:
            names.append(own)
        return any(map(_FRAME_NAME.fullmatch, names)) and self.share(element) < _MOST_OF_PAGE


def has_class(element: Element | None, name: str) -> bool:
    """Whether an element has a class."""
    return element is not None and name in (element.get("class") or "").split()


def is_line_number(element: Element) -> bool:
    """Whether an element of code holds nothing but numbers of its lines."""
    names = (element.get("class") or "").split()
    if not any(name.lower() in _NUMBER_CLASSES for name in names):
        return False
    return not any(char.isalpha() for char in element.text_content())


def _is_mark(element: Element) -> bool:
    """Links that only lead about the page: the sign beside a heading, the way past the menu."""
    if element.tag != "a" or "#" not in (element.get("href") or ""):
        return False
    words = element.text_content().strip()
    return (len(words) <= 2 and words != "" and not any(map(str.isalnum, words))) or bool(
        _SKIP.fullmatch(words)
    )


def _is_plain_around(element: Element) -> bool:
    """Whether nothing around an element gives it a ground, so that it stands on the white of the page."""
    return not any(
        around.get("class") or around.get("bgcolor") or lays_ground(around.get("style") or "")
        for around in (element, *element.iterancestors())
    )


def _sizes(root: Element) -> dict[Element, int]:
    """Characters in each element, in one pass from the leaves up."""
    sizes: dict[Element, int] = {}
    for element in _upwards(root):
        own = 0 if element.tag in _SILENT else len((element.text or "").strip())
        for child in element:
            own += sizes.get(child, 0) + len((child.tail or "").strip())
        sizes[element] = 0 if element.tag in _SILENT else own
    return sizes


def _upwards(root: Element) -> Iterator[Element]:
    for _, element in lxml.etree.iterwalk(root, events=("end",)):
        if isinstance(element.tag, str):
            yield element
