"""From checked patches to the document's successive states, one an increment."""

from __future__ import annotations

import datetime as dt

from agent.assembly import Assembler, outcome_of
from agent.document import parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, Planned
from agent.models import Credibility, Evidence, Increment, Span
from agent.verification import Checked, check_patch

BASE = "# 存储\n\n## 引擎\n\n- **Kestrel**：吞吐 4.8 GB/s。\n\n## 网络\n\n- **Gull**：延迟 9 ms。\n"


def planned(number: int, quote: str, section: int = 2, disposition: str = "draft") -> Planned:
    document = parse(BASE.encode())
    span = Span(path=f"inbox/ann/{number}.md", start=0, end=len(quote), item="a" * 64, line=3, end_line=3)
    fields = {
        "increment": Increment(
            id=f"i{number}",
            number=number,
            title=quote.split(" ", maxsplit=1)[0],
            credibility=Credibility(stars=3, reason=""),
        ),
        "evidence": (Evidence(id=f"e{number}", span=span, quote=quote, distance=1),),
        "section": document.sections[section].ref,
        "disposition": disposition,
        "why": "引擎: its words are the most alike; at the end of the list",
    }
    return Planned.model_validate(fields)


def checked(plan: Planned, *said: str) -> Checked:
    ids = tuple(one.id for one in plan.evidence)
    points = tuple(DraftPoint(claims=(DraftClaim(text=text, evidence=ids),)) for text in said)
    title = DraftClaim(text=plan.increment.title, evidence=ids)
    return check_patch(DraftPatch(increment=plan.increment.id, title=title, parts=points), plan, "")


def assembler() -> Assembler:
    return Assembler(parse(BASE.encode()), "d.md", "zh", dt.date(2026, 9, 25))


ONE, TWO = "Heron 的吞吐为 7.9 GB/s，由三节点实测", "Tern 的延迟为 12 ms，由网关实测"


def test_build__each_state_holds_those_before_it_in_the_order_of_numbers() -> None:
    a, b = planned(1, ONE), planned(2, TWO, 3)
    built = assembler().build([b, a], [checked(b, TWO), checked(a, ONE)], [])
    assert [one.planned.increment.number for one in built] == [1, 2]
    first, second = (one.data.decode() for one in built)
    assert ONE in first
    assert TWO not in first
    assert ONE in second
    assert TWO in second
    lines = second.splitlines()
    assert any(ONE in line for line in lines[built[0].lines[0][0] - 1 : built[0].lines[0][1]])


def test_build__what_fails_is_cut_and_told_in_the_language_of_the_document() -> None:
    plan = planned(1, ONE)
    (built,) = assembler().build([plan], [checked(plan, ONE, "Heron 的吞吐为 9.9 GB/s，由三节点实测")], [])
    assert b"9.9" not in built.data
    (refused,) = [claim for claim in built.claims if claim.kept == "refused"]
    assert "来源" in refused.verdict.reason


def test_build__nothing_proved_is_no_edit_and_says_why() -> None:
    plan = planned(1, ONE).model_copy(update={"why": ""})
    (built,) = assembler().build([plan], [checked(plan, "Heron 的吞吐为 9.9 GB/s，由三节点实测")], [])
    assert (built.patch, built.edits, built.data) == (None, (), b"")
    assert outcome_of(built, "d.md", [], "").why == "其中没有可以证实的内容"


def test_build__what_is_not_to_be_drafted_is_not() -> None:
    plan = planned(1, ONE, disposition="covered")
    (built,) = assembler().build([plan], [checked(plan, ONE)], [])
    assert built.patch is None


def test_build__what_earlier_rounds_refused_stays_told_once() -> None:
    plan = planned(1, ONE)
    bad = checked(plan, "Heron 的吞吐为 9.9 GB/s，由三节点实测")
    (built,) = assembler().build([plan], [checked(plan, ONE)], [bad, bad])
    assert [claim.kept for claim in built.claims] == ["refused", "proved"]


def test_build__edits_that_stay_go_first_and_move_the_lines() -> None:
    a, b = planned(1, ONE), planned(2, TWO, 3)
    (before,) = assembler().build([a], [checked(a, ONE)], [])
    (built,) = assembler().build([b], [checked(b, TWO)], [], before.edits)
    text = built.data.decode()
    assert ONE in text
    first, last = built.lines[0]
    assert any(TWO in line for line in text.splitlines()[first - 1 : last])


def test_outcome__names_lines_sources_and_place() -> None:
    plan = planned(1, ONE)
    (built,) = assembler().build([plan], [checked(plan, ONE)], [])
    told = outcome_of(built, "d.md", built.data.decode().splitlines(), "c" * 40)
    assert told.sources == ("inbox/ann/1.md:3-3",)
    assert told.section == "存储 › 引擎"
    assert told.why == "引擎：其用词最相近；列表末尾"
    assert any(ONE in line for line in told.added)
