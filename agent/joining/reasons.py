"""What joins two entries: each rule says why, or nothing."""

from __future__ import annotations

import re

from agent.gist import Gist, share, telling, telling_name
from agent.joining.subject import Subject, copies, shared_names

_COPY_WORDS = 3
"""Fewer words than this are the same by chance."""
_TITLES_AGREE = 0.75
_WORK_FITS = 0.25
_LINK_FITS = 0.4
"""A shared work or page joins only where the titles have this share in common, or a name; a page of many
things is linked more often by mistake or for want of a better one."""
_WORDS_AGREE = 0.5
_FACTS_AGREE = 0.6
"""Share of the fewer facts that two tellings of one story have in common, at least."""
_STORY = 5
"""Two telling names and a figure, or a name with a release and half of the words."""
_STORY_ELSEWHERE = 9
"""The same, where each goes back to a page of its own."""
_SAME_TONGUE = 0.3
"""Share of words that two tellings in one language have in common, at least."""


def _is_copy(a: Subject, b: Subject) -> str:
    return "the same words" if copies(a, b) and len(a.words) >= _COPY_WORDS else ""


def _one_work(a: Subject, b: Subject) -> str:
    shared = a.works & b.works
    return f"both go back to {min(shared)}" if shared and _link_fits(a, b, _WORK_FITS) else ""


def _one_issue(a: Subject, b: Subject) -> str:
    origin = a.entry.origin
    if origin and origin == b.entry.origin and "#" in origin and _link_fits(a, b, _WORK_FITS):
        return f"both go back to {origin}"
    return ""


def _one_advisory(a: Subject, b: Subject) -> str:
    """An advisory is one thing, whoever tells of it: with a link to it or without."""
    shared = a.advisories & b.advisories
    return f"both speak of {min(shared)}" if shared and a.advisories == b.advisories else ""


def _one_page(a: Subject, b: Subject) -> str:
    shared = a.links & b.links
    return f"both go back to {min(shared)}" if shared and _link_fits(a, b, _LINK_FITS) else ""


def _one_repository(a: Subject, b: Subject) -> str:
    """A repository has many news: its name in common is not enough."""
    shared = {name for name in set(a.lead.ids) & set(b.lead.ids) if "/" in name and "#" not in name}
    own = {part for name in shared for part in re.split(r"[/@]", name)}
    if not shared:
        return ""
    words = [subject.title.words | (subject.title.names - own) for subject in (a, b)]
    alike = max(share(words[0], b.lead.terms), share(words[1], a.lead.terms))
    figures = telling(a.lead.numbers) & telling(b.lead.numbers)
    if alike >= _WORDS_AGREE or figures:
        return f"both speak of {min(shared)} with the same words or figures"
    return ""


def _link_fits(a: Subject, b: Subject, least: float) -> bool:
    """One link can be used for two things: the titles must have something in common."""
    if copies(a, b):
        return True
    names = ((a.title.names & b.lead.latin) | (b.title.names & a.lead.latin)) - a.common
    if any(telling_name(name) for name in names):
        return True
    if telling(a.lead.numbers) & telling(b.lead.numbers):
        return True
    mine, yours = a.called, b.called
    if a.title.han != b.title.han:
        # Without a name in common two languages cannot be compared: names on both sides tell them apart.
        return not (a.title.names and b.title.names)
    return max(share(mine, b.lead.terms), share(yours, a.lead.terms)) >= least


def _one_title(a: Subject, b: Subject) -> str:
    mine, yours = (subject.title.terms for subject in (a, b))
    if min(len(mine), len(yours)) < 3:
        return ""
    alike = min(share(mine, yours), share(yours, mine))
    # Of a title in which a name of one side is missing on the other, too much is left open.
    if alike >= _TITLES_AGREE and not (a.title.names ^ b.title.names):
        return "one title"
    return ""


def _one_story(a: Subject, b: Subject) -> str:
    """The same names with the same figures, release or words; the more of each, the surer."""
    names = shared_names(a.told, b.told) - a.common
    if not names or told_apart(a, b) or not titles_touch(a, b):
        return ""
    figures = (a.told.numbers & b.told.numbers) - a.common
    sure = telling(figures)
    versions = a.versions & b.versions
    fewest = min(_facts(a.told, b.told), _facts(b.told, a.told))
    if fewest and (len(names) + len(figures) + len(versions)) / fewest < _FACTS_AGREE:
        return ""
    score = float(sum(2 if telling_name(name) else 0.5 for name in names))
    score += 2 * len(sure) + (len(figures) - len(sure)) + 2 * len(versions)
    if a.told.han == b.told.han:
        words = min(share(a.told.words, b.told.words), share(b.told.words, a.told.words))
        if words < _SAME_TONGUE and not (sure and any(map(telling_name, names))):
            return ""
        score += 6 * words
    elif a.title.names and a.title.names <= b.told.latin and b.title.names <= a.told.latin:
        score += 2
    elif not figures and not versions:
        return ""
    least = _STORY if not (a.links and b.links) else _STORY_ELSEWHERE
    if score < least:
        return ""
    shown = sorted(names)[:2] + sorted(sure or figures)[:2] + sorted(versions)[:1]
    return f"the same names, figures and words ({', '.join(shown)})"


def titles_touch(a: Subject, b: Subject) -> bool:
    """Each title has something of its own that the other entry says too; between languages, a name."""
    if a.title.han == b.title.han:
        return bool(a.called & b.lead.terms) and bool(b.called & a.lead.terms)
    mine, yours = a.title.names - a.common, b.title.names - b.common
    return (not mine or bool(mine & b.lead.latin)) and (not yours or bool(yours & a.lead.latin))


def told_apart(a: Subject, b: Subject) -> bool:
    """Each title has a telling name that the other text never says, or one denies what the other says."""
    mine = any(telling_name(name) and name not in b.full.latin for name in a.title.names)
    yours = any(telling_name(name) and name not in a.full.latin for name in b.title.names)
    return (mine and yours) or (a.title.negated != b.title.negated and a.full.negated != b.full.negated)


def _facts(a: Gist, b: Gist) -> int:
    """Facts of `a` that `b` could share: names in a form that the other's script keeps, figures, versions."""
    names = {name for name in a.names if a.han == b.han or telling_name(name) or name in b.latin}
    return len(names) + len(a.numbers) + len(a.versions)


def names_agree(a: Gist, b: Gist, *, least: int) -> bool:
    """Half of the fewer names in common, and at least so many."""
    shared = shared_names(a, b)
    return len(shared) >= least and len(shared) * 2 >= min(len(a.names), len(b.names))


REASONS = (_is_copy, _one_work, _one_issue, _one_advisory, _one_page, _one_title, _one_repository, _one_story)


# A night's entries
