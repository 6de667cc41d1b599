"""A trace as lines of plain text, in the document's language. Quotations come from strangers: they stay plain text."""

from __future__ import annotations

from collections.abc import Iterator

from agent.ask.show import place_of
from agent.models import Language
from agent.outcome import RELATION_WORDS
from agent.prompts import neutral
from agent.tracing.model import Brought, CommitNamed, Judged, Later, Near, Source, Trace

_SHOWN = 240
"""Characters of a quotation."""
_EN: dict[str, str] = {
    "absent": "No living document says this.",
    "alike": "The lines that come nearest:",
    "place": "{path}:{line} ({section})",
    "elsewhere": "also on lines {lines}",
    "brought": "Brought by the night of {night}: {title}",
    "relation": "as {relation}",
    "reworded": "The words were changed since; the night proposed: {proposed}",
    "writer": "worded by {writer}",
    "merged": "came in with {id} “{subject}” by {who} on {date}",
    "stands": "the line stands from {id} “{subject}” by {who} on {date}",
    "uncommitted": "The line is not committed yet.",
    "accepted": "accepted by {who} on {date}",
    "edited": "accepted with other words by {who} on {date}",
    "refused": "refused by {who} on {date}: {reason}",
    "undecided": "nobody has recorded a decision; {merged}",
    "sources": "From:",
    "sources_all": "From (sources of the whole increment; this line is not quoted by itself):",
    "no_record": "The record of that night is not in this clone (git fetch origin 'refs/redline/*:refs/redline/*'); its sources by name:",
    "distance0": "the primary text",
    "distance1": "a note that read it",
    "distance2": "second-hand",
    "caveats": "To be verified:",
    "settled": "settled: {how}",
    "settles": "seen {night}, speaks to it: “{quote}”",
    "hardens": "seen {night}, the doubt is graver: “{quote}”",
    "look": "look again on {day}",
    "later": "Seen since:",
    "source": "a note",
    "open": "open",
    "not drafted": "not drafted",
    "by_people": "No night brought this, as far as this clone knows.",
    "near": "The nearest evidence is:",
    "none_near": "The sources hold nothing that comes near.",
    "supported": "proves it",
    "partly supported": "does not prove all of it",
    "unsupported": "does not prove it",
    "contradicted": "says otherwise",
    "unchecked": "cannot be checked against it",
}
_ZH: dict[str, str] = {
    "absent": "没有一份活文档这样说。",
    "alike": "最接近的行：",
    "place": "{path}:{line}（{section}）",
    "elsewhere": "另见第 {lines} 行",
    "brought": "由 {night} 夜写入：{title}",
    "relation": "关系：{relation}",
    "reworded": "文字后来改过；当夜的提案是：{proposed}",
    "writer": "措辞：{writer}",
    "merged": "随 {id}「{subject}」进入，{who}，{date}",
    "stands": "此行出自 {id}「{subject}」，{who}，{date}",
    "uncommitted": "此行尚未提交。",
    "accepted": "{who} 于 {date} 接受",
    "edited": "{who} 于 {date} 改写后接受",
    "refused": "{who} 于 {date} 拒绝：{reason}",
    "undecided": "账本里没有决定；{merged}",
    "sources": "来源：",
    "sources_all": "来源（整条增量的；此行没有单独的引文）：",
    "no_record": "本仓库没有那一夜的记录（git fetch origin 'refs/redline/*:refs/redline/*'）；来源名称：",
    "distance0": "一手原文",
    "distance1": "读过原文的笔记",
    "distance2": "转述",
    "caveats": "待核实：",
    "settled": "已核实：{how}",
    "settles": "{night} 所见，可据以核实：「{quote}」",
    "hardens": "{night} 所见，疑点加重：「{quote}」",
    "look": "{day} 再看",
    "later": "此后所见：",
    "source": "笔记",
    "open": "待定",
    "not drafted": "未起草",
    "by_people": "就本仓库所知，没有哪一夜写入过这句。",
    "near": "最接近的证据：",
    "none_near": "来源里没有接近的内容。",
    "supported": "能证明",
    "partly supported": "不能证明全句",
    "unsupported": "不能证明",
    "contradicted": "说法相反",
    "unchecked": "无法核对",
}
_WORDS: dict[Language, dict[str, str]] = {"en": _EN, "zh": _ZH}


