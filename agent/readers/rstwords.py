"""Directives of other tools, such as Sphinx: read as their words, not refused as unknown."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.languages import en

_NAME = re.compile(
    r"^[ \t]*(?:\|[^|\n]{1,80}\| |\.\. (?:\|[^|\n]{1,80}\| )?)([a-zA-Z][\w:+.-]{0,60}?)::", re.MULTILINE
)
_NAMES_LIMIT = 500
"""Names of directives that are learnt of one text."""
_CODE = frozenset(
    {"code", "code-block", "sourcecode", "prompt", "ipython", "testcode", "testoutput", "terminal"}
)
_SILENT = frozenset(
    "toctree literalinclude autosummary automodule autoclass autofunction automethod index highlight module "
    "currentmodule py:module py:currentmodule tabularcolumns default-role sectnum target-notes".split()
)
"""They order, include or make things; what they hold are names of files and of code."""
_CONDITIONS = frozenset({"only", "ifconfig", "tab-set", "tabs", "grid", "rst-class", "cssclass"})
"""Their argument is a condition or a style."""


class _AnyOption(dict[str, Any]):
    """Every option is known, and kept as it stands."""

    def __missing__(self, name: str) -> Any:
        return directives.unchanged


class _Words(Directive):
    """The argument as a paragraph, then the content, as it would stand without the directive."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = _AnyOption(name=directives.unchanged)

    def run(self) -> list[nodes.Node]:
        raw = "\n".join(self.content)
        if self.name.lower() in _SILENT:
            return [_at(nodes.comment(self.block_text, self.block_text), self.lineno)]
        if self.name.lower() in _CODE:
            return [_at(nodes.literal_block(raw, raw), self.content_offset + 1)] if raw.strip() else []
        found: list[nodes.Node] = []
        if self.arguments and self.name.lower() not in _CONDITIONS:
            said = self.arguments[0]
            found.append(_at(nodes.paragraph(said, said), self.lineno))
        held = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, held)
        return [*found, *held.children]


def know_directives(text: str) -> None:
    """Let docutils know the directives that a text uses and it does not have, and those of code, whose options differ."""
    for number, found in enumerate(_NAME.finditer(text)):
        name = found[1].lower()
        if number < _NAMES_LIMIT and (name in _CODE or name not in en.directives):
            directives.register_directive(name, _Words)


def _at(node: nodes.Element, line: int) -> nodes.Element:
    node.line = line
    return node
