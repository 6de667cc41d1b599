"""From joined, judged and compared things to a brief. It selects and quotes; it invents nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from agent.briefs import increment_id
from agent.compose import parts
from agent.compose.bare import bare
from agent.compose.baseline import Baseline, Work
from agent.compose.citables import citables
from agent.compose.increment import increment
from agent.compose.model import Checked, Earlier, Night, Thing
from agent.compose.past import Past
from agent.compose.rank import credibility, score
from agent.compose.rivals import doubts_of, rivals, warned, yielding
from agent.compose.words import Phrases, phrases
from agent.filing import Misfiled
from agent.models import Brief, Doubt, Increment


def compose(
    night: Night,
    things: Sequence[Thing],
    sources: Sequence[Checked],
    *,
    faults: Callable[[str], Sequence[Doubt]] = lambda _: (),
    standing: Mapping[str, Work] | None = None,
    baseline: Sequence[Baseline] = (),
    earlier: Sequence[Earlier] = (),
    misfiled: Sequence[Misfiled] = (),
) -> Brief:
    """The brief of a night.

    `things` are all groups of the night, relevant or not; an increment is one that is ours and not covered.
    They are ranked; `night.most` of them are told and the rest is listed among the priorities, and so is what is
    only near the document where `night.least` others are told. `faults` finds what
    the source at a path says against itself, and is asked for those of the increments: what is listed alone
    brings nothing into the document. Contradictions with the document are added. `standing` gives the works that
    the document cites, by id (`arxiv:…`); `baseline` is what earlier nights brought, `earlier` what notes of
    earlier days speak of, `misfiled` the cards that lie under a wrong class. What waits for a decision already is no increment again.
    """
    words = phrases(night.language)
    past = Past(works=standing or {}, baseline=baseline, earlier=earlier, things=things)
    fresh = [thing for thing in things if thing.is_fresh and not thing.is_held]
    titles = {thing.group.lead.key for thing in fresh if bare(thing)}
    ranked = sorted(fresh, key=lambda thing: _order(thing, titles, words))
    raw = [thing for thing in ranked if parts.is_raw(thing)]
    ranked = [thing for thing in ranked if not parts.is_raw(thing)]
    disputed = rivals(ranked)
    stars = [credibility(thing, words).stars for thing in ranked]
    gives = yielding(ranked, disputed, stars)
    titles_of = {at: words.yields.format(title=ranked[best].group.lead.title) for at, best in gives.items()}
    ranked = [
        parts.cautioned(thing, stars[at], words).model_copy(update={"yields": titles_of.get(at, "")})
        for at, thing in enumerate(warned(ranked, disputed, words))
    ]
    solid = [thing for thing in ranked if thing.relevance.sure and thing.group.lead.key not in titles]
    spread = [*_spread(solid, night.most), *ranked[len(solid) :]]
    first = spread[: night.most]
    near = [thing for thing in first[night.least :] if not (thing.relevance.sure or parts.is_against(thing))]
    told = [thing for thing in first if all(thing is not other for other in near)]
    rest = [*near, *spread[night.most :], *raw]
    increments = _told_apart(
        increment(
            thing,
            number,
            parts.priority_of(
                number - 1,
                len(told),
                thing,
                credibility(thing, words).stars,
                listed=thing.group.lead.key in titles and len(fresh) - len(titles) >= night.least,
            ),
            night,
            words,
            before=past.by_id.get(thing.before.increment) if thing.before else None,
        )
        for number, thing in enumerate(told, start=1)
    )
    cited = citables(things, increments, past, words)
    paths = {entry.span.path for thing in told for entry in thing.group.entries}
    idle = parts.no_news(sources, things, increments, past, words)
    return Brief(
        topic=night.topic,
        date=night.date,
        language=night.language,
        summary=parts.summary(increments, cited, past, night, words),
        sources=parts.source_rows(sources, past, night, words),
        increments=increments,
        doubts=(
            *parts.contradictions(told, night, words),
            *doubts_of(disputed, ranked, words),
            *(fault for path in sorted(paths) for fault in faults(path)),
            *parts.filing(misfiled, words),
        ),
        citables=cited,
        no_news=idle,
        priorities=parts.priorities(increments, rest, night, words),
        footer=night.footer or words.footer.format(n=len(increments), sources=len(sources), idle=len(idle)),
    )


def _spread(ranked: Sequence[Thing], most: int) -> list[Thing]:
    """The things in their order, but that one file fills no more than half of the places while those of others wait:
    a list of a hundred things does not keep the one note of somebody else out."""
    taken: Counter[str] = Counter()
    first: list[Thing] = []
    later: list[Thing] = []
    for thing in ranked:
        path = thing.group.lead.span.path
        taken[path] += 1
        (first if taken[path] <= max(1, most // 2) else later).append(thing)
    return [*first, *later]


def _told_apart(increments: Iterable[Increment]) -> tuple[Increment, ...]:
    """Each with an id of its own: one link that two things share does not make them one."""
    found: dict[str, Increment] = {}
    for one in increments:
        name = one.id
        if name in found:
            name = increment_id(one.title)
        if name in found:
            name = increment_id(" ".join((one.title, *(ref.path + ref.locator for ref in one.sources))))
        found[name] = one.model_copy(update={"id": name})
    return tuple(found.values())


def _order(thing: Thing, titles: set[str], words: Phrases) -> tuple[bool, bool, float, str]:
    """What says something first, then what is known by its title alone; in either the surest, then the weightiest."""
    key = thing.group.lead.key
    return (
        key in titles,
        not thing.relevance.sure,
        -score(thing, credibility(thing, words).stars),
        key,
    )
