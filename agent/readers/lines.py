"""Line numbers of a text, as an editor shows them."""

from __future__ import annotations

from bisect import bisect_right


class Lines:
    """Where each line of a text begins. The text ends its lines with LF only."""

    def __init__(self, text: str) -> None:
        starts = [0]
        at = text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._text = text
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts)

    def start(self, index: int) -> int:
        """Offset at which the 0-based line begins; the end of the text for a line past the last."""
        return self._starts[index] if index < len(self._starts) else len(self._text)

    def end(self, index: int) -> int:
        """Offset just before the line's LF, or the end of the text."""
        return self._starts[index + 1] - 1 if index + 1 < len(self._starts) else len(self._text)

    def line(self, index: int) -> str:
        """The 0-based line without its LF."""
        return self._text[self.start(index) : self.end(index)]

    def number(self, offset: int) -> int:
        """1-based number of the line that holds an offset."""
        return bisect_right(self._starts, offset)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The same span without white space at its ends; empty (`start == end`) when nothing is left."""
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    return (start + left, start + len(piece.rstrip())) if left < len(piece) else (start, start)
