"""What became of a document, for a reader with two minutes: by section, figures first, each line with its commit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.language import counted
from agent.models import Language
from agent.since.model import Change, Since, Unsure
from agent.tracing.lines import key_of
from agent.tracing.show import plain

_SHOWN = 8
"""Lines of one section that are shown."""
_ORDER = ("changed", "gone", "new")
_EN: dict[str, str] = {
    "title": "{path} since {day} (held against {commit} of {date})",
    "new": "+",
    "gone": "−",
    "changed": "~",
    "more": "… {n} more here (--json has all)",
    "unsure": "Not sure:",
    "new_doubt": "to be verified",
    "due": "look again: the day has come ({day})",
    "settled": "settled: {how}",
    "waiting": "Proposed, not decided:",
    "night": "night {night}",
    "person": "by {who}",
    "uncommitted": "not committed",
    "outside": "Before the first heading",
    "counts": "{new} new, {changed} changed, {gone} gone, {unsure}, {waiting} open",
}
_ZH: dict[str, str] = {
    "title": "{path}，{day} 以来（对照 {date} 的 {commit}）",
    "new": "+",
    "gone": "−",
    "changed": "~",
    "more": "… 此处还有 {n} 处（--json 列全）",
    "unsure": "尚不确定：",
    "new_doubt": "待核实",
    "due": "该再看了（{day}）",
    "settled": "已核实：{how}",
    "waiting": "已提出、未决定：",
    "night": "{night} 夜",
    "person": "{who}",
    "uncommitted": "未提交",
    "outside": "首个标题之前",
    "counts": "新增 {new}，改动 {changed}，删去 {gone}，{unsure}，{waiting}",
}
_WORDS: dict[Language, dict[str, str]] = {"en": _EN, "zh": _ZH}


def lines_of(told: Since) -> Iterator[str]:
    """A document's news for a person, line by line."""
    words = _WORDS[told.language]
    if told.base is None:
        yield told.note
        return
    yield words["title"].format(path=told.path, day=told.day, commit=told.base.id[:10], date=told.base.date)
    if told.note:
        yield told.note
    stated = [one for one in told.changes if not one.doubt]
    doubts = [one for one in told.changes if one.doubt]
    counts = {kind: sum(one.kind == kind for one in stated) for kind in ("new", "changed", "gone")}
    if told.changes or told.waiting:
        caveats, proposals = _counted(told)
        yield words["counts"].format(**counts, unsure=caveats, waiting=proposals)
    for section, changes in _by_section(stated):
        yield f"\n{plain(section) or words['outside']}"
        for one in sorted(changes, key=lambda one: (not one.figures, _ORDER.index(one.kind)))[:_SHOWN]:
            yield f"  {_change(one, words)}"
        if len(changes) > _SHOWN:
            yield f"  {words['more'].format(n=len(changes) - _SHOWN)}"
    watched = {key_of(one.caveat.wording).rstrip("。.；;") for one in told.unsure}
    others = [one for one in doubts if not any(said in key_of(one.after or one.before) for said in watched)]
    if told.unsure or others:
        yield f"\n{words['unsure']}"
    for unsure in told.unsure:
        yield f"  - {_unsure(unsure, words)}"
    for one in others:
        yield f"  {_change(one, words)}"
    if told.waiting:
        yield f"\n{words['waiting']}"
    for proposal in told.waiting:
        night = words["night"].format(night=proposal.night)
        yield f"  - {plain(proposal.title)} → {plain(proposal.section)} [{night} · {proposal.branch}]"


def _counted(told: Since) -> tuple[str, str]:
    """How many caveats there are, and how many proposals."""
    unsure, waiting = len(told.unsure), len(told.waiting)
    if told.language == "zh":
        return f"待核实 {unsure}", f"待定提案 {waiting}"
    return counted(unsure, "caveat"), counted(waiting, "proposal")


def _by_section(changes: Sequence[Change]) -> list[tuple[str, list[Change]]]:
    found: dict[str, list[Change]] = {}
    for one in changes:
        found.setdefault(one.section, []).append(one)
    return list(found.items())


def _change(one: Change, words: dict[str, str]) -> str:
    figures = "; ".join(f"{plain(f.before)} → {plain(f.after)}" for f in one.figures)
    said = plain(one.after or one.before)
    if one.kind == "changed" and not figures:
        said = f"{plain(one.before)} → {plain(one.after)}"
    lead = f"{figures}: " if figures else ""
    return f"{words[one.kind]} {lead}{said} [{_behind(one, words)}]"


def _behind(one: Change, words: dict[str, str]) -> str:
    """The line, and who brought the change: a night with its sources, or a person."""
    line = f"L{one.line}"
    if one.commit is None:
        return f"{line} · {words['uncommitted']}"
    if one.night is None:
        who = words["person"].format(who=plain(one.commit.who))
        return f"{line} · {one.commit.id[:10]} · {who} · {one.commit.date}"
    sources = ", ".join(map(plain, one.sources[:2])) + (" …" if len(one.sources) > 2 else "")
    parts = (line, words["night"].format(night=one.night), one.commit.id[:10], sources)
    return " · ".join(filter(None, parts))


def _unsure(one: Unsure, words: dict[str, str]) -> str:
    state = {
        "new": words["new_doubt"],
        "due": words["due"].format(day=one.caveat.look_again),
        "settled": words["settled"].format(how=plain(one.how)),
    }[one.state]
    night = words["night"].format(night=one.night)
    return f"{plain(one.caveat.wording)} ({state}) [{plain(one.title)} · {night}]"
