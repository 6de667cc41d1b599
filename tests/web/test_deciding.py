"""Deciding in the browser, as far as it goes without one."""

from __future__ import annotations

import threading
from collections import Counter

from agent.ledger import Ledger
from agent.nights import Nights
from agent.opening import open_workspace
from agent.web import Plugged, Web
from agent.web.server import Bound
from agent.web.words import WEB_WORDS
from agent.workspace import open_repository
from tests.nights import NIGHT
from tests.review.conftest import Desk
from tests.web.server import Answer, Person, seen_of, serving

PLACE = "/nights/storage/2026-10-12"


def decide(person: Person, night: Desk, number: int, decision: str, **fields: str) -> Answer:
    """Open the night, and send the form of one card."""
    increment = night.card(number).increment.id
    seen = seen_of(person.get(PLACE).text, increment)
    return person.post(
        f"{PLACE}/decide", {"increment": increment, "seen": seen, "decision": decision, **fields}
    )


def test_nights__are_listed_with_what_is_open(jay: Person) -> None:
    text = jay.get("/").text
    assert PLACE in text
    assert "3 条待定" in text


def test_accept__is_kept_in_the_ledger_with_the_name(jay: Person, night: Desk) -> None:
    answer = decide(jay, night, 1, "accepted")
    assert (answer.status, answer.headers["location"]) == (303, f"{PLACE}#i-1")
    card = night.card(1)
    assert (card.decision, card.who, card.via) == ("accepted", "Jay Tester", "web")
    page = jay.get(PLACE).text
    assert "已接受「Kestrel 并发与延迟实测」。" in page
    assert "已决定 1 / 3" in page
    assert "已接受「Kestrel 并发与延迟实测」。" not in jay.get(PLACE).text


def test_refuse__takes_the_increment_off_the_branch(jay: Person, night: Desk) -> None:
    assert decide(jay, night, 2, "refused", reason="重复").status == 303
    assert night.card(2).reason == "重复"
    assert night.card(2).increment.id not in night.on_branch()
    assert "已重建（2 个提交）" in jay.get(PLACE).text


def test_refuse__without_a_reason_is_told_and_not_kept(jay: Person, night: Desk) -> None:
    answer = decide(jay, night, 2, "refused", reason=" ")
    assert answer.status == 422
    assert "拒绝要写原因" in answer.text
    assert night.card(2).decision is None


def test_night__a_branch_behind_its_decisions_is_told_and_the_same_decision_again_builds_it(
    jay: Person, night: Desk
) -> None:
    # The server was killed before the branch was built.
    night.decide(1, "refused", "Jay Tester", reason="重复")
    assert "还没有跟上已作的决定" in jay.get(PLACE).text
    assert len(night.on_branch()) == 3
    assert decide(jay, night, 1, "refused", reason="重复").status == 303
    assert len(night.on_branch()) == 2
    assert "还没有跟上已作的决定" not in jay.get(PLACE).text


def test_undo__opens_it_again(jay: Person, night: Desk) -> None:
    decide(jay, night, 2, "refused", reason="重复")
    assert decide(jay, night, 2, "undecided").status == 303
    assert night.card(2).decision is None
    assert night.card(2).increment.id in night.on_branch()


def test_finish__leaves_what_is_open_off_the_branch(jay: Person, night: Desk) -> None:
    decide(jay, night, 3, "accepted")
    assert jay.post(f"{PLACE}/finish", {}).status == 303
    assert night.on_branch() == [night.card(3).increment.id]


def test_edit__the_preview_warns_and_keeps_nothing(jay: Person, night: Desk) -> None:
    card = night.card(1)
    page = jay.get(f"{PLACE}/edit/{card.increment.id}")
    assert "0.003%" in page.text
    text = card.text.replace("0.003%", "0.009%")
    answer = jay.post(
        f"{PLACE}/edit/{card.increment.id}", {"seen": card.seen, "text": text, "action": "preview"}
    )
    assert answer.status == 200
    assert "0.009%" in answer.text
    assert "与来源相悖" in answer.text
    assert night.card(1).decision is None


