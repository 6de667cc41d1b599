"""The connection to a model's server: nothing that comes over it is without end, and nothing goes where it was not sent.

A response is taken as it was sent: one that is packed is asked for in plain, since a few bytes can unpack to
gigabytes. A server that sends on to another address is not followed there: the question holds the document.
"""

from __future__ import annotations

from collections.abc import Iterator

import httpx2

LONGEST_REPLY = 4_000_000
"""Bytes of an answer."""
_LONGEST_REFUSAL = 64_000
"""Bytes that are read of an error."""
_CONNECTING = 10.0
"""Seconds."""


def client(timeout: float) -> httpx2.Client:
    """A client whose responses have an end; each wait takes at most `timeout` seconds."""
    return httpx2.Client(
        timeout=httpx2.Timeout(timeout, connect=min(_CONNECTING, timeout)),
        follow_redirects=False,
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_bound]},
    )


class TooLong(httpx2.HTTPError):
    """The response does not end."""


def _bound(response: httpx2.Response) -> None:
    response.headers.pop("content-encoding", None)
    assert isinstance(response.stream, httpx2.SyncByteStream), "the client is a synchronous one"
    response.stream = _Ending(response.stream, cuts=not response.is_success)


class _Ending(httpx2.SyncByteStream):
    """A stream with an end: an error is cut there, an answer is none."""

    def __init__(self, stream: httpx2.SyncByteStream, *, cuts: bool) -> None:
        self._stream = stream
        self._cuts = cuts

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._stream:
            yield part
            size += len(part)
            if self._cuts and size > _LONGEST_REFUSAL:
                return
            if size > LONGEST_REPLY:
                raise TooLong(f"more than {LONGEST_REPLY} bytes")

    def close(self) -> None:
        """Hang up."""
        self._stream.close()
