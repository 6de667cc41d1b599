"""A forge of each kind, and the client that speaks to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import stamina

from agent.forge import Forge, forge_for
from agent.settings import ForgeSettings
from tests.forge.server import PROJECT, TOKEN, ForgeServer


@pytest.fixture(params=["github", "gitlab"])
def server(request: pytest.FixtureRequest) -> Iterator[ForgeServer]:
    """Both kinds, one after the other; nothing waits between tries."""
    with stamina.set_testing(True, attempts=3, cap=True), ForgeServer(request.param) as running:
        yield running


@pytest.fixture
def forge(server: ForgeServer) -> Forge:
    """The client, with a good token."""
    return connect(server)


def connect(server: ForgeServer, token: str = TOKEN, project: str = PROJECT, **more: object) -> Forge:
    """A client as settings make it."""
    given = {"kind": server.kind, "project": project, "base_url": server.url, "timeout": 5.0, **more}
    settings = ForgeSettings.model_validate(given)
    made = forge_for(settings, {settings.token_name: token})
    assert made is not None
    return made
