"""Reading made short for the tests of the readers."""

from __future__ import annotations

import datetime as dt

import pytest

from agent.models import SourceItem, SourceText, Unreadable
from agent.readers import read
from agent.store import content_hash


class Reader:
    """Reads bytes under a name."""

    def __call__(self, name: str, data: bytes | str) -> SourceText:
        found = self.outcome(name, data)
        assert isinstance(found, SourceText), found.reason
        return found

    def refusal(self, name: str, data: bytes | str) -> str:
        found = self.outcome(name, data)
        assert isinstance(found, Unreadable)
        return found.reason

    @staticmethod
    def outcome(name: str, data: bytes | str) -> SourceText | Unreadable:
        raw = data.encode("utf-8") if isinstance(data, str) else data
        item = SourceItem(
            path=f"inbox/jay/{name}",
            item=content_hash(raw),
            contributor="jay",
            date=dt.datetime(2026, 9, 25, tzinfo=dt.UTC),
            dated_by="name",
        )
        return read(item, raw)


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader()


def shown(text: SourceText) -> list[tuple[str, int | str | None, str]]:
    """Kind, line (or element) and words of every block."""
    return [(b.kind, b.line or b.element, text.text[b.start : b.end]) for b in text.blocks]