def lines_of(told: Trace) -> Iterator[str]:
    """A trace for a person, line by line."""
    words = _WORDS[told.language]
    if told.place is None:
        yield words["absent"]
        if told.alike:
            yield words["alike"]
        for quote in told.alike:
            yield f"  {plain(quote.path)}:{quote.line}  {plain(quote.quote)}"
        return
    place = told.place
    yield plain(place.text)
    where = words["place"].format(path=place.path, line=place.line, section=plain(place.section))
    more = (
        words["elsewhere"].format(lines=", ".join(map(str, place.elsewhere[:8]))) if place.elsewhere else ""
    )
    yield "  " + "; ".join(filter(None, (where, more)))
    if told.brought:
        yield from _brought(told, told.brought, words)
    else:
        yield from _by_people(told, words)
    if told.later:
        yield words["later"]
    for one in told.later:
        yield from _later(one, told.language, words)


def _brought(told: Trace, one: Brought, words: dict[str, str]) -> Iterator[str]:
    yield words["brought"].format(night=one.night, title=plain(one.title))
    relation = RELATION_WORDS[told.language][one.relation] if one.relation else ""
    about = (
        words["relation"].format(relation=relation) if relation else "",
        plain(one.credibility),
        words["writer"].format(writer=plain(one.writer)) if one.writer else "",
    )
    yield "  " + "; ".join(filter(None, about))
    if one.reworded:
        yield "  " + words["reworded"].format(proposed=plain(one.proposed))
        if told.commit:
            yield "  " + _commit(told.commit, words["stands"])
    yield "  " + _accepted(one, words)
    yield words["no_record" if not one.sources else "sources" if one.of_line else "sources_all"]
    for source in one.sources:
        yield from _source(source, words)
    if not one.sources:
        yield from (f"  {plain(place)}" for place in one.places)
    if told.caveats:
        yield words["caveats"]
    for held in told.caveats:
        caveat = held.caveat
        more = (
            words["settled"].format(how=plain(held.settled))
            if held.settled
            else words["look"].format(day=caveat.look_again)
            if caveat.look_again
            else ""
        )
        yield "  - " + "; ".join(filter(None, (plain(caveat.wording), plain(caveat.settled_by), more)))
        for seen in held.seen:
            where = f"{seen.path}:{seen.line}" if seen.line else seen.path
            yield "    " + words[seen.effect].format(night=seen.night, quote=plain(seen.quote))
            yield f"      [{plain(' · '.join(filter(None, (where, seen.contributor))))}]"


def _accepted(one: Brought, words: dict[str, str]) -> str:
    merged = _commit(one.merged, words["merged"]) if one.merged else words["uncommitted"]
    if one.judged is None or one.judged.decision == "undecided":
        return words["undecided"].format(merged=merged)
    return f"{_judged(one.judged, words)}; {merged}"


def _judged(judged: Judged, words: dict[str, str]) -> str:
    who = plain(judged.who.partition(" <")[0])
    return words[judged.decision].format(who=who, date=judged.date, reason=plain(judged.reason))


def _commit(commit: CommitNamed, form: str) -> str:
    return form.format(
        id=commit.id[:10], subject=plain(commit.subject), who=plain(commit.who), date=commit.date
    )


def _source(source: Source, words: dict[str, str]) -> Iterator[str]:
    lines = "" if source.start_line is None else f":{source.start_line}"
    if source.end_line not in (None, source.start_line):
        lines += f"-{source.end_line}"
    about = (
        f"{plain(source.path)}{lines}",
        plain(source.element),
        plain(source.contributor),
        str(source.date or ""),
        words[f"distance{source.distance}"],
        words[source.status],
    )
    yield f"  “{plain(source.quote)}”"
    yield f"    [{' · '.join(filter(None, about))}]"


def _by_people(told: Trace, words: dict[str, str]) -> Iterator[str]:
    yield words["by_people"]
    yield "  " + (_commit(told.commit, words["stands"]) if told.commit else words["uncommitted"])
    yield words["near"] if told.nearest else words["none_near"]
    for one in told.nearest:
        yield from _near(one, words)


def _near(one: Near, words: dict[str, str]) -> Iterator[str]:
    reason = f" ({plain(one.reason)})" if one.reason and one.status != "supported" else ""
    yield f"  “{plain(one.cited.quote)}”"
    yield f"    [{plain(place_of(one.cited))}] {words[one.status]}{reason}"


def _later(one: Later, language: Language, words: dict[str, str]) -> Iterator[str]:
    relation = RELATION_WORDS[language][one.relation]
    if one.merged:
        stand = words["undecided"].format(merged=_commit(one.merged, words["merged"]))
    else:
        who = plain(one.who.partition(" <")[0])
        stand = words[one.stand].format(who=who, date=one.decided, reason=plain(one.reason))
    more = plain(one.reason) if one.reason and one.stand in ("not drafted", "source") else ""
    yield f"  {one.date} {relation} · {stand}: {plain(one.title)}" + (f" ({more})" if more else "")
    if one.cited:
        yield f"    [{plain(place_of(one.cited))}]"


def plain(text: str) -> str:
    """One line without control characters, cut where it is long."""
    words = " ".join(neutral(text).split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
