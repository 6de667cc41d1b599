"""What is in the window, what waits, what is known, and what is refused."""

from __future__ import annotations

import datetime as dt
import os
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from agent.inbox import Listing, Window, list_items, night_window
from agent.inbox.dates import date_item
from agent.inbox.files import find
from agent.settings import SourceSettings
from agent.store import content_hash

ZONE = ZoneInfo("Asia/Shanghai")
NIGHT = night_window(dt.date(2026, 9, 25), zone=ZONE)
SOURCES = (SourceSettings(glob="inbox/*/**/*"),)
Write = Callable[[str, str | bytes], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        path.write_bytes(data)
        return content_hash(data)

    return write_file


def listing(root: Path, **options: Any) -> Listing:
    return list_items(
        root, options.pop("sources", SOURCES), options.pop("window", NIGHT), zone=ZONE, **options
    )


def paths(found: Listing) -> list[str]:
    return [entry.item.path.removeprefix("inbox/") for entry in found.entries]


def reasons(found: Listing) -> dict[str, str]:
    return {refused.source.path.removeprefix("inbox/"): refused.reason for refused in found.refused}


def test_window__is_half_open_and_ends_at_the_cut() -> None:
    assert NIGHT.start.isoformat() == "2026-09-24T22:00:00+08:00"
    assert NIGHT.end.isoformat() == "2026-09-25T22:00:00+08:00"
    with pytest.raises(ValueError, match="need"):
        Window(start=dt.datetime(2026, 9, 24), end=NIGHT.end)


def test_nights__leave_no_gap_and_no_overlap_over_a_clock_change() -> None:
    zone = ZoneInfo("Europe/Berlin")
    nights = [night_window(dt.date(2026, 10, day), zone=zone) for day in (24, 25, 26)]
    assert [a.end == b.start for a, b in pairwise(nights)] == [True, True]


def test_items__in_the_window_late_or_waiting(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-24T2200-begin.md", "1")
    write("inbox/jay/2026-09-25-2159-end.md", "2")
    write("inbox/jay/2026-09-25T2200-next.md", "3")
    write("inbox/tom/2026-09-25-day.md", "4")
    write("inbox/tom/2026-09-24-day-before.md", "5")
    write("inbox/tom/2026-09-23-late.md", "6")
    write("inbox/tom/2026-09-24T2159-late.md", "7")
    write("inbox/tom/2026-09-26-tomorrow.md", "8")
    found = listing(tmp_path)
    assert {entry.item.path.split("/")[-1] for entry in found.entries} == {
        "2026-09-24T2200-begin.md",
        "2026-09-25-2159-end.md",
        "2026-09-25-day.md",
        "2026-09-24-day-before.md",
        "2026-09-23-late.md",
        "2026-09-24T2159-late.md",
    }
    assert [item.path.split("/")[-1] for item in found.waiting] == [
        "2026-09-26-tomorrow.md",
        "2026-09-25T2200-next.md",
    ][::-1]


def test_waiting_item__is_taken_by_its_own_night(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-25T2205-next.md", "x")
    tomorrow = night_window(dt.date(2026, 9, 26), zone=ZONE)
    assert paths(listing(tmp_path)) == []
    assert paths(listing(tmp_path, window=tomorrow)) == ["jay/2026-09-25T2205-next.md"]


def test_night_that_fires_early__says_so(tmp_path: Path) -> None:
    assert listing(tmp_path, now=NIGHT.end - dt.timedelta(seconds=1)).early
    assert not listing(tmp_path, now=NIGHT.end).early


def test_identity__is_the_content(tmp_path: Path, write: Write) -> None:
    known = write("inbox/jay/2026-09-25-renamed.md", "old news")
    write("inbox/jay/2026-09-25T0800-first.md", "same")
    write("inbox/tom/2026-09-25T0900-resent.md", "same")
    write("inbox/tom/2026-09-25-copy-without-hour.md", "same")
    found = listing(tmp_path, known={known})
    assert paths(found) == ["jay/2026-09-25T0800-first.md"]
    assert {copy.item.path: copy.same_as for copy in found.copies} == {
        "inbox/jay/2026-09-25-renamed.md": "",
        "inbox/tom/2026-09-25T0900-resent.md": "inbox/jay/2026-09-25T0800-first.md",
        "inbox/tom/2026-09-25-copy-without-hour.md": "inbox/jay/2026-09-25T0800-first.md",
    }


def test_corrected_item__names_the_version_it_replaces(tmp_path: Path, write: Write) -> None:
    old = content_hash(b"90.37%")
    write("inbox/jay/2026-09-25-a.md", "90.73%")
    found = listing(tmp_path, known={old}, versions={"inbox/jay/2026-09-25-a.md": old})
    assert [entry.replaces for entry in found.entries] == [old]


def test_date__name_then_front_matter_then_git_then_mtime(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-25T0820-a.md", "---\ndate: 2026-09-20\n---\na")
    write("inbox/jay/b.md", "---\ntitle: x\ndate: 2026-09-24 23:10\n---\nb")
    write("inbox/jay/c.md", "c")
    write("inbox/jay/d.md", "d")
    write("inbox/jay/e.eml", "From: a\nDate: Thu, 24 Sep 2026 16:00:00 +0000\n\nx")
    write("inbox/jay/2026-09-24/f.md", "f")
    os.utime(tmp_path / "inbox/jay/d.md", (1_790_262_000, 1_790_262_000))
    committed = {"inbox/jay/c.md": dt.datetime(2026, 9, 25, 1, tzinfo=dt.UTC)}
    found = listing(tmp_path, git_date=committed.get)
    assert {
        e.item.path.split("/")[-1]: (e.item.dated_by, e.item.date.isoformat()) for e in found.entries
    } == {
        "2026-09-25T0820-a.md": ("name", "2026-09-25T08:20:00+08:00"),
        "b.md": ("front matter", "2026-09-24T23:10:00+08:00"),
        "c.md": ("git", "2026-09-25T09:00:00+08:00"),
        "d.md": ("mtime", "2026-09-24T23:00:00+08:00"),
        "e.eml": ("front matter", "2026-09-25T00:00:00+08:00"),
        "f.md": ("name", "2026-09-24T00:00:00+08:00"),
    }


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("2026-09-25T0820-a.md", "2026-09-25T08:20:00+08:00"),
        ("2026-09-25-1335-a.md", "2026-09-25T13:35:00+08:00"),
        ("20260925T082011Z-a.md", "2026-09-25T16:20:11+08:00"),
        ("9_2026-09-25.md", "2026-09-25T00:00:00+08:00"),
        ("周报 2026年9月25日.md", "2026-09-25T00:00:00+08:00"),
        ("2026-09-25-1335b-model.md", "2026-09-25T00:00:00+08:00"),
        ("2026-09-25-70b.md", "2026-09-25T00:00:00+08:00"),
    ],
)
def test_date_in_a_name__in_its_many_forms(tmp_path: Path, write: Write, name: str, wanted: str) -> None:
    write(f"inbox/jay/{name}", "x")
    assert listing(tmp_path).entries[0].item.date.isoformat() == wanted


@pytest.mark.parametrize("name", ["2026-09-31-a.md", "2608.14635v1.md", "120260925.md", "v0.30.0.md"])
def test_number_that_is_no_date__dates_nothing(tmp_path: Path, write: Write, name: str) -> None:
    write(f"inbox/jay/{name}", "x")
    found = listing(tmp_path)
    assert [item.dated_by for item in (*found.waiting, *(e.item for e in found.entries))] == ["mtime"]


def test_contributor__is_the_folder_and_a_loose_file_is_not_lost(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/deep/er/2026-09-25-a.md", "a")
    write("inbox/2026-09-25-b.md", "b")
    write("cards/系统/2026-09-25-c.md", "c")
    cards = SourceSettings(glob="cards/**/*.md", kind="card", contributor="spark", weight=2)
    found = listing(tmp_path, sources=(*SOURCES, cards))
    assert {e.item.path: (e.item.contributor, e.item.kind, e.item.weight) for e in found.entries} == {
        "inbox/jay/deep/er/2026-09-25-a.md": ("jay", "note", 1),
        "inbox/2026-09-25-b.md": ("", "note", 1),
        "cards/系统/2026-09-25-c.md": ("spark", "card", 2),
    }


def test_refused__each_with_its_reason(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/empty.md", "")
    write("inbox/jay/large.md", "x" * 101)
    write("inbox/jay/half.md.part", "x")
    write("inbox/jay/~$draft.docx", "x")
    write("outside/secret.md", "x")
    write("inbox/jay/.hidden.md", "x")
    (tmp_path / "inbox/jay/out.md").symlink_to("/etc/hostname")
    (tmp_path / "inbox/jay/folder").symlink_to("../../outside")
    (tmp_path / "inbox/jay/broken.md").symlink_to("nowhere")
    (tmp_path / "inbox/jay/loop").symlink_to("..")
    os.mkfifo(tmp_path / "inbox/jay/pipe")
    found = listing(tmp_path, size_limit=100)
    assert reasons(found) == {
        "jay/broken.md": "it is a link to nothing",
        "jay/empty.md": "it is empty",
        "jay/folder": "it is a link to a folder",
        "jay/half.md.part": "it is still being written",
        "jay/large.md": "it is too large: 101 bytes, and the limit is 100",
        "jay/loop": "it is a link to a folder",
        "jay/out.md": "it is a link out of the workspace",
        "jay/pipe": "it is not a regular file",
        "jay/~$draft.docx": "it is a leftover of an editor",
    }
    assert not found.entries
    assert not found.waiting


def test_inbox_that_is_a_link_out_of_the_workspace__is_refused_whole(tmp_path: Path, write: Write) -> None:
    write("elsewhere/jay/2026-09-25-a.md", "x")
    (tmp_path / "workspace").mkdir()
    (tmp_path / "workspace/inbox").symlink_to("../elsewhere")
    found = listing(tmp_path / "workspace")
    assert not found.entries
    assert [one.reason for one in found.refused] == ["it is a link out of the workspace"]


def test_link_within_the_workspace__is_read(tmp_path: Path, write: Write) -> None:
    write("notes/a.md", "a")
    (tmp_path / "inbox/jay").mkdir(parents=True)
    (tmp_path / "inbox/jay/2026-09-25-a.md").symlink_to("../../notes/a.md")
    assert paths(listing(tmp_path)) == ["jay/2026-09-25-a.md"]


def test_file_that_grows_while_it_is_read__comes_later(tmp_path: Path, write: Write) -> None:
    from agent.inbox.files import find, read_files

    write("inbox/jay/2026-09-25-a.md", "half")
    places = list(find(tmp_path, SOURCES[0].glob))
    write("inbox/jay/2026-09-25-a.md", "half and whole")
    contents, refused = read_files(places, 1000)
    assert not contents
    assert [one.reason for one in refused] == ["it is still being written"]


def test_file_that_changes_before_it_is_kept__comes_later(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-25T0800-a.md", "a")
    write("inbox/jay/2026-09-25T0900-b.md", "b")
    found = listing(tmp_path, keep=lambda data: write("inbox/jay/2026-09-25T0900-b.md", "b, longer"))
    assert paths(found) == ["jay/2026-09-25T0800-a.md"]
    assert reasons(found) == {"jay/2026-09-25T0900-b.md": "it is still being written"}


def test_names__are_nfc_and_two_spellings_are_two_items(tmp_path: Path, write: Write) -> None:
    composed = unicodedata.normalize("NFC", "inbox/jay/2026-09-25-café.md")
    write(unicodedata.normalize("NFD", composed), "a")
    assert [entry.item.path for entry in listing(tmp_path).entries] == [composed]
    write(composed, "b")
    found = listing(tmp_path)
    assert len({entry.item.path for entry in found.entries}) == 2


def test_name_that_is_no_utf8__is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "inbox" / "jay"
    folder.mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(folder) + b"/2026-09-25-\xff.md")).write_text("x", encoding="utf-8")
    assert list(reasons(listing(tmp_path)).values()) == [
        "its name is not valid UTF-8, or holds control characters"
    ]


def test_keep__gets_the_bytes_of_every_entry_and_of_nothing_else(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-25-a.md", "a")
    write("inbox/jay/2026-09-27-b.md", "b")
    kept: list[bytes] = []
    listing(tmp_path, keep=kept.append)
    assert kept == [b"a"]


def test_glob_that_matches_a_file_twice__lists_it_once(tmp_path: Path, write: Write) -> None:
    write("inbox/jay/2026-09-25-a.md", "a")
    queue = SourceSettings(glob="inbox/jay/*.md", kind="queue")
    found = listing(tmp_path, sources=(queue, *SOURCES))
    assert [entry.item.kind for entry in found.entries] == ["queue"]


def test_refused__is_told_once_and_again_when_it_changes(tmp_path: Path, write: Write) -> None:
    write("inbox/ann/2026-09-25-empty.md", "")
    write("inbox/ann/2026-09-25-scan.pdf", "%PDF-1.4 no words")
    first = listing(tmp_path)
    assert [one.reason for one in first.refused] == ["it is empty"]
    told = {one.source.path: (one.source.item, one.reason) for one in first.refused}
    scan = next(entry.item for entry in first.entries)
    told[scan.path] = (scan.item, "it is an encrypted PDF")
    again = listing(tmp_path, unread=told)
    assert not again.refused
    assert not again.entries
    assert sorted(one.reason for one in again.still_refused) == ["it is an encrypted PDF", "it is empty"]
    write("inbox/ann/2026-09-25-scan.pdf", "%PDF-1.4 now with words")
    changed = listing(tmp_path, unread=told)
    assert [entry.item.path for entry in changed.entries] == ["inbox/ann/2026-09-25-scan.pdf"]


def test_secret_in_a_name__does_not_leave_the_listing(tmp_path: Path, write: Write) -> None:
    token = "ghp_" + "a1B2" * 9
    write(f"inbox/ann/2026-09-25-{token}.md", "Words of a note.")
    write(f"inbox/ann/2026-09-25-{token}-empty.md", "")
    found = listing(tmp_path)
    assert token not in found.model_dump_json()
    assert found.entries[0].item.date.day == 25


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("2026-09-25T08-20-a.md", "2026-09-25T08:20:00+08:00"),
        ("2026-09-25T08.20.30.123Z.md", "2026-09-25T16:20:30+08:00"),
        ("2026-09-25T0820+0530-a.md", "2026-09-25T10:50:00+08:00"),
        ("2026-09-25T082000-0700-a.md", "2026-09-25T23:20:00+08:00"),
        ("20260925082030.md", "2026-09-25T08:20:30+08:00"),
        ("WeChat_202609250820.md", "2026-09-25T08:20:00+08:00"),
        ("2026-9-5-a.md", "2026-09-05T00:00:00+08:00"),
        ("2026年9月25日 8点20分.md", "2026-09-25T08:20:00+08:00"),
        ("2026-09-25/0820-a.md", "2026-09-25T08:20:00+08:00"),
        ("2026/09/25/a.md", "2026-09-25T00:00:00+08:00"),
        ("2026-09-25-2026-review.md", "2026-09-25T00:00:00+08:00"),
        ("20260925-1080p.md", "2026-09-25T00:00:00+08:00"),
    ],
)
def test_date_in_a_name__with_its_zone_run_together_or_in_folders(name: str, wanted: str) -> None:
    found = date_item(f"inbox/jay/{name}", b"", zone=ZONE, git_date=None, mtime=0)
    assert (found.date.isoformat(), found.by) == (wanted, "name")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("2026-09-25 8:20 PM", "2026-09-25T20:20:00+08:00"),
        ("2026-09-25 下午 8:20", "2026-09-25T20:20:00+08:00"),
        ("2026-09-25 12:20 am", "2026-09-25T00:20:00+08:00"),
        ("2026-09-25 08:20 UTC+8", "2026-09-25T08:20:00+08:00"),
        ("2026-09-25 08:20 EST", "2026-09-25T21:20:00+08:00"),
        ("2026-09-25 08:20 America/Los_Angeles", "2026-09-25T23:20:00+08:00"),
        ("2026-09-25 08:20 CST", "2026-09-25T08:20:00+08:00"),
        ("2026/9/5", "2026-09-05T00:00:00+08:00"),
        ("Sep 25, 2026", "2026-09-25T00:00:00+08:00"),
        ("25th September 2026", "2026-09-25T00:00:00+08:00"),
        ("2026年9月25日 8:20", "2026-09-25T08:20:00+08:00"),
    ],
)
def test_date_in_front_matter__as_people_write_it(said: str, wanted: str) -> None:
    head = f'---\ndate: "{said}"\n---\n'.encode()
    found = date_item("a.md", head, zone=ZONE, git_date=None, mtime=0)
    assert (found.date.isoformat(), found.by) == (wanted, "front matter")


