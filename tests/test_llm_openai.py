"""The adapter against a real server: each way to fail has its name, its tries and its end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import stamina
from pydantic import BaseModel

from agent.errors import BadReply, ModelError, ModelUnavailable
from agent.llm import ChatRequest, Turn, ask
from agent.llm_openai import Endpoint, OpenAIModel
from agent.prompts import Prompt, PromptHead
from tests.llm_server import Behaviour, LoopbackServer, Response, refused, said, serving

KEY = "sk-very-secret-key-0123456789"


class Sum(BaseModel):
    """A reply for tests."""

    total: int
    names: tuple[str, ...] = ()


PROMPT = Prompt(
    name="sum",
    head=PromptHead(role="writer", variables=("numbers",), reply="Sum"),
    system="Add.",
    user="$numbers",
    hash="0" * 12,
)


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    """Retries come at once; as many as the endpoint says."""
    with stamina.set_testing(True, attempts=4, cap=True):
        yield


def model(server: LoopbackServer, **fields: Any) -> OpenAIModel:
    settings = {"timeout": 5.0, "attempts": 3, **fields}
    return OpenAIModel(Endpoint(base_url=server.url, name="loop", key=KEY, **settings))


def asked(server: LoopbackServer, **fields: Any) -> Sum:
    return ask(model(server, **fields), PROMPT, {"numbers": "1 2"}, Sum)


def request() -> ChatRequest:
    return ChatRequest(
        model="loop", role="writer", prompt="sum", prompt_hash="0", system="Add.",
        turns=(Turn(role="user", content="1 2"),), reply="Sum", wanted="{}", max_tokens=50,
    )  # fmt: skip


GOOD = '{"total": 3, "names": ["a"]}'


def then_good(*first: Response) -> Behaviour:
    """These answers one after the other, then a good one."""
    return lambda _, number: first[number] if number < len(first) else said(GOOD)


def test_a_good_answer__comes_back_typed_with_its_tokens() -> None:
    with serving(then_good()) as server:
        reply = model(server).complete(request())
        assert (reply.text, reply.tokens_in, reply.tokens_out, reply.counted) == (GOOD, 100, 20, True)
        assert asked(server) == Sum(total=3, names=("a",))
    assert server.keys[0] == f"Bearer {KEY}"


def test_a_server_that_does_not_count__is_estimated() -> None:
    body = json.dumps({"choices": [{"message": {"content": GOOD}, "finish_reason": "stop"}]}).encode()
    with serving(lambda *_: Response(body)) as server:
        reply = model(server).complete(request())
    assert not reply.counted
    assert reply.tokens_out == len(GOOD) // 3


@dataclass(frozen=True)
class Passing:
    name: str
    first: tuple[Response, ...]


PASSING = (
    Passing("rate limited", (refused(429, retry_after="1"), refused(429))),
    Passing("server error", (refused(500), refused(503, retry_after="2"))),
    Passing("bad gateway with a page", (Response(b"<html>502</html>", 502),)),
    Passing("half-sent body", (Response(b'{"choices": [{"mess', promised=4000),)),
    Passing("a page for an answer", (Response(b"<html>log in</html>"),)),
    Passing("no choice", (Response(b'{"choices": []}'),)),
    Passing("empty", (said(""), said(None))),
    Passing("conflict", (refused(409),)),
)


@pytest.mark.parametrize("case", PASSING, ids=lambda case: case.name)
def test_what_may_pass__is_tried_again(case: Passing) -> None:
    with serving(then_good(*case.first)) as server:
        assert asked(server).total == 3
    assert len(server.asked) == len(case.first) + 1


@dataclass(frozen=True)
class Failing:
    failure: str
    answer: Response
    kind: type[ModelError]
    tries: int


FAILING = (
    Failing("rate limited", refused(429), ModelUnavailable, 3),
    Failing("rate limited", refused(429, retry_after="3600"), ModelUnavailable, 1),
    Failing("rate limited", refused(429, retry_after="Fri, 01 Jan 2300 00:00:00 GMT"), ModelUnavailable, 1),
    Failing("rate limited", refused(429, retry_after="Fri, 01 Jan 1999 00:00:00 GMT"), ModelUnavailable, 3),
    Failing("rate limited", refused(429, retry_after="tomorrow"), ModelUnavailable, 3),
    Failing("quota spent", refused(429, "no more", "insufficient_quota"), ModelUnavailable, 1),
    Failing("server error", refused(500), ModelUnavailable, 3),
    Failing("key refused", refused(401, "bad key"), ModelUnavailable, 1),
    Failing("key refused", refused(403), ModelUnavailable, 1),
    Failing("no such model", refused(404), ModelUnavailable, 1),
    Failing("prompt too long", refused(400, "maximum context length is 8192"), ModelUnavailable, 1),
    Failing("connection lost", Response(b'{"choices"', promised=99), ModelUnavailable, 3),
    Failing("not the protocol", Response(b"[]"), ModelUnavailable, 3),
    Failing("cut short", said('{"total": 2.', finish="length"), BadReply, 1),
    Failing("cut short", said("", finish="length", reasoning_content="hm"), BadReply, 1),
    Failing("filtered", said("", finish="content_filter"), BadReply, 1),
    Failing("refused", said(None, refusal="I cannot"), BadReply, 1),
    Failing("reasoning only", said("", reasoning_content="2 and 1 are"), BadReply, 1),
    Failing("empty", said("  \n"), ModelUnavailable, 3),
    Failing("timeout", Response(b"", silent=True), ModelUnavailable, 1),
    Failing("timeout", Response(b" ", endless=True), ModelUnavailable, 1),
    Failing("timeout", Response(b"{}", pause=0.05), ModelUnavailable, 1),
    Failing("endless", Response(b" " * 1_000_000, endless=True), BadReply, 1),
    Failing("endless", said("x" * 5_000_000), BadReply, 1),
    Failing("server error", Response(b"x" * 100_000, 500, endless=True), ModelUnavailable, 3),
    Failing("rate limited", refused(429, retry_after="-5"), ModelUnavailable, 3),
    Failing("rate limited", refused(429, retry_after="inf"), ModelUnavailable, 1),
    Failing("quota spent", refused(402, "Insufficient Balance"), ModelUnavailable, 1),
    Failing("prompt too long", refused(413), ModelUnavailable, 1),
    Failing("filtered", refused(400, "no", "content_filter"), BadReply, 1),
    Failing("tool call", said(None, finish="tool_calls", tool_calls=[{"id": "1"}]), BadReply, 1),
    Failing("server error", Response(b'{"error": {"message": "overloaded"}}'), ModelUnavailable, 3),
    Failing("not the protocol", Response(gzip.compress(b" " * 9_000_000)), ModelUnavailable, 3),
)


@pytest.mark.parametrize("case", FAILING, ids=lambda case: f"{case.failure}-{case.answer.status}")
def test_what_fails__is_named_after_its_tries(case: Failing) -> None:
    slow = case.failure == "timeout"
    with serving(lambda *_: case.answer) as server, pytest.raises(case.kind) as told:
        model(server, timeout=0.3 if slow else 20.0, attempts=1 if slow else 3).complete(request())
    assert told.value.failure == case.failure
    assert len(server.asked) == case.tries
    assert KEY not in str(told.value)


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        (said('{"total": 2.', finish="length"), (100, 20)),
        (said("", finish="length", reasoning_content="hm"), (100, 20)),
        (said("", finish="content_filter"), (100, 20)),
        (said(None, refusal="I cannot"), (100, 20)),
        (said(""), (300, 60)),
        (Response(b'{"choices"' * 9, promised=99), (3 * (7 // 3), 3 * 30)),
        (refused(500), (0, 0)),
    ],
    ids=["cut", "cut in its reasoning", "filtered", "refused", "empty, thrice", "half-sent, thrice", "error"],
)
def test_what_failed_and_was_paid_for__says_what_it_cost(answer: Response, tokens: tuple[int, int]) -> None:
    with serving(lambda *_: answer) as server, pytest.raises(ModelError) as told:
        model(server).complete(request())
    assert (told.value.tokens_in, told.value.tokens_out) == tokens


def test_the_tokens_of_an_answer__are_those_of_all_its_tries() -> None:
    with serving(then_good(said(""), refused(500))) as server:
        reply = model(server).complete(request())
    assert (reply.tokens_in, reply.tokens_out) == (200, 40)


def test_nobody_there__is_named() -> None:
    with serving(then_good()) as server:
        nowhere = model(server, attempts=1)
    with pytest.raises(ModelUnavailable, match="cannot be reached") as told:
        nowhere.complete(request())
    assert told.value.failure == "no connection"


def test_a_key_in_the_servers_words__is_not_repeated() -> None:
    with (
        serving(lambda *_: refused(401, f"wrong key {KEY}")) as server,
        pytest.raises(ModelUnavailable) as told,
    ):
        model(server).complete(request())
    assert KEY not in f"{told.value}{told.value.hint}"
    assert KEY not in repr(Endpoint(base_url="", name="m", key=KEY))


@pytest.mark.parametrize(
    "answer",
    [
        refused(401, f"{'x' * 186} {KEY}"),
        Response(json.dumps({"error": f"no such {KEY}"}).encode(), 500),
        Response(f"<html>{KEY}</html>".encode()),
        said(None, refusal=f"not with {KEY}"),
        Response(json.dumps({"error": {"message": KEY}}).encode()),
    ],
    ids=["at the cut", "in a plain error", "in a page", "in a refusal", "in an error that is none"],
)
def test_a_key_in_any_words_of_a_server__is_not_repeated(answer: Response) -> None:
    with serving(lambda *_: answer) as server, pytest.raises(ModelError) as told:
        model(server, attempts=1).complete(request())
    assert KEY[:8] not in str(told.value)


def test_a_key_in_an_answer__is_not_handed_on() -> None:
    with serving(lambda *_: said(f"it is {KEY}")) as server:
        assert model(server).complete(request()).text == "it is [key]"


@pytest.mark.parametrize("key", ["sk-钥匙-0123456789", "sk-0123\n456789"])
def test_a_key_that_cannot_be_one__is_named_and_not_sent(key: str) -> None:
    with serving(then_good()) as server, pytest.raises(ModelUnavailable, match="no key can have") as told:
        OpenAIModel(Endpoint(base_url=server.url, name="loop", key=key)).complete(request())
    assert key not in str(told.value)
    assert not server.asked


def test_a_line_break_after_a_key__is_none_of_it() -> None:
    with serving(then_good()) as server:
        OpenAIModel(Endpoint(base_url=server.url, name="loop", key=f"{KEY}\n")).complete(request())
    assert server.keys == [f"Bearer {KEY}"]


def test_a_server_that_sends_on_to_another__is_not_followed() -> None:
    with serving(then_good()) as other:
        there = f"{other.url}/chat/completions".replace("127.0.0.1", "localhost")
        answer = Response(b"", 307, {"Location": there})
        with serving(lambda *_: answer) as server, pytest.raises(ModelUnavailable, match="localhost") as told:
            model(server).complete(request())
    assert told.value.failure == "sent elsewhere"
    assert (len(server.asked), len(other.asked)) == (1, 0)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (said([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": GOOD}]), GOOD),
        (said([GOOD[:5], GOOD[5:]]), GOOD),
        (said(GOOD, finish=3), GOOD),
        (said(GOOD, finish="banana", refusal={}, reasoning=[1]), GOOD),
        (said("half \ud83d"), "half \ufffd\ufffd\ufffd"),
        (Response(b"\xef\xbb\xbf" + said(GOOD).body), GOOD),
        (Response(said("cut").body.replace(b"cut", b"cut \xe4\xb8")), "cut \ufffd"),
    ],
    ids=["parts", "strings", "odd end", "odd fields", "half a sign", "a mark of bytes", "cut in a sign"],
)
def test_an_answer_with_odd_things_beside_it__is_read_at_the_first_try(answer: Response, text: str) -> None:
    with serving(lambda *_: answer) as server:
        assert model(server).complete(request()).text == text
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "usage",
    [None, [1], {}, {"prompt_tokens": -5, "completion_tokens": 2}, {"prompt_tokens": "many"},
     {"prompt_tokens": 10**30, "completion_tokens": 2}],
)  # fmt: skip
def test_tokens_that_cannot_be__are_estimated(usage: object) -> None:
    with serving(lambda *_: said(GOOD, usage=usage)) as server:
        reply = model(server).complete(request())
    assert (reply.counted, reply.tokens_out) == (False, len(GOOD) // 3)


def test_prompts_that_are_too_long__are_no_fault_of_the_server() -> None:
    with serving(lambda *_: refused(413)) as server:
        one = model(server)
        for _ in range(4):
            with pytest.raises(ModelUnavailable) as told:
                one.complete(request())
            assert told.value.failure == "prompt too long"
    assert len(server.asked) == 4


def test_a_dead_server__is_given_up_for_the_rest_of_the_night() -> None:
    with serving(lambda *_: refused(500)) as server:
        one = model(server, attempts=1)
        for _ in range(4):
            with pytest.raises(ModelUnavailable):
                one.complete(request())
    assert len(server.asked) == 2


def test_a_refused_key__is_tried_once_a_night() -> None:
    with serving(lambda *_: refused(401)) as server:
        one = model(server)
        for told_as in ("refuses the key", "given up earlier in this night: .*refuses the key"):
            with pytest.raises(ModelUnavailable, match=told_as) as told:
                one.complete(request())
            assert told.value.failure == "key refused"
    assert len(server.asked) == 1


def old_server(
    *,
    takes: set[str],
    limit: str = "max_tokens",
    temperature: bool = True,
    beside: bool = True,
    status: int = 400,
) -> Behaviour:
    """A server that takes only some forms of a question."""

    def behave(asked: dict[str, Any], _: int) -> Response:
        form = asked.get("response_format", {}).get("type", "text")
        if form not in takes:
            return refused(status, f"response_format {form} is not supported")
        if "schema" in asked.get("response_format", {}) and not beside:
            return refused(400, "unknown parameter: response_format.schema")
        if limit not in asked:
            return refused(400, f"unsupported parameter: use '{limit}' instead", "unsupported_parameter")
        if "temperature" in asked and not temperature:
            return refused(400, "unsupported value: temperature")
        return said(GOOD)

    return behave


@pytest.mark.parametrize(
    ("behaviour", "calls"),
    [
        (old_server(takes={"json_schema", "json_object", "text"}), 1),
        (old_server(takes={"json_object", "text"}), 2),
        (old_server(takes={"json_object", "text"}, beside=False), 3),
        (old_server(takes={"text"}), 4),
        (old_server(takes={"json_schema"}, limit="max_completion_tokens"), 2),
        (old_server(takes={"json_schema"}, limit="max_completion_tokens", temperature=False), 3),
    ],
    ids=["schema", "schema beside", "json mode", "plain text", "other limit", "reasoning model"],
)
def test_how_a_server_wants_to_be_asked__is_found_out_once_and_remembered(
    behaviour: Behaviour, calls: int, tmp_path: Path
) -> None:
    memory = tmp_path / "servers.json"
    with serving(behaviour) as server:
        endpoint = Endpoint(base_url=server.url, name="loop", key=KEY, timeout=5.0)
        first = OpenAIModel(endpoint, memory)
        assert first.complete(request()).text == GOOD
        assert len(server.asked) == calls
        first.complete(request())
        OpenAIModel(endpoint, memory).complete(request())
        assert len(server.asked) == calls + 2
    assert KEY not in memory.read_text()


def test_a_server_that_no_longer_takes_a_form__is_asked_in_the_next() -> None:
    behaviour = [old_server(takes={"json_schema"}), old_server(takes={"json_object"})]
    with serving(lambda asked, number: behaviour[number > 0](asked, number)) as server:
        one = model(server)
        assert [one.complete(request()).text for _ in range(3)] == [GOOD] * 3
    assert len(server.asked) == 4
    assert one.dialect.form == "object"


def test_a_question_that_is_refused_in_every_form__says_nothing_of_forms() -> None:
    with serving(lambda _, number: refused(422, "nonsense") if number < 4 else said(GOOD)) as server:
        one = model(server)
        with pytest.raises(ModelUnavailable):
            one.complete(request())
        one.complete(request())
    assert one.dialect.form == "schema"


def test_a_request_that_every_form_of_is_refused__is_named() -> None:
    with serving(lambda *_: refused(422, "nonsense")) as server, pytest.raises(ModelUnavailable) as told:
        model(server).complete(request())
    assert told.value.failure == "request refused"
    assert len(server.asked) == 4


def test_a_form_that_is_refused_with_a_server_error__is_not_asked_for_again() -> None:
    with serving(old_server(takes={"json_object"}, status=500)) as server:
        asked(server)
    assert [one["response_format"]["type"] for one in server.asked] == ["json_schema", "json_object"]
    schema = server.asked[1]["response_format"]["schema"]
    assert schema["required"] == ["total", "names"]
    assert schema["properties"]["names"]["maxItems"] == 24
    assert schema["properties"]["names"]["items"]["maxLength"] == 400
    assert "maxItems" not in json.dumps(server.asked[0])


def test_without_a_schema__the_schema_is_told_in_words() -> None:
    with serving(old_server(takes={"json_object"})) as server:
        asked(server)
    assert '"total"' in server.asked[-1]["messages"][0]["content"]
    assert '"total"' not in server.asked[0]["messages"][0]["content"]
    schema = server.asked[0]["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["total", "names"]
    assert schema["additionalProperties"] is False


WRONG_JSON = {
    "fenced": f"```json\n{GOOD}\n```",
    "prose around": f"Here you are:\n{GOOD}\nAnything else?",
    "double-encoded": json.dumps(GOOD),
    "inner list encoded": '{"total": 3, "names": "[\\"a\\"]"}',
    "list for object": f"[{GOOD}]",
    "trailing commas": '{"total": 3, "names": ["a",],}',
    "control characters": '{"total": 3, "names": ["a"]}\x00'.replace("a", "a"),
    "reasoning first": f"<think>maybe {{4}}?</think>{GOOD}",
    "unknown field": '{"total": 3, "names": ["a"], "note": 1}',
}


@pytest.mark.parametrize("text", WRONG_JSON.values(), ids=WRONG_JSON.keys())
def test_json_that_is_nearly_right__is_read_at_the_first_try(text: str) -> None:
    with serving(lambda *_: said(text)) as server:
        assert asked(server) == Sum(total=3, names=("a",))
    assert len(server.asked) == 1


NO_JSON = {
    "prose": "The sum is three.",
    "cut": '{"total": 3, "names": ["a"',
    "cut in a number": '{"names": ["a"], "total": 2.',
    "wrong type": '{"total": "three"}',
    "missing field": '{"names": []}',
    "deep": "[" * 100_000,
    "empty object": "{}",
    "null": "null",
    "a list of strings": '["a", "b"]',
}


@pytest.mark.parametrize("text", NO_JSON.values(), ids=NO_JSON.keys())
def test_json_that_is_wrong__is_asked_for_once_more_with_the_fault(text: str) -> None:
    with serving(then_good(said(text))) as server:
        assert asked(server).total == 3
    assert len(server.asked) == 2
    assert "That is not a Sum" in server.asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize("text", NO_JSON.values(), ids=NO_JSON.keys())
def test_json_that_is_wrong_twice__is_a_bad_reply(text: str) -> None:
    with serving(lambda *_: said(text)) as server, pytest.raises(BadReply, match="twice gave no Sum"):
        asked(server)
    assert len(server.asked) == 2
