"""Paths of elements in a tree, each found in time that does not grow with the number of its siblings."""

from __future__ import annotations

from lxml.etree import _Element


class Paths:
    """Such as `/html/body/main/p[3]`; a number only where siblings share the tag, as lxml's `getpath` does.

    `getpath` counts the siblings anew for each element, which takes minutes on a page of 100,000.
    """

    def __init__(self) -> None:
        self._known: dict[_Element, str] = {}

    def of(self, element: _Element) -> str:
        """The path of an element."""
        line: list[_Element] = []
        at: _Element | None = element
        while at is not None and at not in self._known:
            line.append(at)
            at = at.getparent()
        if at is None:
            root = line.pop()
            self._known[root] = f"/{_name(root)}"
        for one in reversed(line):
            if one not in self._known:
                self._number_children(one)
        return self._known[element]

    def _number_children(self, element: _Element) -> None:
        parent = element.getparent()
        assert parent is not None
        above = self._known[parent]
        alike: dict[str, list[_Element]] = {}
        for child in parent.iterchildren("*"):
            alike.setdefault(_name(child), []).append(child)
        for name, children in alike.items():
            for number, child in enumerate(children, start=1):
                self._known[child] = f"{above}/{name}" + (f"[{number}]" if len(children) > 1 else "")


def _name(element: _Element) -> str:
    """The tag without its namespace."""
    return str(element.tag).rpartition("}")[2]