def test_date_that_was_changed__counts_where_no_other_is_told() -> None:
    head = b"---\nupdated: 2026-09-26\ndate: 2026-09-25\n---\n"
    assert date_item("a.md", head, zone=ZONE, git_date=None, mtime=0).date.day == 25
    only = date_item("a.md", b"---\nlastmod: 2026-09-26\n---\n", zone=ZONE, git_date=None, mtime=0)
    assert only.date.day == 26


@pytest.mark.parametrize(
    "glob",
    [
        "./inbox/**/*.md",
        "inbox/",
        "inbox/{jay,tom}/*.md",
        "inbox/[j-k]ay/*.md",
        "inbox/[!a]*/2026-09-25-笔记.md",
    ],
)
def test_glob__in_each_of_its_signs(tmp_path: Path, write: Write, glob: str) -> None:
    write("inbox/jay/2026-09-25-笔记.md", "a")
    found = listing(tmp_path, sources=(SourceSettings(glob=glob),))
    assert [entry.item.path for entry in found.entries] == ["inbox/jay/2026-09-25-笔记.md"]


def test_glob_with_signs_of_patterns__means_them_as_they_stand(tmp_path: Path, write: Write) -> None:
    write("inbox/a+b (1)/2026-09-25-a.md", "a")
    found = listing(tmp_path, sources=(SourceSettings(glob="inbox/a+b (1)/*.md"),))
    assert len(found.entries) == 1


