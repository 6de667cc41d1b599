"""A shadow run in words, for a terminal."""

from __future__ import annotations

from agent.language import counted
from evals.shadow.model import SKIPS, CommitRow, Shadow

FIGURES = {
    "found": "of what people wrote, proposed by Redline",
    "told": "of what people wrote, proposed or listed in the brief",
    "place_first": "in the section that people chose",
    "place_offered": "that section among the three offered",
    "form": "in the form that people chose (row, item, text)",
    "facts_kept": "of people's figures, ids, dates and links, kept",
    "facts_given": "of Redline's, given by people, notes or document",
    "wanted": "of Redline's proposals, answering something people wrote",
}
"""The figures in words, in the order in which they are told."""
_WIDE = 72


def in_words(run: Shadow, *, rows: bool = True) -> str:
    """The summary, and a line or more for each commit."""
    people = len(run.replayed)
    items = len(run.items) - run.known
    lines = [
        f"{run.repository}/{run.document}, {run.since} to {run.until}: {counted(people, 'commit')} of people replayed, "
        f"{counted(items, 'thing')} written"
        + (f" ({run.known} more were in the document already)" if run.known else "")
    ]
    for name, share in run.figures().items() if people else ():
        value = "n/a" if share.value is None else f"{share.value:.0%}"
        lines.append(f"  {value:>5}  {share.right}/{share.of}  {FIGURES[name]}")
    lines += [f"  skipped {count}: {SKIPS[why]}" for why, count in sorted(run.skipped.items())]
    if run.left:
        were = "was" if run.left == 1 else "were"
        lines.append(f"  {counted(run.left, 'older commit')} of people beyond the limit {were} not replayed")
    for row in run.replayed if rows else ():
        lines += _of_commit(row)
    return "\n".join(lines)


def _of_commit(row: CommitRow) -> list[str]:
    lines = [f"{row.date} {row.commit[:9]} {row.subject[:_WIDE]}"]
    for item in row.items:
        if item.fate == "found":
            place = {"first": "", "offered": ", its section second or third", "elsewhere": ", elsewhere"}
            form = ", in another form" if item.form == "other" else ""
            lost = f", without {', '.join(item.facts_missing[:3])}" if item.facts_missing else ""
            lines.append(f"  + {item.title[:_WIDE]}{place.get(item.place, '')}{form}{lost}")
        else:
            mark = {"known": "=", "listed": "~"}.get(item.fate, "-")
            lines.append(f"  {mark} {item.title[:_WIDE]}: {item.why[:_WIDE]}")
        if item.facts_strange:
            lines.append(f"  ! nobody gives {', '.join(item.facts_strange)}")
    lines += [f"  ? {noise.title[:_WIDE]}: nobody wrote it" for noise in row.noise]
    return lines