def test_edit__is_kept_with_its_warnings_and_written_to_the_branch(jay: Person, night: Desk) -> None:
    card = night.card(1)
    text = card.text.replace("0.003%", "0.009%")
    answer = jay.post(
        f"{PLACE}/edit/{card.increment.id}", {"seen": card.seen, "text": text, "action": "save"}
    )
    assert answer.status == 303
    assert night.card(1).edited == text
    page = jay.get(PLACE).text
    assert "已改写「Kestrel 并发与延迟实测」。" in page
    assert "0.009%" in night.folder.git("show", f"{night.tip()}:living_doc/storage.md")


def test_edit__a_text_that_the_document_does_not_take_stays_in_the_form(jay: Person, night: Desk) -> None:
    card = night.card(1)
    text = f"{card.text}\n\n```\nopen fence 独一无二"
    answer = jay.post(
        f"{PLACE}/edit/{card.increment.id}", {"seen": card.seen, "text": text, "action": "save"}
    )
    assert answer.status == 422
    assert "独一无二" in answer.text
    assert night.card(1).decision is None


def test_decide__on_words_that_changed_meanwhile_is_refused_with_the_current_state(
    jay: Person, bound: Bound, night: Desk
) -> None:
    ann = Person(bound.url).come_in("Ann Other")
    card = night.card(1)
    stale = seen_of(ann.get(PLACE).text, card.increment.id)
    text = card.text.replace("72 小时", "72 个小时")
    jay.post(f"{PLACE}/edit/{card.increment.id}", {"seen": card.seen, "text": text, "action": "save"})
    answer = ann.post(
        f"{PLACE}/decide", {"increment": card.increment.id, "seen": stale, "decision": "accepted"}
    )
    assert answer.status == 409
    assert "在您查看之后被 Jay Tester 改过；您的决定没有保存" in answer.text
    assert "72 个小时" in answer.text
    assert seen_of(answer.text, card.increment.id) == night.card(1).seen
    assert night.card(1).decision == "edited"


def test_edit__on_words_that_changed_meanwhile_shows_them_beside_what_was_written(
    jay: Person, bound: Bound, night: Desk
) -> None:
    ann = Person(bound.url).come_in("Ann Other")
    card = night.card(1)
    url = f"{PLACE}/edit/{card.increment.id}"
    theirs, ours = card.text.replace("72 小时", "72 个小时"), card.text.replace("64 核", "六十四核")
    assert jay.post(url, {"seen": card.seen, "text": theirs, "action": "save"}).status == 303
    answer = ann.post(url, {"seen": card.seen, "text": ours, "action": "save"})
    assert answer.status == 409
    assert "六十四核" in answer.text
    assert "<del>个</del>" in answer.text
    assert night.card(1).edited == theirs


def test_decide__the_second_person_is_told_whose_decision_is_replaced(
    jay: Person, bound: Bound, night: Desk
) -> None:
    decide(jay, night, 2, "refused", reason="重复")
    ann = Person(bound.url).come_in("Ann Other")
    assert decide(ann, night, 2, "accepted").status == 303
    assert "取代了 Jay Tester 此前的决定" in ann.get(PLACE).text


def test_decide__nonsense_is_turned_away(jay: Person, night: Desk) -> None:
    answer = jay.post(f"{PLACE}/decide", {"decision": "destroyed"})
    assert (answer.status, answer.text) == (400, "The form does not say what is decided.\n")
    answer = jay.post(f"{PLACE}/decide", {"decision": "accepted", "increment": "none", "seen": "x"})
    assert answer.status == 422
    assert jay.get("/nights/storage/not-a-day").status == 404
    for missing in ("/nights/storage/2020-01-01", "/nights/another/2026-10-12", "/nights/%2e%2e/2026-10-12"):
        assert jay.get(missing).status == 404
        assert jay.post(f"{missing}/finish", {}).status == 404
    assert jay.get(f"{PLACE}/edit/none").status == 404


