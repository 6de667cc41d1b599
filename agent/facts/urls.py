"""URLs in a text, where they end, and one normal form for the spellings of one page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

# A bare URL is ASCII (RFC 3986): a full-width bracket, Chinese punctuation or a Chinese word ends it.
_BARE = re.compile(r"https?://[!#-;=?-\[\]_a-z~%]+", re.IGNORECASE)
_INLINE = re.compile(r"(?<=\]\()[ \t]*<?(https?://[^\s<>\"|]+)", re.IGNORECASE)
_AUTOLINK = re.compile(r"<(https?://[^\s<>\"]+)>", re.IGNORECASE)
_TRAILING = ".,;:!?'\"*_~^\\"
_CLOSERS = {")": "(", "]": "[", "}": "{"}

# Parameters that name the visitor's way to the page, never the page: those of the analytics vendors'
# own documentation (Google `utm_*`, `gclid`, `_gl`; Meta `fbclid`; Microsoft `msclkid`; Mailchimp `mc_*`;
# HubSpot `_hs*`; Matomo `mtm_*`, `pk_*`) and Chinese share links (`spm`, `share_*`, `vd_source`).
# Plain `ref` and `source` can choose the page and are kept.
_TRACKING_PREFIXES = ("utm_", "mc_", "_hs", "mtm_", "pk_", "ref_", "share_", "hsa_", "vero_", "oly_")
_TRACKING = frozenset(
    "fbclid gclid dclid gbraid wbraid msclkid yclid twclid igshid igsh ttclid li_fat_id _ga _gl _gid gclsrc "
    "mkt_tok spm scm vd_source spm_id_from from_source xhsshare xsec_source trk trackingid wt_mc s_cid "
    "cmpid __twitter_impression mibextid si".split()
)
_INDEX = re.compile(r"/index\.html?$")
_ARXIV_HOSTS = frozenset({"arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org", "alphaxiv.org", "cn.arxiv.org"})
_ARXIV_PATH = re.compile(
    r"^/(?:abs|pdf|html|format|e-print|ps|src|overview)/"
    r"((?:[a-z-]{2,10}(?:\.[a-z]{2})?/)?\d{4}(?:\.\d{4,5}|\d{3}))(v\d{1,2})?(?:\.pdf)?$",
    re.IGNORECASE,
)
_HF_PAPER = re.compile(r"^/papers/(\d{4}\.\d{4,5})$")


@dataclass(frozen=True, slots=True)
class Url:
    """A URL as it stands in a text (`text[start:end] == raw`) and its normal form."""

    raw: str
    start: int
    end: int
    normal: str


def find_urls(text: str) -> tuple[Url, ...]:
    """Every http(s) URL of a text, in order, each without the punctuation and words that follow it."""
    if "://" not in text:
        return ()
    spans: dict[int, int] = {}
    for pattern, group in ((_AUTOLINK, 1), (_INLINE, 1), (_BARE, 0)):
        for match in pattern.finditer(text):
            start, end = match.span(group)
            if start not in spans:
                if pattern is _INLINE:
                    end = _destination_end(text, start, end)
                spans[start] = end if pattern is _AUTOLINK else _trimmed(text, start, end)
    found: list[Url] = []
    reach = 0
    for start, end in sorted(spans.items()):
        if start < reach or end - start < len("https://x"):
            continue
        reach = end
        raw = text[start:end]
        found.append(Url(raw, start, end, normal_url(raw)))
    return tuple(found)


def _destination_end(text: str, start: int, end: int) -> int:
    """Where a link's destination ends: at the first bracket that it did not open (CommonMark 6.3)."""
    depth = 0
    for at in range(start, end):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth < 0:
                return at
    return end


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of the URL without sentence punctuation and without brackets that it did not open."""
    opened = {opener: text.count(opener, start, end) for opener in _CLOSERS.values()}
    closed = {closer: text.count(closer, start, end) for closer in _CLOSERS}
    first = text.find("](", start, end)
    if first < 0:
        first = text.find("(http", start + 1, end)
    if first >= 0:  # a link whose text is a URL: [https://a.b](https://a.b)
        return first
    while end > start:
        last = text[end - 1]
        if last in _CLOSERS:
            if closed[last] <= opened[_CLOSERS[last]]:
                return end
            closed[last] -= 1
        elif last not in _TRAILING:
            return end
        end -= 1
    return end


def normal_url(url: str) -> str:
    """One form for the spellings of one page; a string that is no URL comes back stripped.

    Scheme `https`, host in lower case without `www.`, no default port, no trailing slash or
    `index.html`, no tracking parameters, no text fragment. The other parameters and the fragment stay
    byte for byte. Every arXiv form becomes `https://arxiv.org/abs/ID` with the version where one is
    given; a DOI resolver becomes `https://doi.org/10…` in lower case.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return url
    if parts.scheme.lower() not in {"http", "https"} or not host:
        return url
    arxiv = _arxiv_of(host, parts.path)
    if arxiv:
        return f"https://arxiv.org/abs/{arxiv}"
    if host in {"doi.org", "dx.doi.org"}:
        return "https://doi.org" + unquote(parts.path).rstrip("/").lower()
    path = _INDEX.sub("", parts.path).rstrip("/")
    if host == "github.com":
        path = path.removesuffix(".git")
    if port not in {None, 80, 443}:
        host = f"{host}:{port}"
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _tracks(pair))
    fragment = parts.fragment.partition(":~:")[0]
    return f"https://{host}{path}{'?' + query if query else ''}{'#' + fragment if fragment else ''}"


def _tracks(pair: str) -> bool:
    key = pair.partition("=")[0].lower()
    return key in _TRACKING or key.startswith(_TRACKING_PREFIXES)


def _arxiv_of(host: str, path: str) -> str:
    path = path.rstrip("/")
    if host in _ARXIV_HOSTS:
        match = _ARXIV_PATH.match(path)
        return match[1].lower() + (match[2] or "").lower() if match else ""
    if host in {"huggingface.co", "hf.co"}:
        match = _HF_PAPER.match(path)
        return match[1] if match else ""
    return ""


def page_of(url: str) -> str:
    """The normal form without the fragment and without an arXiv version: which page, not where in it."""
    normal = normal_url(url).partition("#")[0]
    if normal.startswith("https://arxiv.org/abs/"):
        return re.sub(r"v\d{1,2}$", "", normal)
    return normal
