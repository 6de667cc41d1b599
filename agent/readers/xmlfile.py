"""XML that is no feed and no page: the words of its elements, each with its path."""

from __future__ import annotations

import lxml.etree

from agent.readers.paths import Paths
from agent.readers.reading import CannotRead, Reading
from agent.readers.sheet import Sheet


def read_xml(text: str) -> Reading:
    """One paragraph for each element that holds words of its own."""
    parser = lxml.etree.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=False)
    try:
        root = lxml.etree.fromstring(text.encode("utf-8", "replace"), parser=parser)
    except lxml.etree.LxmlError as error:
        raise CannotRead("it is XML that cannot be parsed") from error
    if root is None:
        raise CannotRead("it is XML that cannot be parsed")
    sheet = Sheet()
    paths = Paths()
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        words = [element.text or "", *(child.tail or "" for child in element)]
        if any(part.strip() for part in words):
            sheet.paragraph(" ".join(part.strip() for part in words if part.strip()), paths.of(element))
    return sheet.reading("xml")
