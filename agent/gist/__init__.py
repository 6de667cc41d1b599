"""What a short text is about and what it asserts, in forms that two wordings share.

The parts by which two texts are compared: primary things (works, repositories, issues), pages, versions,
numbers with the unit that changes their size, dates, names, and the remaining words. Two languages
share everything but the words.
"""

from agent.gist.gist import Gist, gist
from agent.gist.numbers import Slot, clashes, telling
from agent.gist.words import Weight, content, names_in, share, telling_name

__all__ = [
    "Gist",
    "Slot",
    "Weight",
    "clashes",
    "content",
    "gist",
    "names_in",
    "share",
    "telling",
    "telling_name",
]
