"""The report: complete, self-contained, and nothing in it but text."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import re
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from lxml import html

from agent.document import replace
from agent.ledger import NightDone
from agent.models import Caveat, Evidence, Language, Quote, Span
from agent.nights import NightRecord
from agent.outcome import Unsaid
from agent.report import WORDS, Given, write_report
from agent.web.chat_words import CHAT_WORDS
from agent.web.words import WEB_WORDS
from tests.report.records import (
    BASE,
    ITEM,
    NIGHT,
    claim,
    document,
    edits,
    evidence,
    fact,
    increment,
    record,
    steps_of,
    texts,
)

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox)",
    "![x](https://evil.example/p.png)",
    "<a href=javascript:alert(1)>x</a>",
    '[x](https://evil.example/"onmouseover=alert(1))',
    "`</code><script>alert(1)</script>`",
    "{{ 7*7 }}{% raw %}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<!--><script>alert(1)</script>-->",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<base href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'>",
    "<form action=//evil.example><input name=x>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    "|<img src=x onerror=alert(1)>|b|\n|-|-|\n|[x](javascript:alert(1))|y|",
    "\u202egnp.exe\u2066",
)
"""What inbox text may try; every field is given each."""
TAGS = frozenset(
    "html head meta link title style script body a main header footer section article div span p h1 h2 h3 h4 ul ol li dl dt dd "
    "table thead tbody tr th td figure figcaption blockquote svg rect details summary code pre em strong s br hr "
    "b ins del mark button label input".split()
)


def page(found: NightRecord | None = None, **more: object) -> str:
    return write_report(found or record(), BASE.encode(), texts=texts, **more)  # type: ignore[arg-type]


def tree(text: str) -> html.HtmlElement:
    return html.document_fromstring(text)


def words_of(text: str) -> str:
    return " ".join(tree(text).text_content().split())


def test_write__tells_everything_that_is_to_be_decided() -> None:
    told = words_of(page())
    for wanted in (
        "4 条写入分支",
        "增量 1",
        "存储 › 引擎",
        "预印本，尚未同行评审",
        "共 8 条",
        "列出 7 条",
        "以清单为准",
        "由 spark 处理",
        "inbox/x.pdf",
        "加密",
        "已重建：索引",
        "1200 / 340",
        "0.0123 USD",
        "inbox/ann/2026-10-12-a.md",
        "Kestrel v2.4.0 的吞吐为 7.9 GB/s。",
        "前一行。",
        "后一行。",
    ):
        assert wanted in told, wanted


def test_write__an_english_document_has_an_english_page() -> None:
    text = page(record(language="en"))
    assert '<html lang="en">' in text
    assert "4 on the branch; 8 facts proved" in words_of(text)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("zh", "来源中尚未写入：2 句、30 行表格 (见简报与 inbox/ann/2026-10-12-a.md:3-90)"),
        (
            "en",
            "In the sources beyond that: 2 more statements, 30 more rows (in the brief and in inbox/ann/2026-10-12-a.md:3-90)",
        ),
    ],
)
def test_write__a_card_says_how_much_of_its_evidence_is_not_said(language: Language, told: str) -> None:
    left = Unsaid(statements=2, rows=30, places=("inbox/ann/2026-10-12-a.md:3-90",))
    assert told in words_of(page(record([increment(1, unsaid=left)], language=language)))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_write__the_table_is_in_the_order_of_the_numbers_and_the_changes_in_that_of_the_document(
    language: Language,
) -> None:
    root = tree(page(record(language=language)))
    assert root.xpath("//table[@class='index']/tbody/tr/td[1]/text()") == ["1", "2", "3", "4"]
    assert root.xpath("//h4/span[@class='no']/text()") == ["2", "1", "3", "4"]
    assert WORDS[language]["change_note"] in words_of(page(record(language=language)))


def test_words__both_languages_have_the_same_keys() -> None:
    assert WORDS["zh"].keys() == WORDS["en"].keys()


@pytest.mark.parametrize("words", [WORDS, WEB_WORDS, CHAT_WORDS])
def test_words__each_is_said_somewhere(words: Mapping[Language, Mapping[str, str]]) -> None:
    agent = Path(__file__).parents[2] / "agent"
    said = "\n".join(
        path.read_text(encoding="utf-8")
        for room in ("report", "web")
        for path in sorted((agent / room).rglob("*"))
        if path.suffix in (".py", ".html") and not path.name.endswith("words.py")
    )
    for key in words["en"]:
        begin, _, end = key.partition("_")
        composed = rf"\"{begin}_(\"| |{{)|}}_{end}\"" if end else "(?!)"
        assert re.search(rf"\b\w\.{key}\b|\"{key}\"|{composed}", said), key


def test_write__is_self_contained_and_says_so_to_the_browser() -> None:
    root = tree(page())
    policy = root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        body = root.xpath(f"//{kind}/text()")
        assert len(body) == 1
        digest = base64.b64encode(hashlib.sha256(body[0].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not root.xpath("//@src | //link[not(starts-with(@href, 'data:'))] | //@style | //*[@onclick]")
    assert "http" not in (root.xpath("//style/text()")[0] + root.xpath("//script/text()")[0])


@pytest.mark.parametrize("attack", ATTACKS)
def test_write__hostile_text_in_every_field_is_text(attack: str) -> None:
    hostile = record(
        [
            increment(
                number,
                title=attack,
                section=f"{attack} › {attack}",
                document_says=Quote(quote=attack, line=3, path=attack),
                why=attack,
                again=attack,
                corrects={"increment": attack, "night": NIGHT},
                superseded_by=NIGHT,
                unsaid=Unsaid(statements=1, rows=0, places=(attack,)),
                alternatives=(attack,),
                writer=attack,
                sources=(attack,),
                claims=(
                    claim(
                        text=f"{attack} 7.9",
                        status="contradicted",
                        kept=kept,
                        reason=attack,
                        facts=(
                            fact(
                                "quantity",
                                attack,
                                f"{attack} 7.9",
                                status="missing",
                                reason=attack,
                                how=attack,
                            ),
                            fact(attack, "7.9", f"{attack} 7.9", how=attack),
                        ),
                        backing=(
                            evidence(
                                attack,
                                span=Span(path=attack, start=0, end=1, item=ITEM, element=attack),
                                origin=attack,
                                contributor=attack,
                            ),
                        ),
                    )
                    for kept in ("doubtful", "refused")
                ),
                caveats=(Caveat(kind=attack, risk="high", wording=attack, settled_by=attack),),
            )
            for number in (1, 2)
        ],
        steps_of(edits(attack.replace("\n", " "))[:1]),
        document=attack,
        branch=attack,
        writer=attack,
        notes=(attack,),
        listed=({"content": attack, "why": attack},),
        unread=({"path": attack, "reason": attack},),
        doubts=(
            {
                "kind": attack,
                "title": attack,
                "problem": attack + ".",
                "advice": attack,
                "impact": attack,
                "a": {"quote": attack, "line": 1, "path": attack},
                "b": {"quote": attack, "line": 2, "path": attack},
            },
        ),
    )
    text = page(
        hostile,
        decisions={
            "i1": Given("refused", attack, attack, attack),
            "i2": Given("edited", attack, text=attack),
        },
    )
    root = tree(text)
    assert {element.tag for element in root.iter() if isinstance(element.tag, str)} <= TAGS
    assert len(root.xpath("//script")) == 1
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]
    for link in root.xpath("//a/@href"):
        assert link.startswith(("https://", "http://", "#")), link
    assert not root.xpath(
        "//img | //iframe | //form | //base | //object | //embed | //meta[@http-equiv='refresh']"
    )
    assert "{{" not in re.sub(r"\{\{ 7\*7 \}\}", "", words_of(text))


def test_write__links_leave_without_a_trace_of_us() -> None:
    outside = [a for a in tree(page()).xpath("//a[@href]") if not a.get("href").startswith("#")]
    assert outside
    assert all(a.get("rel") == "noopener noreferrer nofollow" for a in outside)


def test_write__a_replacement_is_marked_word_by_word_as_it_reads() -> None:
    root = tree(page())
    changed = root.xpath("//article[@id='i-2']//div[contains(@class,'words')]")[0]
    assert [ins.text for ins in changed.xpath(".//ins")] == ["v2.4.0", "7.9"]
    assert [gone.text for gone in changed.xpath(".//del")] == ["v2.3.0", "4.8"]
    assert changed.xpath(".//li//strong/ins")
    assert "三节点实测" in changed.text_content()


def test_write__a_replacement_of_marks_is_shown_as_it_is_written() -> None:
    found = document()
    engine = next(section for section in found.sections if section.title == "引擎")
    heron = next(block for block in engine.body if "Heron" in block.text)
    new = replace(engine, (heron,), "Heron：维护模式。")
    card = tree(page(record([increment(1)], steps_of([("i1", new)])))).xpath("//article[@id='i-1']")[0]
    raw = card.xpath(".//div[contains(@class,'raw')]")[0]
    assert "**" in [gone.text for gone in raw.xpath(".//del")]
    assert card.xpath(".//details[@class='as-read']//li")[0].text_content() == "Heron：维护模式。"


def test_write__a_changed_cell_is_marked_under_its_head() -> None:
    card = tree(page()).xpath("//article[@id='i-3']")[0]
    assert [head.text_content() for head in card.xpath(".//div[@class='change']//th")] == ["引擎", "吞吐"]
    assert [ins.text for ins in card.xpath(".//ins")] == ["7.9"]


def test_write__a_new_row_stands_under_the_head_of_its_table() -> None:
    card = tree(page()).xpath("//article[@id='i-4']")[0]
    new = card.xpath(".//div[contains(@class,'ins-block')]")[0]
    assert [head.text_content() for head in new.xpath(".//th")] == ["引擎", "吞吐"]
    assert [cell.text_content() for cell in new.xpath(".//td")] == ["Gull", "7.9 GB/s"]


def test_write__cards_stand_in_the_order_of_the_document() -> None:
    assert tree(page()).xpath("//article[@data-card]/@id") == ["i-2", "i-1", "i-3", "i-4"]


def test_write__the_quotation_is_marked_in_its_context() -> None:
    passage = tree(page()).xpath("//article[@id='i-1']//figure[contains(@class,'passage')]")[0]
    assert [mark.text for mark in passage.xpath(".//mark")] == ["Kestrel v2.4.0 的吞吐为 7.9 GB/s。"]
    numbers = [n.text for n in passage.xpath(".//span[@class='n']")]
    assert numbers == ["3", "4", "5", "6"]
    assert "读过原文的笔记" in passage.text_content()


def test_write__without_the_source_the_quotation_stands_alone() -> None:
    text = write_report(record(), BASE.encode())
    passage = tree(text).xpath("//article[@id='i-1']//figure[contains(@class,'passage')]")[0]
    assert [line.text_content() for line in passage.xpath(".//span[@class='t']")] == [
        "Kestrel v2.4.0 的吞吐为 7.9 GB/s。"
    ]


def test_write__a_fact_that_failed_is_told_in_words_not_by_colour() -> None:
    sentence = "吞吐为 9.9 GB/s"
    failed = fact("quantity", "9.9 GB/s", sentence, status="contradicted", reason="来源写 7.9 GB/s", how="")
    one = increment(
        1, claims=(claim(sentence, "contradicted", "refused", (failed,), reason="来源写 7.9 GB/s"),)
    )
    card = tree(page(record([one]))).xpath("//article[@id='i-1']")[0]
    assert "未写入的论断 (1)" in card.text_content()
    assert (
        "9.9 GB/s (与来源相悖)" in card.xpath(".//span[contains(@class,'f-contradicted')]")[0].text_content()
    )
    assert "来源写 7.9 GB/s" in card.text_content()


def test_write__decisions_are_shown_with_who_and_why() -> None:
    told = words_of(
        page(
            decisions={"i1": Given("refused", "Ann", "重复"), "i2": Given("edited", "Bo", text="新的**话**")}
        )
    )
    assert "已拒绝 · Ann: 重复" in told
    assert "已改写 · Bo" in told
    assert "新的话" in told


def test_write__a_night_with_nothing_says_so() -> None:
    empty = record([increment(1, commit="")], (), commits=(), branch="")
    told = words_of(page(empty))
    assert "今夜没有写入分支的内容。" in told
    assert "增量 1" in told


def test_write__nights_are_drawn_up_to_this_one() -> None:
    def done(day: int, proved: int) -> NightDone:
        return NightDone(
            document="storage",
            night=dt.date(2026, 10, day),
            base="b",
            branch="x",
            commits=(),
            counts=(("proved", proved),),
            when=dt.datetime(2026, 10, day, 15, tzinfo=dt.UTC),
        )

    rows = tree(page(history=[done(10, 5), done(11, 16), done(13, 99)])).xpath(
        "//figure[@class='bars'][2]//tr"
    )
    assert [row.xpath("th")[0].text for row in rows] == ["2026-10-10", "2026-10-11", "2026-10-12"]
    assert [row.xpath(".//rect/@width")[0] for row in rows] == ["31.2", "100.0", "50.0"]


def test_write__edits_that_the_document_no_longer_takes_are_still_shown() -> None:
    other = "# 别的\n\n正文。\n"
    told = words_of(write_report(record([increment(1, added=("- 新的一行",))]), other.encode()))
    assert "新的一行" in told


def test_write__300_increments_stay_small() -> None:
    many = [increment(n, claims=tuple(claim() for _ in range(10))) for n in range(1, 301)]
    began = time.perf_counter()
    text = page(record(many, ()))
    assert len(text.encode()) < 3_000_000
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize("language", ["zh", "en"])
def test_write__lone_surrogates_of_a_damaged_source_do_no_harm(language: Language) -> None:
    odd: Evidence = evidence("坏\udc80字", span=Span(path="a\udc80.md", start=0, end=3))
    text = page(
        record([increment(1, title="坏\udc80字", claims=(claim(backing=(odd,)),))], language=language)
    )
    assert text.encode("utf-8", "replace")


def test_write__the_night_is_named() -> None:
    assert str(NIGHT) in tree(page()).xpath("//title/text()")[0]
