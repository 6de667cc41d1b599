"""Identifiers in a text: works, versions, commits, issues, repositories, and their normal forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from agent.facts.urls import Url, find_urls, normal_url

IdKind = Literal["arxiv", "doi", "cve", "commit", "issue", "repository", "version", "url"]

# arXiv identifiers: https://info.arxiv.org/help/arxiv_identifier.html. Five digits since 1501; before
# that four, so a bare `1412.1234` may be a decimal and is taken only with its prefix.
_ARXIV = re.compile(
    r"(?<![\w./-])(?:(?P<prefix>arxiv)(?:\s?id|\s?号|\s?preprint)?\s*[:：#]?\s*\[?)?"
    r"(?P<id>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?P<v>v\d{1,2})?(?![\d%×]|\.\d|[a-zA-Z])",
    re.IGNORECASE | re.ASCII,
)
_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|"
    "cs|dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|"
    "physics|plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con"
)
_OLD_ARXIV = re.compile(
    rf"(?<![\w./-])(?:arxiv\s*[:：]\s*)?(?P<id>(?:{_ARCHIVES})(?:\.[A-Za-z]{{2}})?/\d{{7}})(?P<v>v\d{{1,2}})?(?!\d)",
    re.IGNORECASE | re.ASCII,
)
_OLD_NUMBER = re.compile(r"/\d{7}", re.ASCII)
_NEW_NUMBER = re.compile(r"\d{4}\.\d{4}", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{7}")
"""What every old arXiv id, every new one and every commit holds: a text without it is told in a fifth of the time."""
# DOI syntax as Crossref recommends to match it: https://www.crossref.org/blog/dois-and-matching-regular-expressions/
_DOI = re.compile(r"(?<![\w./])10\.\d{4,9}/[-._;()/:A-Za-z0-9<>]+", re.ASCII)
_CVE = re.compile(
    r"(?<![\w-])(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[0-9a-z]{4}){3})(?![\w-])", re.IGNORECASE | re.ASCII
)
_COMMIT = re.compile(
    r"(?<![\w./-])(?:(?P<word>commits?|sha|revision|rev|提交)[\s:：`@]{1,4})?(?P<id>[0-9a-f]{7,40})(?![\w-]|\.\w)",
    re.ASCII,
)
_REF = re.compile(
    r"(?<![\w/&#.-])(?:(?P<repo>[A-Za-z0-9][\w.-]{0,60}/[A-Za-z0-9][\w.-]{0,80})"
    r"|(?P<word>PRs?|pull request|issues?|GH|MR|讨论|工单))?\s?[#＃](?P<n>\d{1,7})(?![\w-])",
    re.ASCII | re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?<![\w.-])(?P<v>[vV])?(?P<n>\d{1,4}(?:\.\d{1,5}){0,4})"
    r"(?P<suffix>(?:[-.]?(?:rc|alpha|beta|post|dev|preview|a|b|p)[-.]?\d{1,4}){1,3}|-(?:alpha|beta|rc|preview|dev|nightly|lts))?"
    r"(?:\+(?!v\d)(?P<local>[a-z][a-z0-9]{0,40}(?:\.[a-z0-9]{1,40}){0,4}(?![A-Za-z])))?"
    r"(?:\.?[xX](?![\w]))?(?![\w%×]|\.\d|[-/]\d)",
    re.ASCII,
)
_VERSION_WORD = re.compile(
    r"(?:\bversions?|\brelease|\bver\.?|版本|发布|升级到|升级至)\s?$", re.IGNORECASE | re.ASCII
)
_SLUG = re.compile(
    r"(?<![\w./@:-])(?P<owner>[A-Za-z][A-Za-z0-9-]{0,38})/(?P<name>[A-Za-z0-9][\w.-]{0,99})(?![\w/])",
    re.ASCII,
)
_FILE = re.compile(
    r"\.(?:md|py|json|jsonl|toml|ya?ml|txt|html?|pdf|sh|cu|cpp|rs|go|js|ts|csv|ipynb|rst)$", re.I
)
_FORGES = frozenset(
    {"github.com", "gitlab.com", "gitee.com", "codeberg.org", "huggingface.co", "modelscope.cn"}
)
_NOT_OWNERS = frozenset(
    "papers docs blog spaces datasets models collections topics orgs features sponsors search trending about".split()
)


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier as it stands in a text (`text[start:end] == text`) and its normal form.

    `normal` leaves out the arXiv version, or the build of a version (`+cu128`), which stands in `version`; of a commit it is the
    lower-case hash as given, of an issue or pull request `#12` or `owner/name#12`, of a repository
    `host/owner/name` in lower case (GitHub where no host is given), of a version the numbers without `v`.
    """

    kind: IdKind
    text: str
    start: int
    end: int
    normal: str
    version: str = ""


