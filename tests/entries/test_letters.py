"""What a letter or a broken page leaves behind is no point: names, wishes, announcements, halves of tags."""

from __future__ import annotations

import pytest

from agent.entries import entries
from agent.models import Point, SourceText
from tests.notes import note


def said(source: SourceText) -> list[str]:
    return [part.text for entry in entries(source) for part in entry.body if isinstance(part, Point)]


def mail(sender: str, body: str) -> SourceText:
    return note(f"# Tern\n\n{body}\n").model_copy(update={"meta": (("From", sender),)})


@pytest.mark.parametrize(
    ("sender", "news", "rest"),
    [
        (
            "Ada Lund <ada@x.example>",
            "Tern 0.9 has 77 commits.",
            "I think we should add it next week.\n\nAda",
        ),
        ("李明 <ming@x.example>", "Tern 0.9 有 77 次提交。", "我觉得下周可以加进去。\n\n李明"),
    ],
)
def test_mail__the_name_and_the_wish_of_the_sender_are_no_points(sender: str, news: str, rest: str) -> None:
    assert said(mail(sender, f"{news}\n\n{rest}")) == [news]


@pytest.mark.parametrize(
    ("news", "rest"),
    [
        ("Tern 0.9 has 77 commits.", "It works by pairing two of the models that came before:"),
        ("Tern 0.9 有 77 次提交。", "它的做法是把此前的两个模型配成一对并让它们互相校对每一步的输出："),
    ],
)
def test_stub__an_announcement_without_its_list_is_no_point(news: str, rest: str) -> None:
    assert said(note(f"# Tern\n\n{news}\n\n{rest}\n")) == [news]
    assert rest in said(note(f"# Tern\n\n{news}\n\n{rest}\n\n- one model drafts\n- one model checks\n"))


@pytest.mark.parametrize("news", ["Tern 0.9 has 77 commits.", "Tern 0.9 有 77 次提交。"])
def test_broken_link__its_rest_is_no_point(news: str) -> None:
    assert said(note(f'# Tern\n\n{news} https://x.example/?a=">\n')) == [news]


def test_wish__with_a_figure_is_news() -> None:
    text = "I think we should add it: Tern 0.9 is 12% faster."
    assert said(note(f"# Tern\n\n{text}\n")) == [text]


def test_mail__what_follows_the_name_of_the_sender_says_who_that_is() -> None:
    text = "Tern 0.9 has 77 commits.\n\nThanks a lot and see you on Monday!\nAda Lund\nHead of data\nPhone 555 0199"
    assert said(mail("Ada Lund <ada@x.example>", text)) == ["Tern 0.9 has 77 commits."]


def test_mail__a_long_text_behind_the_name_is_somebody_elses() -> None:
    news = "Heron 2.1 was released with 120 changes by 14 people, and it reads tables. " * 5
    assert len(said(mail("Ada Lund <ada@x.example>", f"See below.\n\nAda\n\n{news}"))) >= 2


@pytest.mark.parametrize(
    ("block", "kept"),
    [
        ("$ git clone https://x.example/t\n$ cd t && make -j8", []),
        ("pip install tern==0.9 \\\n  --no-deps", []),
        ("tern 0.9: 77 commits in 12 s\n$ tern --version", ["tern 0.9: 77 commits in 12 s"]),
    ],
)
def test_code__commands_are_no_points(block: str, kept: list[str]) -> None:
    assert said(note(f"# Tern\n\nInstall it:\n\n```bash\n{block}\n```\n\nTern 0.9 is out.\n")) == [
        *kept,
        "Tern 0.9 is out.",
    ]


def test_paper__names_with_their_addresses_are_no_points() -> None:
    text = "# Tern\n\nAda Lund ada@x.example\nBen Ito ben@x.example\n\nTern has 77 layers.\n"
    assert said(note(text)) == ["Tern has 77 layers."]


def test_a_text_that_begins_with_a_greeting_is_called_by_what_it_says_and_its_end_by_no_one() -> None:
    letter = (
        "Hi team\n\nThe maker withdraws Idarin in December 2026. Please update the guide.\n\nann (pharmacy)\n"
    )
    (entry,) = entries(note(letter, path="inbox/ann/2026-11-20-idarin.txt"))
    assert entry.title.startswith("The maker withdraws Idarin")
    assert [part.text for part in entry.body if isinstance(part, Point)] == [
        "The maker withdraws Idarin in December 2026."
    ]
