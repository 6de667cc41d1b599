"""Settings of a workspace: defaults, then `redline.toml`, then the environment (`REDLINE_…`), then flags."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from agent.errors import BadSettings, NoDocument, NoWorkspace
from agent.language import language_of
from agent.models import Language

FILE_NAME = "redline.toml"
_NO_KEY = re.compile(r"redline_model__(?:roles__[a-z]+__)?key_env")


class _Section(BaseModel):
    """A table of `redline.toml`: it never changes, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, IsADirectoryError) as error:
        near = difflib.get_close_matches(name, available_timezones(), n=1)
        meant = f"did you mean {near[0]}?" if near else "write one such as Asia/Shanghai"
        raise ValueError(f"{name!r} is no time zone of the IANA list; {meant}") from error
    if "/" not in name and name != "UTC":
        raise ValueError(f"{name!r} is ambiguous or no place; write a place such as Asia/Shanghai")
    return name


def _inside(path: str) -> str:
    parts = Path(path).parts
    if Path(path).is_absolute() or ".." in parts or not parts:
        raise ValueError(f"{path!r} must be a path inside the repository")
    return Path(path).as_posix()


Zone = Annotated[str, AfterValidator(_zone)]
InsidePath = Annotated[str, AfterValidator(_inside)]


class DocumentSettings(_Section):
    """One living document."""

    name: str = Field(max_length=100, pattern=r"^[^\s~^:?*\[\\/\x00-\x1f.-][^\s~^:?*\[\\/\x00-\x1f]*$")
    """Short name: part of branch names and of commands."""
    path: InsidePath
    language: Language | Literal["auto"] = "auto"
    reserve: str = ""
    """Heading of the section that takes what has no sure place; empty: the best place all the same."""
    section_limit: int = Field(default=20_000, gt=0)
    """Characters after which a section is reported as too long."""

    def language_in(self, data: bytes) -> Language:
        """The document's language: as set, else as its bytes are written, else English."""
        if self.language != "auto":
            return self.language
        return language_of(data.decode("utf-8", "replace")) or "en"


class SourceSettings(_Section):
    """Where notes lie."""

    glob: InsidePath
    kind: Literal["note", "card", "queue", "brief"] = "note"
    contributor: str = ""
    """Empty: the folder below the first wildcard."""
    weight: float = Field(default=1.0, ge=0)


