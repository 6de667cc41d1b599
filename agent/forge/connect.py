"""From settings and environment to a forge; its library is loaded only then."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from agent.errors import ForgeRefused
from agent.forge.calls import Place
from agent.forge.forge import Forge
from agent.forge.model import Host
from agent.settings import ForgeSettings

_LIBRARIES = {"github": "PyGithub", "gitlab": "python-gitlab"}
_RIGHTS = {
    "github": "the permissions “Contents” and “Pull requests”, read and write (a classic token: repo)",
    "gitlab": "the scope “api” and the role Developer",
}
_HOMES = {"github": "https://github.com", "gitlab": "https://gitlab.com"}


def forge_for(settings: ForgeSettings, environment: Mapping[str, str]) -> Forge | None:
    """The forge of a workspace, None where it names none; nothing is asked of it yet.

    Raises ForgeRefused without a token, or where the library is not installed.
    """
    if not settings.kind:
        return None
    token = environment.get(settings.token_name, "").strip()
    if not token:
        raise ForgeRefused(
            f"There is no token in {settings.token_name} to open a pull request with.",
            hint=f"Put one there, with {_RIGHTS[settings.kind]}.",
        )
    if not token.isprintable() or not token.isascii() or " " in token:
        raise ForgeRefused(
            f"What is in {settings.token_name} is no token.", hint="Put the token there alone."
        )
    address = settings.base_url or _HOMES[settings.kind]
    place = Place(
        host=urlsplit(address).netloc,
        project=settings.project,
        token=token,
        token_name=settings.token_name,
        rights=_RIGHTS[settings.kind],
    )
    return Forge(_host(settings, place))


def _host(settings: ForgeSettings, place: Place) -> Host:
    try:
        if settings.kind == "github":
            from agent.forge.on_github import GitHubHost

            return GitHubHost(settings, place)
        from agent.forge.on_gitlab import GitLabHost

        return GitLabHost(settings, place)
    except ModuleNotFoundError as error:
        raise ForgeRefused(
            f"{_LIBRARIES[settings.kind]} is not installed, so no pull request can be opened.",
            hint="Install it: pip install 'redline[forge]'",
        ) from error
