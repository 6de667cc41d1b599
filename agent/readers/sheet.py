"""Builds the source text of a format that has no lines of its own: light Markdown, blocks as it goes."""

from __future__ import annotations

from collections.abc import Sequence

from agent.models import TextBlock
from agent.readers.reading import Kind, Reading


class Sheet:
    """A text that grows block by block; each block's slice is its words, marks of Markdown outside it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[TextBlock] = []
        self._last: Kind | None = None

    @property
    def blocks(self) -> Sequence[TextBlock]:
        """What was added so far."""
        return self._blocks

    def heading(self, words: str, level: int, element: str) -> None:
        """A heading of level 1 to 6."""
        level = min(max(level, 1), 6)
        self._add("heading", f"{'#' * level} ", _joined(words), element, level=level)

    def paragraph(self, words: str, element: str, kind: Kind = "paragraph", level: int = 0) -> None:
        """A paragraph, or words of another kind that need no mark."""
        self._add(kind, "> " if kind == "quote" else "", _one_block(words), element, level=level)

    def item(self, words: str, depth: int, element: str) -> None:
        """A list item; depth 0 is at the margin."""
        self._add("list_item", f"{'  ' * depth}- ", _one_block(words), element, level=depth)

    def row(self, cells: Sequence[str], header: Sequence[str], element: str) -> None:
        """A table row; the head row has no header."""
        clean = tuple(_joined(cell) for cell in cells)
        if not any(clean):
            return
        words = " | ".join(cell.replace("|", "\\|") for cell in clean)
        heads = tuple(_joined(head) for head in header)
        self._add("table_row", "| ", words, element, cells=clean, header=heads, after=" |")
        if not heads:
            self._write("|" + " --- |" * len(clean) + "\n")

    def code(self, lines: str, element: str, language: str = "") -> None:
        """Code, kept as it stands between fences."""
        body = lines.strip("\n").rstrip()
        fence = "`" * max(3, _longest_run(body, "`") + 1)
        self._add("code", f"{fence}{language}\n", body, element, after=f"\n{fence}")

    def meta(self, key: str, value: str, element: str) -> None:
        """A header such as a mail's or a feed's."""
        self._add("meta", "", f"{key}: {_joined(value)}", element)

    def embed(self, inner: Reading, place: str) -> None:
        """A text read by another reader: a cell, a part, an entry. Its own places are put after `place`."""
        if not inner.blocks:
            return
        if self._parts:
            self._write("\n")
        shift = self._length
        self._write(inner.text if inner.text.endswith("\n") else inner.text + "\n")
        for block in inner.blocks:
            own = block.element or f"line {block.line}"
            self._blocks.append(
                block.model_copy(
                    update={
                        "start": block.start + shift,
                        "end": block.end + shift,
                        "line": None,
                        "end_line": None,
                        "element": f"{place}, {own}",
                    }
                )
            )
        self._last = None

    def reading(
        self,
        form: str,
        title: str = "",
        meta: Sequence[tuple[str, str]] = (),
        notes: Sequence[str] = (),
    ) -> Reading:
        """The finished text. Without a title given, the first heading is the title."""
        text = "".join(self._parts)
        if not title:
            heads = [block for block in self._blocks if block.kind == "heading"]
            title = text[heads[0].start : heads[0].end] if heads else ""
        return Reading(
            format=form,
            text=text,
            blocks=tuple(self._blocks),
            title=_joined(title),
            meta=tuple(meta),
            notes=tuple(notes),
        )

    def _add(
        self,
        kind: Kind,
        mark: str,
        words: str,
        element: str,
        *,
        level: int = 0,
        cells: tuple[str, ...] = (),
        header: tuple[str, ...] = (),
        after: str = "",
    ) -> None:
        if not words.strip():
            return
        follows = (
            self._last == kind and kind in {"list_item", "table_row", "meta"} and not (cells and not header)
        )
        if self._parts and not follows:
            self._write("\n")
        self._write(mark)
        start = self._length
        self._write(words)
        self._blocks.append(
            TextBlock(
                kind=kind,
                start=start,
                end=self._length,
                element=element,
                level=level,
                cells=cells,
                header=header,
            )
        )
        self._write(after + "\n")
        self._last = kind

    def _write(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)


def _joined(words: str) -> str:
    return " ".join(words.split())


def _one_block(words: str) -> str:
    """Line breaks stay, blank lines and white space at line ends go: one block stays one block."""
    return "\n".join(line for line in (" ".join(part.split()) for part in words.split("\n")) if line)


def _longest_run(text: str, mark: str) -> int:
    longest = 0
    for line in text.split("\n"):
        bare = line.lstrip()
        longest = max(longest, len(bare) - len(bare.lstrip(mark)))
    return longest