def test_edit__a_hostile_text_stays_text(jay: Person, night: Desk) -> None:
    card = night.card(1)
    text = f"{card.text}\n- </textarea><script>alert(1)</script>[x](javascript:alert(1))"
    answer = jay.post(
        f"{PLACE}/edit/{card.increment.id}", {"seen": card.seen, "text": text, "action": "preview"}
    )
    assert answer.status in (200, 422)
    assert "<script>alert" not in answer.text
    assert 'href="javascript' not in answer.text


def test_pages__a_workspace_that_cannot_be_read_is_told_in_a_sentence(jay: Person, night: Desk) -> None:
    (night.folder.root / "redline.toml").write_text("[nonsense]\nkey = 1\n", encoding="utf-8")
    answer = jay.get(PLACE)
    assert answer.status == 500
    assert "Something is wrong" in answer.text
    assert "nonsense" in answer.text


def test_doc__another_document_is_not_shown(night: Desk) -> None:
    with serving(night.folder.root, document="storage") as bound:
        person = Person(bound.url).come_in("Jay")
        assert person.get(PLACE).status == 200
        assert person.get("/nights/other/2026-10-12").status == 404


def test_names__that_are_hostile_stay_text(bound: Bound, night: Desk) -> None:
    person = Person(bound.url).come_in("'onload=alert(1)")
    decide(person, night, 2, "refused", reason="<script>alert(1)</script>")
    text = person.get(PLACE).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_night__what_was_kept_of_it_stays_text(bound: Bound, night: Desk) -> None:
    attack = "</script><img src=x onerror=alert(1)>\n[x](javascript:alert(1))"
    repository, _ = open_workspace(night.folder.root)
    nights = Nights.open(repository)
    record = nights.get("storage", NIGHT)
    assert record is not None
    first, *others = record.outcome.increments
    hostile = first.model_copy(update={"again": attack, "why": attack, "title": attack})
    outcome = record.outcome.model_copy(update={"increments": (hostile, *others)})
    nights.put(record.model_copy(update={"outcome": outcome}), brief="")
    text = Person(bound.url).come_in("Jay").get(PLACE).text
    assert text.count("&lt;img src=x") > 1
    assert "<img" not in text
    assert 'href="javascript' not in text


def test_plug__pages_of_others_stand_behind_the_same_gate(night: Desk) -> None:
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Route

    from agent.web import Session

    def plug(web: Web) -> Plugged:
        def hello(_request: Request, session: Session) -> Response:
            return PlainTextResponse(f"hello {session.who}")

        return Plugged("/hello", {"zh": "问", "en": "ask"}, (Route("/hello", web.looking(hello)),))

    with serving(night.folder.root, plugs=(plug,)) as bound:
        assert Person(bound.url).get("/hello").status == 403
        person = Person(bound.url).come_in("Jay")
        assert person.get("/hello").text == "hello Jay"
        assert 'href="/hello"' in person.get("/").text


def test_twenty_reviewers__at_once_lose_nothing(bound: Bound, night: Desk) -> None:
    """Every decision is in the ledger, every answer is a page, and the branch is that of the last decisions."""
    people = [Person(bound.url).come_in(f"Reviewer {number}") for number in range(20)]
    pages = [person.get(PLACE).text for person in people]
    cards = [night.card(number) for number in (1, 2, 3)]
    statuses: list[int] = []

    def work(number: int) -> None:
        card = cards[number % 3]
        refused = number % 2
        fields = {
            "increment": card.increment.id,
            "seen": seen_of(pages[number], card.increment.id),
            "decision": "refused" if refused else "accepted",
            "reason": f"reason {number}",
        }
        statuses.append(people[number].post(f"{PLACE}/decide", fields).status)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert Counter(statuses) == {303: 20}
    decisions = Ledger.open(open_repository(night.folder.root)).decisions("storage")
    assert {decided.who for decided in decisions} == {f"Reviewer {number}" for number in range(20)}
    kept = [
        night.card(number).increment.id for number in (1, 2, 3) if night.card(number).decision == "accepted"
    ]
    assert night.on_branch() == kept


def test_words__both_languages_have_the_same_keys() -> None:
    assert WEB_WORDS["zh"].keys() == WEB_WORDS["en"].keys()