@pytest.mark.parametrize(
    "name", ["日报　第12期.md", "note\u00a0two.md", "👩\u200d💻.md", "\U0001fae8.md", "zero\u200bwidth.md"]
)
def test_name__of_unusual_signs_that_hide_nothing_is_taken(write: Write, tmp_path: Path, name: str) -> None:
    write(f"inbox/jay/2026-09-25T0900-{name}", "x")
    assert paths(listing(tmp_path)) == [f"jay/2026-09-25T0900-{name}"]


def test_file_that_vanishes_while_the_inbox_is_listed__is_told(write: Write, tmp_path: Path) -> None:
    for name in "ab":
        write(f"inbox/jay/{name}.md", name)
    found = find(tmp_path, "inbox/*/**")
    next(found)
    (tmp_path / "inbox/jay/b.md").unlink()
    assert [one.problem for one in found] == ["it vanished while it was looked at"]


def test_folders_without_end__are_refused_not_walked(write: Write, tmp_path: Path) -> None:
    write(f"inbox/jay/{'d/' * 150}2026-09-25T0900-a.md", "x")
    write("inbox/jay/2026-09-25T0900-b.md", "y")
    found = listing(tmp_path)
    assert paths(found) == ["jay/2026-09-25T0900-b.md"]
    assert set(reasons(found).values()) == {"it is not a regular file"}


@pytest.mark.parametrize("date", ["Fri, 31 Dec 9999 23:59:59 -1200", "Mon, 01 Jan 0001 00:00:00 +1400"])
def test_date__at_the_end_of_the_calendar_is_none(date: str) -> None:
    head = f"Date: {date}\nSubject: x\n\nwords".encode()
    dated = date_item("inbox/jay/a.eml", head, zone=ZONE, git_date=None, mtime=0.0)
    assert dated.by in ("mtime", "front matter")


def test_mtime__that_no_calendar_has_is_read_as_the_first() -> None:
    dated = date_item("inbox/jay/note.md", b"x", zone=ZONE, git_date=None, mtime=1e12)
    assert (dated.date.year, dated.by) == (1970, "mtime")
