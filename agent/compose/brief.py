"""From joined, judged and compared things to a brief. It selects and quotes; it invents nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent.compose import parts
from agent.compose.increment import increment
from agent.compose.model import Checked, Night, Thing
from agent.compose.rank import credibility, score
from agent.compose.rivals import doubts_of, rivals, warned
from agent.compose.words import phrases
from agent.models import Brief, Doubt


def compose(
    night: Night,
    things: Sequence[Thing],
    sources: Sequence[Checked],
    *,
    doubts: Sequence[Doubt] = (),
    standing: Mapping[str, tuple[str, int]] | None = None,
) -> Brief:
    """The brief of a night.

    `things` are all groups of the night, relevant or not; an increment is one that is ours and not covered.
    They are ranked; `night.most` of them are told and the rest is listed among the priorities. `doubts` are
    those that the checks found; contradictions with the document are added. `standing` gives the works that
    the document cites: id (`arxiv:…`) to title and line.
    """
    words = phrases(night.language)
    works = standing or {}
    fresh = [
        thing
        for thing in things
        if thing.relevance.ours and not thing.owner and thing.related.relation not in {"covered", "confirms"}
    ]
    ranked = sorted(
        fresh, key=lambda thing: (-score(thing, credibility(thing, words).stars), thing.group.lead.key)
    )
    disputed = rivals(ranked)
    ranked = warned(ranked, disputed, words)
    told, rest = ranked[: night.most], ranked[night.most :]
    increments = tuple(
        increment(
            thing,
            number,
            parts.priority_of(number - 1, len(told), thing, credibility(thing, words).stars),
            night,
            words,
        )
        for number, thing in enumerate(told, start=1)
    )
    cited = parts.citables(things, increments, works, words)
    idle = parts.no_news(sources, things, increments, words)
    return Brief(
        topic=night.topic,
        date=night.date,
        language=night.language,
        summary=parts.summary(increments, cited, works, night, words),
        sources=parts.source_rows(sources, night, words),
        increments=increments,
        doubts=(*parts.contradictions(told, night, words), *doubts_of(disputed, ranked, words), *doubts),
        citables=cited,
        no_news=idle,
        priorities=parts.priorities(increments, rest, night, words),
        footer=night.footer or words.footer.format(n=len(increments), sources=len(sources), idle=len(idle)),
    )
