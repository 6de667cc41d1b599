"""What of an increment's evidence its draft does not say is counted and placed; what is said is not."""

from agent.document import parse
from agent.drafts import DraftClaim, DraftPatch, DraftPoint, DraftRow, DraftTable, Planned
from agent.models import Credibility, Distance, Evidence, Increment, Span, Verdict
from agent.outcome import ClaimOutcome, Unsaid
from agent.relation import Said, lines_of
from agent.unsaid import unsaid

NOTE = """- 预填充延迟降到 12 ms。
- 解码吞吐达到 4800 tok/s。
- 显存占用从 71 GB 降到 38 GB。

| 批大小 | TTFT |
| --- | --- |
| 512 | 17.71 ms |
| 256 | 29.67 ms |
"""
DOCUMENT = "# 推理\n\n## 引擎\n\n- 某引擎的许可证为 Apache 2.0。\n"


def evidence(quote: str, *, line: int | None = 11, distance: Distance = 1, path: str = "n.md") -> Evidence:
    last = None if line is None else line + quote.rstrip().count("\n")
    span = Span(path=path, start=0, end=len(quote), line=line, end_line=last)
    return Evidence(id=f"e{path}{distance}", span=span, quote=quote, distance=distance)


def left(
    quotes: tuple[Evidence, ...] | str,
    *said: str,
    rows: tuple[tuple[str, ...], ...] = (),
    refused: str = "",
    document: str = DOCUMENT,
) -> Unsaid | None:
    quoted = (evidence(quotes),) if isinstance(quotes, str) else quotes
    increment = Increment(id="i1", number=1, title="猎鹰引擎", credibility=Credibility(stars=4, reason=""))
    parts: list[DraftPoint | DraftTable] = [DraftPoint(claims=(DraftClaim(text=text),)) for text in said]
    if rows:
        made = tuple(DraftRow(cells=row) for row in rows)
        parts.append(DraftTable(header=("批大小", "TTFT"), rows=made))
    patch = DraftPatch(increment="i1", title=DraftClaim(text="猎鹰引擎"), parts=tuple(parts))
    verdict = Verdict(status="unsupported", reason="no")
    claims = [ClaimOutcome(text=refused, verdict=verdict, kept="refused")] if refused else []
    planned = Planned(increment=increment, evidence=quoted)
    return unsaid(planned, patch, claims, Said(lines_of(parse(document.encode()))))


def test_unsaid__statements_and_rows_are_counted_with_their_lines() -> None:
    found = left(NOTE, "预填充延迟降到 12 ms")
    assert found is not None
    assert (found.statements, found.rows, found.places) == (2, 2, ("n.md:12-18",))


def test_unsaid__the_key_facts_that_a_draft_leaves_out_are_named() -> None:
    found = left(NOTE, "预填充延迟降到 12 ms", rows=(("512", "17.71 ms"),))
    assert found is not None
    assert {"4800 tok/s", "71 GB", "38 GB", "29.67 ms"} <= set(found.facts)
    assert not {"12 ms", "17.71 ms"} & set(found.facts)


def test_unsaid__nothing_where_all_is_said() -> None:
    said = ("预填充延迟降到 12 ms。", "解码吞吐达到 4800 tok/s", "显存占用从 71 GB 降到 38 GB")
    assert left(NOTE, *said, rows=(("512", "17.71 ms"), ("256", "29.67 ms"))) is None


def test_unsaid__what_is_said_in_other_words_with_the_same_facts_is_said() -> None:
    assert left("- 解码吞吐达到 4800 tok/s。\n", "猎鹰的解码吞吐：4800 tok/s") is None


def test_unsaid__the_same_figure_of_another_thing_is_not_said() -> None:
    assert left("- 校验流量降低 37%，由网关实测。\n", "调度延迟因此低了 37%") is not None