class NightSettings(_Section):
    """The window of a night and its limits."""

    timezone: Zone = "UTC"
    cut: str = Field(default="22:00", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    """Local time at which a night's window ends."""
    hours: int = Field(default=24, gt=0, le=24 * 31)
    min_increments: int = Field(default=3, ge=0)
    max_increments: int = Field(default=8, gt=0)
    item_limit: int = Field(default=5_000_000, gt=0)
    """Bytes above which an item is reported instead of read."""
    base: str = ""
    """Branch that nights start from; empty: the branch that is checked out."""
    stack: bool = False
    """Build on the last night's branch while that is open, instead of beside it."""
    catch_up: int = Field(default=7, ge=0, le=60)
    """Nights that were missed and are run before tonight's, at most; 0: tonight's alone, which reads all of them."""


class RoleSettings(_Section):
    """Another model for one role; what is empty is as for all."""

    name: str = ""
    base_url: str = ""
    key_env: str | None = None


class ModelSettings(_Section):
    """The model behind the writer; without a name, or without its key, the offline writer writes."""

    name: str = ""
    base_url: str = ""
    """Address of a server that speaks OpenAI's protocol; empty: OpenAI's own."""
    key_env: str = Field(default="OPENAI_API_KEY", pattern=r"^[A-Za-z_]?[A-Za-z0-9_]*$")
    """Name of the environment variable that holds the key; empty for a server that asks for none."""
    timeout: float = Field(default=120.0, gt=0)
    """Seconds of one try."""
    attempts: int = Field(default=4, ge=1, le=10)
    max_tokens: int = Field(default=6000, gt=0)
    """Of one reply."""
    parallel: int = Field(default=4, ge=1, le=64)
    call_tokens: int = Field(default=0, ge=0)
    night_tokens: int = Field(default=0, ge=0)
    night_money: float = Field(default=0.0, ge=0)
    night_seconds: float = Field(default=0.0, ge=0)
    price_in: float = Field(default=0.0, ge=0)
    """Of a million tokens of prompt, in `currency`."""
    price_out: float = Field(default=0.0, ge=0)
    currency: str = "USD"
    roles: Mapping[Literal["writer", "verifier", "chat", "judge"], RoleSettings] = {}

    def of_role(self, role: Literal["writer", "verifier", "chat", "judge"]) -> RoleSettings:
        """Name, address and key of the model of a role."""
        own = self.roles.get(role, RoleSettings())
        elsewhere = bool(own.base_url)
        return RoleSettings(
            name=own.name or self.name,
            base_url=own.base_url or self.base_url,
            key_env=own.key_env if own.key_env is not None else ("" if elsewhere else self.key_env),
        )


class ForgeSettings(_Section):
    """Where a night is published; without a table `[forge]` it stays in this repository."""

    kind: Literal["", "github", "gitlab"] = ""
    """Empty: branch, ledger and records are pushed, and no pull request is opened."""
    project: str = Field(default="", pattern=r"^$|^[\w.-]+(/[\w.-]+)+$", max_length=300)
    """`owner/name`; on GitLab also `group/subgroup/name`."""
    base_url: str = ""
    """Address of a self-hosted forge; empty: github.com or gitlab.com."""
    remote: str = ""
    """The git remote; empty: `origin`, where a forge is named."""
    token_env: str = Field(default="", pattern=r"^[A-Za-z_]?[A-Za-z0-9_]*$")
    """Name of the environment variable that holds the token; empty: GITHUB_TOKEN or GITLAB_TOKEN."""
    draft: bool = True
    timeout: float = Field(default=30.0, gt=0)
    """Seconds of one try."""

    @field_validator("base_url")
    @classmethod
    def _safe(cls, address: str) -> str:
        return _safe_address(address, "base_url", "https://git.example.org") if address else ""

    @model_validator(mode="after")
    def _whole(self) -> ForgeSettings:
        if self.kind and not self.project:
            raise ValueError(f'kind = "{self.kind}" needs a project; write it as project = "owner/name"')
        if self.kind == "github" and self.project.count("/") != 1:
            raise ValueError(f"{self.project!r} is no project of GitHub; write it as owner/name")
        if self.base_url and not self.kind:
            raise ValueError('base_url needs a kind; write kind = "github" or "gitlab"')
        return self

    @property
    def remote_name(self) -> str:
        """The git remote that is pushed to; empty where nothing is."""
        return self.remote or ("origin" if self.kind else "")

    @property
    def token_name(self) -> str:
        """The environment variable that holds the token."""
        return self.token_env or ("GITLAB_TOKEN" if self.kind == "gitlab" else "GITHUB_TOKEN")


class HookSettings(_Section):
    """Who is told how a night ended; none of them can make a night fail."""

    webhook: str = ""
    """Address that gets the outcome as JSON; a secret one is better kept in REDLINE_HOOKS__WEBHOOK."""
    command: tuple[str, ...] = ()
    """Program and arguments, started without a shell; the outcome comes to it as JSON on its standard input."""
    on: tuple[Literal["done", "failed"], ...] = ("done", "failed")
    timeout: float = Field(default=15.0, gt=0, le=600)
    """Seconds of one try of the webhook, and of the command."""

    @field_validator("webhook")
    @classmethod
    def _safe(cls, address: str) -> str:
        return _safe_address(address, "webhook", "https://hooks.example.org/…", query=True) if address else ""

    @field_validator("command")
    @classmethod
    def _program(cls, command: tuple[str, ...]) -> tuple[str, ...]:
        if command and (not command[0].strip() or any("\0" in part for part in command)):
            raise ValueError('it must begin with a program, such as ["notify-send", "Redline"]')
        return command


def _safe_address(address: str, key: str, such_as: str, *, query: bool = False) -> str:
    """An address that secrets may be sent to: https, or this machine. No message repeats the address."""
    told = f"it must be an address such as {such_as}"
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise ValueError(told) from error
    if parts.username is not None or parts.password is not None:
        raise ValueError(f"{key} must hold no user and no password; a token comes from the environment")
    if not host or (parts.query and not query) or parts.fragment or parts.scheme not in ("http", "https"):
        raise ValueError(told)
    if parts.scheme == "http" and not is_loopback(host):
        raise ValueError(f"{host!r} must be reached by https: over http anybody on the way reads along")
    return address.rstrip("/") if not query else address


def is_loopback(host: str) -> bool:
    """Whether a host's name is this machine's own."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Settings(BaseSettings):
    """Everything that can be set, read once at the start."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="REDLINE_", env_nested_delimiter="__", env_ignore_empty=True
    )

    documents: tuple[DocumentSettings, ...] = ()
    sources: tuple[SourceSettings, ...] = (SourceSettings(glob="inbox/*/**/*"),)
    night: NightSettings = NightSettings()
    model: ModelSettings = ModelSettings()
    forge: ForgeSettings = ForgeSettings()
    hooks: HookSettings = HookSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 (the library fixes the signature)
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before what the file says; `.env` files and secret folders are not read.

        A variable that is empty says nothing, but for the name of the key's variable: there it says that the
        server asks for no key.
        """
        assert isinstance(env_settings, EnvSettingsSource), "the library gives the environment's own source"
        empty = {name.lower(): "" for name, value in os.environ.items() if not value}
        no_key = {name: value for name, value in empty.items() if _NO_KEY.fullmatch(name)}
        env_settings.env_vars = {**env_settings.env_vars, **no_key}
        return env_settings, init_settings

    def document(self, name: str | None) -> DocumentSettings:
        """The document of that name, or the only one; raises `NoDocument`."""
        known = ", ".join(document.name for document in self.documents)
        if name is None:
            if len(self.documents) == 1:
                return self.documents[0]
            raise NoDocument(
                f"{FILE_NAME} names {len(self.documents)} documents ({known or 'none'}), so one must be chosen.",
                "Say which with --doc NAME.",
            )
        for document in self.documents:
            if document.name == name:
                return document
        near = difflib.get_close_matches(name, [document.name for document in self.documents], n=1)
        raise NoDocument(
            f"{FILE_NAME} names no document {name!r}; it names {known or 'none'}.",
            f"Did you mean {near[0]!r}?" if near else "Add it under [[documents]].",
        )


def load(root: Path) -> Settings:
    """Read the settings of the workspace at `root`.

    Raises `NoWorkspace` where there is no `redline.toml`, and `BadSettings` naming file, key and, for an
    unknown key, the one that was probably meant.
    """
    path = root / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise NoWorkspace(f"There is no {FILE_NAME} in {root}.", "Make one with: redline init") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{FILE_NAME} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error
    except OSError as error:
        raise BadSettings(f"{FILE_NAME} cannot be read: {error.strerror}.") from error
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{FILE_NAME} is not valid TOML: {error}.", "Correct that line.") from error
    try:
        settings = Settings(**table)
    except ValidationError as error:
        raise _explained(error) from error
    _check_documents(settings)
    return settings


def _check_documents(settings: Settings) -> None:
    for field in ("name", "path"):
        values = [getattr(document, field) for document in settings.documents]
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice:
            raise BadSettings(
                f"{FILE_NAME}: two documents have the {field} {twice!r}.", "Each needs its own."
            )


_VARIABLE = "the name of an environment variable (letters, digits and _), not its value"
_FORMS = {
    "documents.name": "without blanks and without any of ~ ^ : ? * [ \\ /, and not begin with . or -, as kv-cache",
    "night.cut": "a time from 00:00 to 23:59, as 22:00",
    "model.key_env": f"{_VARIABLE}, as OPENAI_API_KEY",
    "forge.project": "the project's path on the forge, as OWNER/NAME",
    "forge.token_env": f"{_VARIABLE}, as FORGE_TOKEN",
}
"""What the keys that a pattern guards take, in words."""


def _explained(error: ValidationError) -> BadSettings:
    # A misspelt key is reported before the one that is missing because of it.
    first = min(error.errors(), key=lambda entry: entry["type"] != "extra_forbidden")
    where = [part for part in first["loc"] if isinstance(part, str)]
    key = ".".join(where)
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(where[-1], _keys(where[:-1]), n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else f"Known keys here: {', '.join(_keys(where[:-1]))}."
        return BadSettings(f"{FILE_NAME}: there is no key {key!r}.", hint)
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "string_pattern_mismatch":
        message = f"it must be {_FORMS[key]}"
    return BadSettings(
        f"{FILE_NAME}: {key}: {message.rstrip('.?')}.", "Correct that key (or its REDLINE_… variable)."
    )


def _keys(where: list[str]) -> list[str]:
    tables: Mapping[str, type[BaseModel]] = {
        "documents": DocumentSettings,
        "sources": SourceSettings,
        "night": NightSettings,
        "model": ModelSettings,
        "forge": ForgeSettings,
        "hooks": HookSettings,
    }
    model: type[BaseModel] = tables[where[0]] if where and where[0] in tables else Settings
    return list(model.model_fields)
