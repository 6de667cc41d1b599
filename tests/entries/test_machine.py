"""Logs, commands and their output are no statements; what people write of flags and figures is."""

from __future__ import annotations

import pytest

from agent.entries import entries
from agent.entries.machine import is_machine, is_source
from agent.models import Point
from tests.notes import note


@pytest.mark.parametrize(
    "line",
    [
        "INFO 09-25 10:11:12 engine.py:72] Starting the engine (v0.6.0)",
        "2026-09-25 10:11:12 INFO started the server on port 8000",
        "[2026-09-25 10:11:12,345] [WARNING] queue.py:11 slow request",
        "(Worker pid=123) INFO 09-25 10:11:12 [api.py:1] Started",
        "python -m quoll.serve --model /data/quoll --cards 4",
        "quoll serve birds/quoll-8b --max-users 256 --port 8000",
        "CARDS=0,1 python bench.py --n 100",
        "--max-users 256 --enable-cache",
        "Namespace(host=None, port=8000, model='quoll', dtype='auto')",
        'File "/usr/lib/quoll/x.py", line 32, in main',
    ],
)
def test_is_machine__logs_commands_and_their_output(line: str) -> None:
    assert is_machine(line)


@pytest.mark.parametrize(
    "line",
    [
        "Throughput: 43.1 requests/s, 8,820 output tokens/s",
        "quoll=8b cards=4 throughput=43.1 tok/s",
        "temperature=1.0, top_p=0.95, top_k=20",
        "Set temperature=1.0, top_p=0.95",
        "Quoll 0.6 raises --max-users to 256 by default.",
        "[2026-09-25 10:11] Ann: Quoll 0.6 is out and halves the wait",
        "WARNING: the API changes in 2.0",
        "ERROR rates fell by 3% in July",
        "2026-09-25: Quoll 2.1 released",
        "把 --max-users 从 512 调到 256，首字时延降至 29 ms",
        "TTFT 17.71/29.67/30.86ms at max-users 512/256/128",
        "make sure that the cache is warm",
    ],
)
def test_is_machine__what_people_write_is_not(line: str) -> None:
    assert not is_machine(line)


def test_points__hold_no_log_and_no_command() -> None:
    text = (
        "# Quoll under load\n\nQuoll serves 43 users at 29 ms.\nINFO 09-25 10:11:12 engine.py:72] Starting\n\n"
        "- quoll serve birds/quoll-8b --max-users 256 --port 8000\n- The queue holds 64 requests.\n\n"
        "```\nquoll bench --users 43 --out /tmp/x.json\nThroughput: 43.1 requests/s\n```\n"
    )
    (entry,) = entries(note(text))
    told = [part.text for part in entry.body if isinstance(part, Point)]
    assert told == [
        "Quoll serves 43 users at 29 ms.",
        "The queue holds 64 requests.",
        "Throughput: 43.1 requests/s",
    ]


@pytest.mark.parametrize(
    "piece", ["--a ", "[a] ", "2026-01-01 ", "a/", "x.py:1 ", "a", "A1=1 ", "(", '"a": ', "{a}"]
)
def test_is_machine__a_long_line_takes_no_time(piece: str) -> None:
    assert is_machine(piece * (200_000 // len(piece))) in {True, False}
    assert is_source(piece * (200_000 // len(piece))) in {True, False}


def test_points__hold_no_secrets() -> None:
    masked = "█" * 24
    text = (
        f"# Quoll deployed\n\nexport QUOLL_KEY={masked} QUOLL_TOKEN={masked} redis://admin:{masked}@10.0.3.7/0\n\n"
        f"-----BEGIN OPENSSH PRIVATE KEY-----\n{masked}\n-----END OPENSSH PRIVATE KEY-----\n\n密码：{masked}\n\n"
        f"With the password {masked[:8]} of the test machine the cold start fell from 120 s to 36 s.\n"
    )
    (entry,) = entries(note(text))
    (point,) = [part.text for part in entry.body if isinstance(part, Point)]
    assert point.startswith("With the password")
    assert point.endswith("to 36 s.")


@pytest.mark.parametrize(
    "line",
    [
        "from quoll import Engine as E",
        'engine = Engine(key="EMPTY", base="http://localhost:8000/v1")',
        'model="birds/quoll-8b",',
        "reply = engine.chat.create(",
        ")",
        "print(reply.text[0])",
        '"index": 0,',
        'x":"y",',
        'steps=12; [ "$c" = 1 ] && steps=4',
        "MODEL=birds/quoll-8b",
        "# on another system",
        "birdstat        # looks at the cage",
        "class Request(Base):",
        "name: Optional[str] = None",
        "{$prefix}-{rank}.json.gz",
        "if batch > 32:",
    ],
)
def test_is_source__lines_of_programs_and_records(line: str) -> None:
    assert is_source(line)


@pytest.mark.parametrize(
    "line",
    [
        "Successful requests: 1000",
        "Mean TTFT (ms): 30.88",
        "throughput = 397 tok/s",
        "TTFT=17.71ms, TPOT=16.6ms",
        "speedup = 2.8x",
        "吞吐：397 tok/s",
        "FP8 cache: on (default)",
        "# with the cache: 12.3 tok/s",
        "from 12 ms to 9 ms",
        "class A: 40 GB",
    ],
)
def test_is_source__what_a_run_came_to_is_not(line: str) -> None:
    assert not is_source(line)


def test_points__of_a_program_nothing_is_told_and_of_its_output_all() -> None:
    text = (
        "# Quoll\n\nIt runs.\n\n```python\nimport quoll\n# load it\nengine = quoll.Engine(\n    size=8,\n)\nprint(engine.speed)\n```\n\n"
        "```\nMean speed: 397 tok/s\n```\n"
    )
    (entry,) = entries(note(text))
    assert [part.text for part in entry.body if isinstance(part, Point)] == [
        "It runs.",
        "Mean speed: 397 tok/s",
    ]


def test_points__hold_no_list_of_a_program_s_words() -> None:
    (entry,) = entries(note('# Quoll\n\nIt flies.\n\n["auto", "half", "none"]\n\n\'Kind of "wings".\','))
    assert [part.text for part in entry.body if isinstance(part, Point)] == ["It flies."]