def test_unsaid__facts_are_compared_across_languages() -> None:
    text = "Decode throughput reaches 4800 tok/s on the new scheduler.\n"
    assert left(text, "解码吞吐达到 4800 tok/s") is None
    assert left(text, "解码吞吐达到 5100 tok/s") == Unsaid(
        statements=1, places=("n.md:11-11",), facts=("4800 tok/s",)
    )


def test_unsaid__what_the_document_says_already_is_not_missed() -> None:
    said = "- 猎鹰的显存占用从 71 GB 降到 38 GB。\n"
    assert left(said, "别的话", document=DOCUMENT + said) is None


def test_unsaid__what_was_refused_is_told_by_itself() -> None:
    assert left("- 解码吞吐达到 4800 tok/s。\n", "别的话", refused="解码吞吐达到 4800 tok/s") is None


def test_unsaid__headings_links_commands_and_work_on_the_document_are_no_statements() -> None:
    noise = (
        "## 性能 4800 tok/s\n\n"
        "- https://falcon.example/2\n"
        "- 来源：https://falcon.example/2 的 4800 tok/s 一文\n"
        "- 建议归入引擎一节，昨日锚定的 2.0 版见上\n\n"
        "```\nvllm serve x --port 8000\n```\n"
    )
    assert left(noise, "别的话") is None


def test_unsaid__titles_and_lines_that_only_lead_to_a_link_are_no_statements() -> None:
    title = evidence("猎鹰引擎 2.1 版速览，吞吐 4800 tok/s", line=2)
    body = evidence("From Falcon.example (2026-09): https://falcon.example/4800\n", line=5)
    later = body.model_copy(update={"span": body.span.model_copy(update={"start": 60})})
    assert left((title, later), "别的话") is None


def test_unsaid__a_sentence_that_repeats_what_rows_say_is_said() -> None:
    text = "有人测过两档：批大小取 512 时 TTFT 17.71 ms，取 256 时 29.67 ms。\n"
    rows = (("512", "17.71 ms"), ("256", "29.67 ms"))
    assert left(text, "别的话", rows=rows) is None
    assert left(text, "别的话", rows=rows[:1]) is not None


def test_unsaid__of_a_brief_by_a_person_only_its_own_words_count() -> None:
    brief = evidence("- 预填充延迟降到 12 ms。\n", distance=2, path="brief.md")
    assert left((evidence(NOTE), brief), "预填充延迟降到 12 ms") is None


def test_unsaid__two_notes_that_say_the_same_count_once() -> None:
    both = (evidence("- 解码吞吐达到 4800 tok/s。\n"), evidence("- 解码吞吐达到 4800 tok/s\n", path="m.md"))
    assert left(both, "别的话") == Unsaid(statements=1, places=("n.md:11-11",), facts=("4800 tok/s",))


def test_unsaid__a_source_without_lines_is_named_by_its_path() -> None:
    assert left((evidence("- 解码吞吐达到 4800 tok/s。\n", line=None),), "别的话") == Unsaid(
        statements=1, places=("n.md",), facts=("4800 tok/s",)
    )


def test_in_words__says_how_much_in_the_language_of_the_document() -> None:
    both = Unsaid(statements=12, rows=1)
    assert both.in_words("en") == "12 more statements, 1 more row"
    assert both.in_words("zh") == "12 句、1 行表格"
    assert Unsaid(rows=30).in_words("en") == "30 more rows"


def test_in_words__names_the_facts_and_of_many_their_number() -> None:
    few = Unsaid(statements=1, facts=("95 s", "62 s"))
    assert few.in_words("en") == "1 more statement: 95 s, 62 s"
    assert few.in_words("zh") == "1 句：95 s、62 s"
    many = Unsaid(rows=40, facts=tuple(f"{number} ms" for number in range(40)))
    assert many.in_words("en").endswith("10 ms, 11 ms … (40 in all)")
    assert many.in_words("zh").endswith("10 ms、11 ms等 40 项")
