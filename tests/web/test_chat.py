"""The page with questions: plain forms, streamed answers, quotations in their context, and the gates before it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.web.chat import Chat
from agent.web.server import Bound
from tests.conftest import DoneNight, GitFolder
from tests.nights import copy_vectors
from tests.review.conftest import copy
from tests.web.server import Person, serving

QUESTION = "In how many minutes does Heron-NG rebuild a disk?"
ANSWER = "Heron-NG rebuilds a failed 16 TB disk in 41 minutes on 24 nodes"


@pytest.fixture(scope="module")
def root(done_night: DoneNight, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small workspace after its night, and a note with markup and orders in it."""
    place = tmp_path_factory.mktemp("chat") / "work"
    copy(done_night.folder.root, place)
    copy_vectors(done_night.folder.root, place)
    note = "# Gannet\n\nGannet keeps 5 <script>alert(1)</script> replicas & <b>more</b>.\n"
    GitFolder(place).commit({"inbox/bo/2026-10-12T1000-gannet.md": note})
    return place


@pytest.fixture(scope="module")
def bound(root: Path) -> Iterator[Bound]:
    chat = Chat(root)
    with serving(root, plugs=(chat.plug,)) as running:
        yield running
    chat.close()


def parts_of(text: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in text.splitlines()]


def test_form__a_question_is_answered_on_the_page_with_its_passage_open_to_see(bound: Bound) -> None:
    ann = Person(bound.url).come_in("Ann")
    assert '<a href="/ask">提问</a>' in ann.get("/ask").text
    assert ann.post("/ask", {"question": QUESTION}).headers["location"] == "/ask#last"
    page = ann.get("/ask").text
    assert f"<p>{ANSWER}</p>" in page
    assert f"<mark>{ANSWER}</mark>" in page
    assert "inbox/bo/2026-10-12T0900-heron-rebuild.md:7" in page
    assert 'class="n">8<' in page


def test_form__what_it_remembers_and_forgets(bound: Bound, root: Path) -> None:
    jay = Person(bound.url).come_in("Jay")
    jay.post("/ask", {"question": "Kestrel 并发 64 时 P99 是多少？"})
    jay.post("/ask", {"question": "那 256 呢？"})
    assert "31.07" in jay.get("/ask").text
    assert "31.07" not in Person(bound.url).come_in("Somebody else").get("/ask").text
    again = Chat(root)
    with serving(root, plugs=(again.plug,)) as restarted:
        assert "31.07" in Person(restarted.url).come_in("Jay").get("/ask").text
    again.close()
    assert jay.post("/ask/forget", {}).status == 303
    assert "31.07" not in jay.get("/ask").text


def test_form__filters(bound: Bound) -> None:
    cy = Person(bound.url).come_in("Cy")
    cy.post("/ask", {"question": QUESTION, "by": "ann"})
    assert '<article class="turn refused">' in cy.get("/ask").text


@pytest.mark.parametrize("question", ["  ", "x" * 2_001])
def test_form__nothing_and_too_much(bound: Bound, question: str) -> None:
    answer = Person(bound.url).come_in("Dee").post("/ask", {"question": question})
    assert answer.status == 422
    assert 'role="alert"' in answer.text


def test_stream__sentences_first_then_the_whole(bound: Bound) -> None:
    eve = Person(bound.url).come_in("Eve")
    answer = eve.post("/ask/stream", {"question": QUESTION})
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    parts = parts_of(answer.text)
    assert [part["kind"] for part in parts] == ["sentence", "answer"]
    assert ANSWER in parts[0]["html"]
    assert QUESTION in parts[1]["html"]


def test_stream__markup_of_a_source_stays_text(bound: Bound) -> None:
    eve = Person(bound.url).come_in("Eve")
    parts = parts_of(eve.post("/ask/stream", {"question": "How many replicas does Gannet keep?"}).text)
    assert "<script>" not in "".join(part["html"] for part in parts)
    assert "&lt;script&gt;" in parts[0]["html"]


def test_gates__no_session_no_token_no_other_site(bound: Bound) -> None:
    stranger = Person(bound.url)
    assert stranger.get("/ask").status == 403
    assert stranger.post("/ask/stream", {"question": QUESTION}).status == 403
    fay = Person(bound.url).come_in("Fay")
    token, fay.form_token = fay.form_token, "wrong"
    assert fay.post("/ask", {"question": QUESTION}).status == 403
    fay.form_token = token
    assert fay.post("/ask", {"question": QUESTION}, Origin="http://evil.example").status == 403
    policy = fay.get("/ask").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
