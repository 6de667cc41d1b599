"""What settles a caveat and what does not: a wrong one would take a doubt from the reader."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.caveats import caveats_for
from agent.ledger import Watched
from agent.models import Evidence, Language, SourceItem, SourceText, Span, Verdict
from agent.outcome import ClaimOutcome
from agent.readers import read
from agent.store import content_hash
from agent.watching import Passage, Watch, answered_by, effect_of
from agent.watching.watchlist import passages

NIGHT = dt.date(2026, 10, 9)
LATER = dt.datetime(2026, 12, 1, tzinfo=dt.UTC)


def watch(kind: str, claim: str, origin: str, language: Language = "en", *, distance: int = 1) -> Watch:
    """A claim of a note, and the caveat of that kind which the rules give it."""
    item = content_hash(claim.encode())
    evidence = Evidence.model_validate(
        {
            "id": "e1",
            "span": Span(path="inbox/ann/2026-10-09-a.md", start=0, end=len(claim), item=item),
            "quote": claim,
            "distance": distance,
            "origin": origin,
            "date": NIGHT,
        }
    )
    verdict = Verdict(status="supported", reason="")
    found = caveats_for(claim, date=NIGHT, language=language, evidence=[evidence], origins=[origin])
    [caveat] = [one for one in found if one.kind == kind]
    return Watch(
        event=Watched(document="storage", night=NIGHT, increment="i1", caveat=caveat),
        title=claim.split("\n", maxsplit=1)[0],
        claims=(ClaimOutcome(text=claim, verdict=verdict, kept="proved", evidence=(evidence,)),),
        added=(f"- **{claim}**",),
    )


def of_bo(text: str) -> SourceText:
    """What Bo has left since, as it is read."""
    data = text.encode()
    source = SourceItem(
        path="inbox/bo/2026-12-01-b.md",
        item=content_hash(data),
        contributor="bo",
        date=LATER,
        dated_by="name",
    )
    made = read(source, data)
    assert isinstance(made, SourceText)
    return made


def note(text: str) -> tuple[Passage, ...]:
    """The sentences of a note of a later night."""
    return tuple(passages(of_bo(text)))


def effects(caveat: Watch, text: str) -> set[str]:
    return {effect for one in note(text) if (effect := effect_of(caveat, one))}


PAPER = watch("preprint", "Tanuki prefetches tape blocks early (arXiv 2610.04444)", "arxiv:2610.04444")
CANDIDATE = watch(
    "unreleased", "Mimizuku v1.0rc1 compacts its index in place", "https://github.com/owls/mimizuku"
)
CANDIDATE_ZH = watch(
    "unreleased", "Mimizuku v1.0rc1 支持原地压缩索引，属候选版", "https://github.com/owls/mimizuku", "zh"
)
STATE = watch(
    "release state", "The project announces Mimizuku-Omni for audio", "https://blog.owls.org/2026/omni"
)
SELF = watch(
    "self-reported", "Tanuki prefetches tape blocks 43% earlier with a queue of 512", "arxiv:2610.04444"
)
SELF_ZH = watch("self-reported", "Tanuki 在队列 512 时预取磁带块提前 43%", "arxiv:2610.04444", "zh")
BARE = watch(
    "conditions", "TapeServe answers 2.5x faster than before", "https://blog.tapeserve.io/2026/faster"
)
STARS = watch("volatile", "owls/mimizuku has 1.2k★ as of 2026-10-09", "github.com/owls/mimizuku")
FIGURES = watch("no figures", "Tanuki improves restore efficiency (arXiv 2610.04444)", "arxiv:2610.04444")

SOURCED = "# Today\n\n## 1. {title}\n\nSource: {source}\n\n- {said}\n"


def told(said: str, source: str = "https://arxiv.org/abs/2610.04444", title: str = "News of it") -> str:
    return SOURCED.format(title=title, source=source, said=said)


@pytest.mark.parametrize(
    "said",
    [
        "The paper was accepted at OSDI 2027",
        "Published in the Journal of Tape Storage",
        "论文已被 OSDI 2027 接收",
        "已正式发表于《存储学报》期刊",
    ],
)
def test_a_publication_settles_a_preprint(said: str) -> None:
    assert effects(PAPER, told(said)) == {"settles"}


@pytest.mark.parametrize(
    "said",
    [
        "The paper was submitted to OSDI 2027",
        "The paper is under review at OSDI 2027",
        "The paper was not accepted at OSDI 2027",
        "It might be accepted at OSDI 2027",
        "The paper will be published in the Journal of Tape Storage",
        "Was it accepted at OSDI 2027?",
        "论文尚未被 OSDI 2027 接收",
        "论文已投稿 OSDI 2027",
        "预计发表于 OSDI 2027",
        "It builds on work of OSDI 2025",
        "The paper was accepted",
    ],
)
def test_what_is_open_denied_or_about_others_settles_no_preprint(said: str) -> None:
    assert effects(PAPER, told(said)) == set()


def test_another_work_settles_nothing() -> None:
    assert effects(PAPER, told("It was accepted at OSDI 2027", "https://arxiv.org/abs/2610.05555")) == set()
    two = told("arXiv 2610.05555 was accepted at OSDI 2027; it compares with arXiv 2610.04444")
    assert effects(PAPER, two) == set()


def test_a_withdrawn_work_hardens_its_caveat() -> None:
    assert effects(PAPER, told("The paper was withdrawn by its authors")) == {"hardens"}


def test_a_figure_in_the_same_paper_settles_that_there_was_none() -> None:
    assert effects(FIGURES, told("A restore takes 12 minutes instead of 40, 3.3x faster")) == {"settles"}
    assert effects(FIGURES, told("A restore is much faster")) == set()
    assert effects(FIGURES, told("3.3x faster", "https://arxiv.org/abs/2610.05555")) == set()


RELEASES = "https://github.com/owls/mimizuku/releases"


@pytest.mark.parametrize("caveat", [CANDIDATE, CANDIDATE_ZH], ids=["en", "zh"])
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Mimizuku v1.0 was released on 2026-11-20", {"settles"}),
        ("Mimizuku 1.0.0 is now released", {"settles"}),
        ("Mimizuku v1.0 正式发布", {"settles"}),
        ("Mimizuku v1.0rc2 was released on 2026-11-20", set()),
        ("Mimizuku v1.1 was released on 2026-11-20", set()),
        ("Mimizuku v1.0 will be released on 2026-12-20", set()),
        ("Mimizuku v1.0 预计下月正式发布", set()),
        ("Mimizuku v1.0 尚未发布", set()),
        ("Mimizuku v1.0 was not released", set()),
        ("Kawauso v1.0 was released on 2026-11-20", set()),
        ("The release of Mimizuku v1.0 was cancelled", {"hardens"}),
    ],
)
def test_a_release_settles_by_name_and_version(caveat: Watch, said: str, found: set[str]) -> None:
    assert effects(caveat, told(said, RELEASES)) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Owl 3.1 Swift Image was released today", {"settles"}),
        ("Owl 3.1 Swift Image 正式发布", {"settles"}),
        ("Owl 3.1 Swift-Lite was released today", set()),
        ("Owl 3.1 was released today", set()),
        ("Little Owl Pro 3.1 Swift Image was released today", set()),
    ],
)
def test_what_follows_the_version_belongs_to_the_name(said: str, found: set[str]) -> None:
    preview = watch(
        "unreleased", "The `Owl 3.1 Swift Image` preview is coming", "https://owls.org/blog/swift"
    )
    assert effects(preview, told(said, RELEASES)) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Mimizuku-Omni v0.3 was released today", {"settles"}),
        ("Mimizuku-Omni is generally available", {"settles"}),
        ("Mimizuku-Omni 正式发布", {"settles"}),
        ("Mimizuku-Omni was released as a preview", set()),
        ("Mimizuku-Omni-Lite is generally available", set()),
        ("Mimizuku is generally available", set()),
    ],
)
def test_a_state_that_was_unclear_is_settled_by_its_very_name(said: str, found: set[str]) -> None:
    assert effects(STATE, told(said, RELEASES)) == found


BLOG = "https://blog.taperoom.net/2026/tanuki"
SAME = "We measured it: Tanuki prefetches tape blocks 43% earlier with a queue of 512"


def test_another_origin_that_measured_the_same_settles() -> None:
    assert effects(SELF, told(SAME, BLOG)) == {"settles"}
    assert effects(SELF_ZH, told("实测 Tanuki 在队列 512 时预取磁带块提前 43%", BLOG)) == {"settles"}


@pytest.mark.parametrize(
    ("said", "source"),
    [
        (SAME, "https://arxiv.org/abs/2610.04444"),
        ("Tanuki prefetches tape blocks 43% earlier with a queue of 512", BLOG),
        ("According to the authors, Tanuki prefetches tape blocks 43% earlier with a queue of 512", BLOG),
        (f"{SAME} (arXiv 2610.04444)", BLOG),
        ("We measured it: Kawauso prefetches tape blocks 43% earlier with a queue of 512", BLOG),
        ("We plan to measure whether Tanuki prefetches tape blocks 43% earlier with a queue of 512", BLOG),
        ("据论文，Tanuki 在队列 512 时预取磁带块提前 43%", BLOG),
    ],
)
def test_the_same_origin_or_its_echo_is_no_second_source(said: str, source: str) -> None:
    assert effects(SELF, told(said, source)) == set()


OTHERWISE = "We measured it: Tanuki prefetches tape blocks 21% earlier with a queue of 512"


def test_a_second_measurement_that_says_otherwise_hardens() -> None:
    assert effects(SELF, told(OTHERWISE, BLOG)) == {"hardens"}
    assert effects(SELF_ZH, told("实测 Tanuki 在队列 512 时预取磁带块仅提前 21%", BLOG)) == {"hardens"}


@pytest.mark.parametrize(
    ("said", "source"),
    [
        (OTHERWISE.replace("We measured it: ", ""), BLOG),
        (OTHERWISE, "https://arxiv.org/abs/2610.04444"),
        (OTHERWISE.replace("512", "1024"), BLOG),
        (OTHERWISE + " on A100", BLOG),
        (OTHERWISE.replace("Tanuki", "Kawauso"), BLOG),
        (OTHERWISE.replace("prefetches tape blocks", "writes its log"), BLOG),
        (OTHERWISE.replace("We measured it", "We measured it, and it may be that"), BLOG),
    ],
)
def test_other_settings_other_things_and_what_is_not_sure_harden_nothing(said: str, source: str) -> None:
    assert effects(SELF, told(said, source)) == set()


def test_conditions_settle_where_they_stand_with_the_figure() -> None:
    with_them = "TapeServe answers 2.5x faster than before on 8×H100 at a batch size of 32"
    assert effects(BARE, told(with_them, "https://blog.tapeserve.io/2026/more")) == {"settles"}
    without = told("TapeServe answers 2.5x faster than before. It ran on 8×H100.", BLOG)
    assert effects(BARE, without) == set()
    other = told("Kawauso answers 2.5x faster than before on 8×H100", BLOG)
    assert effects(BARE, other) == set()


@pytest.mark.parametrize(
    ("said", "source", "found"),
    [
        ("owls/mimizuku has 2.3k★ now", "https://github.com/owls/mimizuku", {"settles"}),
        ("owls/mimizuku 目前 2.3k★", "https://github.com/owls/mimizuku", {"settles"}),
        ("owls/kawauso has 2.3k★ now", "https://github.com/owls/kawauso", set()),
        ("It may have 2.3k★ soon", "https://github.com/owls/mimizuku", set()),
    ],
)
def test_a_moving_figure_is_refreshed_by_the_same_repository(said: str, source: str, found: set[str]) -> None:
    assert effects(STARS, told(said, source)) == found


def test_its_own_note_is_no_news() -> None:
    text = told("The paper was accepted at OSDI 2027")
    item = note(text)[0].evidence.span.item
    evidence = PAPER.evidence[0].model_copy(
        update={"span": Span(path="inbox/bo/2026-12-01-b.md", start=0, end=1, item=item)}
    )
    own = Watch(PAPER.event, PAPER.title, (PAPER.claims[0].model_copy(update={"evidence": (evidence,)}),), ())
    assert effects(own, text) == set()


def test_sentences_of_a_megabyte_are_judged_in_time() -> None:
    hostile = "Mimizuku " * 20_000 + "1." * 20_000 + "被" * 20_000
    for one in note(told(hostile, RELEASES)):
        assert effect_of(CANDIDATE, one) is None
        assert effect_of(PAPER, one) is None


README = watch(
    "README claim", "Mimizuku-DB compacts 1 TB in 90 seconds, 2.5x faster", "github.com/owls/mimizuku"
)
SECOND_HAND = watch("second-hand", "Tanuki-FS restores 3 TB in 12 minutes", "arxiv:2610.04444", distance=2)


@pytest.mark.parametrize(
    ("said", "source", "found"),
    [
        ("We measured that Mimizuku-DB compacts 1 TB in 90 seconds, 2.5x faster", BLOG, {"settles"}),
        ("The README says Mimizuku-DB compacts 1 TB in 90 seconds, 2.5x faster", BLOG, set()),
        (
            "We measured that Mimizuku-DB compacts 1 TB in 90 seconds, 2.5x faster",
            "https://github.com/owls/mimizuku-bench",
            set(),  # the same owner
        ),
        ("We measured that Mimizuku-DB compacts 1 TB in 90 seconds", BLOG, set()),  # half of what is claimed
    ],
)
def test_a_projects_own_claim_is_settled_by_others_who_measured(
    said: str, source: str, found: set[str]
) -> None:
    assert effects(README, told(said, source)) == found


def test_what_was_told_at_second_hand_is_settled_by_who_has_read_the_original() -> None:
    assert effects(SECOND_HAND, told("Tanuki-FS restores 3 TB in 12 minutes")) == {"settles"}
    assert effects(SECOND_HAND, told("Tanuki-FS restores 3 TB in 21 minutes")) == set()
    assert effects(SECOND_HAND, told("Tanuki-FS should restore 3 TB in 12 minutes")) == set()


@pytest.mark.parametrize("kind", ["young", "derived"])
def test_kinds_that_no_sentence_can_settle_wait_for_their_day(kind: str) -> None:
    caveat = PAPER.event.caveat.model_copy(update={"kind": kind})
    other = Watch(PAPER.event.model_copy(update={"caveat": caveat}), PAPER.title, PAPER.claims, PAPER.added)
    assert effects(other, told("The paper was accepted at OSDI 2027")) == set()


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("To q0123456789a: the run used eight cards and batch 32.", "the run used eight cards and batch 32."),
        ("On q0123456789a\n\nIt ran on eight cards.", "It ran on eight cards."),
        ("q0123456789a: I do not know.", ""),
        ("q0123456789a: it may have been eight cards", ""),
        ("The run used eight cards.", "The run used eight cards."),
    ],
)
def test_an_answer_is_evidence_where_it_states_something(said: str, quote: str) -> None:
    found = answered_by(of_bo(said), "q0123456789a")
    assert (found.quote if found else "").endswith(quote)
    assert bool(found) == bool(quote)