def find_identifiers(text: str, urls: tuple[Url, ...] | None = None) -> tuple[Identifier, ...]:
    """Every identifier of a text, in order and without overlap.

    A URL is one identifier of kind `url`; what it names (`arxiv`, `repository`, `issue`, …) is told by
    `named_by_url`. Numbers inside an identifier belong to it.
    """
    urls = find_urls(text) if urls is None else urls
    taken = [(url.start, url.end) for url in urls]
    found = [Identifier("url", url.raw, url.start, url.end, url.normal) for url in urls]
    for finder in (_dois, _old_arxiv, _cves, _arxivs, _refs, _slugs, _versions, _commits):
        fresh = [item for item in finder(text) if not _overlaps(item.start, item.end, taken)]
        found.extend(fresh)
        taken = sorted(taken + [(item.start, item.end) for item in fresh]) if fresh else taken
    found.sort(key=lambda item: item.start)
    return tuple(found)


def _overlaps(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    low, high = 0, len(taken)
    while low < high:
        middle = (low + high) // 2
        if taken[middle][1] <= start:
            low = middle + 1
        else:
            high = middle
    return low < len(taken) and taken[low][0] < end


def _dois(text: str) -> list[Identifier]:
    found: list[Identifier] = []
    if "10." not in text:
        return found
    for match in _DOI.finditer(text):
        raw = match[0].rstrip(".;:>")
        while raw.endswith(")") and raw.count(")") > raw.count("("):
            raw = raw[:-1].rstrip(".;:")
        found.append(Identifier("doi", raw, match.start(), match.start() + len(raw), raw.lower()))
    return found


def _arxivs(text: str) -> list[Identifier]:
    found: list[Identifier] = []
    if not _NEW_NUMBER.search(text):
        return found
    for match in _ARXIV.finditer(text):
        number = match["id"]
        five = len(number) == len("2608.14635")
        if not match["prefix"] and not (five and number[:4] >= "1501"):
            continue
        start = match.start("id")
        found.append(
            Identifier(
                "arxiv", text[start : match.end()], start, match.end(), number, (match["v"] or "").lower()
            )
        )
    return found


def _old_arxiv(text: str) -> list[Identifier]:
    if not _OLD_NUMBER.search(text):
        return []
    return [
        Identifier(
            "arxiv",
            text[match.start("id") : match.end()],
            match.start("id"),
            match.end(),
            re.sub(r"\.[A-Za-z]{2}/", "/", match["id"]).lower(),
            (match["v"] or "").lower(),
        )
        for match in _OLD_ARXIV.finditer(text)
    ]


def _cves(text: str) -> list[Identifier]:
    low = text.casefold()
    if "cve-" not in low and "ghsa-" not in low:
        return []
    return [Identifier("cve", m[0], m.start(), m.end(), m[0].upper()) for m in _CVE.finditer(text)]


def _commits(text: str) -> list[Identifier]:
    found: list[Identifier] = []
    if not _HASH.search(text):
        return found
    for match in _COMMIT.finditer(text):
        number = match["id"]
        mixed = number.isalnum() and not number.isdigit() and not number.isalpha()
        if not mixed and not (match["word"] and number.isdigit() is False):
            continue
        start = match.start("id")
        found.append(Identifier("commit", number, start, match.end("id"), number.lower()))
    return found


def _refs(text: str) -> list[Identifier]:
    if "#" not in text and "＃" not in text:
        return []
    found: list[Identifier] = []
    for match in _REF.finditer(text):
        repo = (match["repo"] or "").lower()
        start = match.start() if repo or match["word"] else match.end("n") - len(match["n"]) - 1
        found.append(
            Identifier("issue", text[start : match.end()], start, match.end(), f"{repo}#{match['n']}")
        )
    return found


def _slugs(text: str) -> list[Identifier]:
    """`owner/name` in running text, where a hyphen or underscore tells it from an "either/or"."""
    if "/" not in text:
        return []
    found: list[Identifier] = []
    for match in _SLUG.finditer(text):
        owner, name = match["owner"], match["name"].rstrip(".")
        quoted = text[match.start() - 1 : match.start()] == "`" and text[match.end() : match.end() + 1] == "`"
        sure = quoted or "-" in owner or "_" in name or ("-" in name and owner[:1].islower())
        if not sure or _FILE.search(name) or not re.search(r"[A-Za-z]{2}", name):
            continue
        raw = f"{owner}/{name}"
        found.append(
            Identifier(
                "repository", raw, match.start(), match.start() + len(raw), f"github.com/{raw.lower()}"
            )
        )
    return found


def _versions(text: str) -> list[Identifier]:
    """`v0.30.0`, `0.5.20.post1`, `version 2.1`; a plain `2.1` is a number, not a version.

    What stands after a plus names the build (PEP 440, local version identifiers): it is the version's own.
    """
    found: list[Identifier] = []
    for match in _VERSION.finditer(text):
        dots = match["n"].count(".")
        named = match["v"] or dots >= 2 or (match["suffix"] and dots)
        if not named and not (dots and _VERSION_WORD.search(text, max(0, match.start() - 12), match.start())):
            continue
        if dots >= 2 and not match["v"] and _is_dotted_date(match["n"]):
            continue
        normal = match["n"] + (match["suffix"] or "").lower().replace("-", "").replace(".", "")
        local = (match["local"] or "").lower()
        found.append(Identifier("version", match[0], match.start(), match.end(), normal, version=local))
    return found


def _is_dotted_date(number: str) -> bool:
    parts = [int(part) for part in number.split(".")]
    return len(parts) == 3 and 1990 <= parts[0] <= 2100 and 1 <= parts[1] <= 12 and 1 <= parts[2] <= 31


def named_by_url(url: str) -> Identifier | None:
    """The work, repository, issue, pull request, commit or release that a URL names, if it is such a URL."""
    normal = normal_url(url)
    parts = urlsplit(normal)
    host, path = parts.netloc, parts.path.strip("/")
    if host == "arxiv.org" and path.startswith("abs/"):
        match = re.fullmatch(r"abs/(.+?)(v\d{1,2})?", path)
        return _named("arxiv", url, match[1], match[2] or "") if match else None
    if host == "doi.org":
        return _named("doi", url, path)
    if host not in _FORGES:
        return None
    return _named_on_forge(url, host, path.split("/"))


def _named(kind: IdKind, url: str, normal: str, version: str = "") -> Identifier:
    return Identifier(kind, url, 0, len(url), normal, version)


def _named_on_forge(url: str, host: str, steps: list[str]) -> Identifier | None:
    if len(steps) < 2 or steps[0].lower() in _NOT_OWNERS:
        return None
    owner, name, *rest = steps
    slug = f"{owner}/{name}".lower()
    rest = [step for step in rest if step != "-"]
    if (
        len(rest) >= 2
        and rest[0] in {"issues", "pull", "pulls", "merge_requests", "discussions"}
        and rest[1].isdigit()
    ):
        return _named("issue", url, f"{slug}#{rest[1]}")
    if len(rest) >= 2 and rest[0] in {"commit", "commits"} and re.fullmatch(r"[0-9a-f]{7,40}", rest[1]):
        return _named("commit", url, rest[1])
    if len(rest) >= 3 and rest[:2] == ["releases", "tag"]:
        return _named("version", url, f"{host}/{slug}@{rest[2].removeprefix('v')}")
    if not rest or rest[0] in {"tree", "blob", "releases", "wiki", "issues", "pulls", "tags"}:
        return _named("repository", url, f"{host}/{slug}")
    return None


def origin_of(text: str) -> str:
    """The primary thing that a reference goes back to, in one form: `arxiv:ID`, `doi:…`, `host/owner/name`,
    else the page's normal URL; an empty string where the text names none.

    Two references to one work, page or repository have the same origin, whatever the spelling.
    """
    found = find_identifiers(text)
    for item in found:
        named = named_by_url(item.text) if item.kind == "url" else item
        if named is None or named.kind == "url":
            continue
        if named.kind == "arxiv":
            return f"arxiv:{named.normal}"
        if named.kind == "doi":
            inner = re.fullmatch(r"10\.48550/arxiv\.(.+)", named.normal)
            return f"arxiv:{inner[1]}" if inner else f"doi:{named.normal}"
        if named.kind == "repository":
            return named.normal
        if named.kind == "issue" and not named.normal.startswith("#"):
            return f"github.com/{named.normal}"
    for item in found:
        if item.kind == "url":
            return item.normal.partition("#")[0]
    return ""
