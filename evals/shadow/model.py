"""What a shadow run leaves: a row a commit, an item for each thing that people wrote, and figures over all of them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from agent.models import Model
from evals.record import Share

Skip = Literal[
    "merge",
    "bot",
    "redline",
    "revert",
    "first",
    "removal",
    "move",
    "bulk",
    "small",
    "failed",
    "absent",
    "cut",
]
SKIPS: Mapping[Skip, str] = {
    "merge": "merges: what they bring is counted where it was written",
    "bot": "written by bots",
    "redline": "written by Redline",
    "revert": "reverts, or back to an earlier state",
    "first": "the document's first version",
    "removal": "text was only taken away",
    "move": "only moved, renamed or reformatted",
    "bulk": "rewritten in one go",
    "small": "too little to be a statement",
    "failed": "the night failed",
    "cut": "the clone is shallow and what was before is not in it; to have it: git fetch --unshallow",
    "absent": "the document is not there before or after, or is no text",
}
"""Why a commit is not replayed, in words."""
Fate = Literal["found", "listed", "missed", "known"]
"""`listed`: told in the brief, and not drafted; `known`: all its links stood in the document before, so that nothing new could be seen in it; not scored."""
Place = Literal["first", "offered", "elsewhere", "unscored"]


class Brought(Model):
    """One thing that people wrote: an item, a row, a paragraph."""

    line: int
    """First line of it in the document after the commit, from 1."""
    lines: tuple[str, ...]
    """As they wrote it."""
    title: str
    text: str
    """Its words, markup taken off."""
    urls: tuple[str, ...]
    section: tuple[str, ...]
    """Headings above it, the outermost first."""
    fresh_section: bool = False
    """Whether the commit brought the heading as well: no section of the document before is right."""
    instead_of: str = ""
    """The line that it took the place of, where people changed one."""


class ItemRow(Model):
    """What became of one thing that people wrote."""

    title: str
    line: int
    theirs: str
    fate: Fate
    why: str
    ours: str = ""
    relation: str = ""
    section: str = ""
    """Where people put it."""
    ours_section: str = ""
    place: Place = "unscored"
    form: Literal["same", "other", "unscored"] = "unscored"
    their_form: str = ""
    facts_kept: tuple[str, ...] = ()
    """Figures, ids, dates and links of theirs that stand in ours."""
    facts_missing: tuple[str, ...] = ()
    facts_ours: tuple[str, ...] = ()
    """Those of ours that theirs has not, and the note or the document gives."""
    facts_strange: tuple[str, ...] = ()
    """Those of ours that neither people nor the notes nor the document give."""


class NoiseRow(Model):
    """A proposal that answers nothing that people wrote."""

    title: str
    section: str
    text: str


class CommitRow(Model):
    """One commit of the document's history."""

    commit: str
    date: dt.date
    author: str
    subject: str
    skipped: Skip | None = None
    note: str = ""
    """Why it was skipped, or what went wrong."""
    notes: int = 0
    """Notes that Redline was given."""
    items: tuple[ItemRow, ...] = ()
    noise: tuple[NoiseRow, ...] = ()
    seconds: float = 0.0


class Shadow(Model):
    """A whole run."""

    repository: str
    """Name of its folder."""
    document: str
    since: dt.date
    until: dt.date
    writer: str
    left: int = 0
    """Commits of people in the range beyond the limit, older than those that were replayed."""
    rows: tuple[CommitRow, ...]

    @property
    def replayed(self) -> tuple[CommitRow, ...]:
        """The commits whose nights were run."""
        return tuple(row for row in self.rows if row.skipped is None)

    @property
    def skipped(self) -> dict[Skip, int]:
        """How many commits were left out, by reason."""
        return dict(Counter(row.skipped for row in self.rows if row.skipped))

    @property
    def items(self) -> tuple[ItemRow, ...]:
        """All that people wrote."""
        return tuple(item for row in self.replayed for item in row.items)

    @property
    def known(self) -> int:
        """Things whose links the document had before."""
        return sum(item.fate == "known" for item in self.items)

    def figures(self) -> dict[str, Share]:
        """The figures, each so many right of so many that could be scored.

        `found` is what was proposed, `told` what was proposed or listed in the brief; of what was found `place_first` and `place_offered` (among the three that a reviewer is shown),
        `form`, `facts_kept` (of theirs, in ours), `facts_given` (of ours, given by people, notes or document); and
        `wanted`: proposals that answer something that people wrote.
        """
        items, noise = self.items, sum(len(row.noise) for row in self.replayed)
        found = [item for item in items if item.fate == "found"]
        placed = [item.place for item in found if item.place != "unscored"]
        formed = [item.form for item in found if item.form != "unscored"]
        kept, missing, ours, strange = (
            sum(len(getattr(item, name)) for item in found)
            for name in ("facts_kept", "facts_missing", "facts_ours", "facts_strange")
        )
        answered = len({(row.commit, item.ours) for row in self.replayed for item in row.items if item.ours})
        return {
            "found": Share(right=len(found), of=len(items) - self.known),
            "told": Share(
                right=sum(item.fate in ("found", "listed") for item in items), of=len(items) - self.known
            ),
            "place_first": Share(right=placed.count("first"), of=len(placed)),
            "place_offered": Share(right=len(placed) - placed.count("elsewhere"), of=len(placed)),
            "form": Share(right=formed.count("same"), of=len(formed)),
            "facts_kept": Share(right=kept, of=kept + missing),
            "facts_given": Share(right=kept + ours, of=kept + ours + strange),
            "wanted": Share(right=answered, of=answered + noise),
        }
