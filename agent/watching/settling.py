"""Does a sentence of a source settle a caveat, or make it worse? Better nothing than something that is not so.

What is open, denied, hedged or passed on from the first source never counts; what counts must name the very
thing: the work by its id, the release by name and version, the figure by its subject.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from agent.caveats.signs import PERFORMANCE
from agent.consistency.amounts import Amount, amounts
from agent.consistency.lexicon import metrics
from agent.evidence import EvidenceIndex, supports
from agent.gist.words import is_negated, telling_name
from agent.models import FactCheck, Verdict
from agent.outcome import ClaimOutcome, Effect
from agent.watching import signs
from agent.watching.model import Passage, Watch, named, owners

_VERSION = re.compile(
    r"(?<![\w.])v?(?P<base>\d{1,4}(?:\.\d{1,5}){1,3})(?P<pre>[-.]?(?:rc|alpha|beta|dev|preview|a|b)[-.]?\d{0,4})?(?![\w.]*\d)",
    re.IGNORECASE | re.ASCII,
)
_WORD = re.compile(r"[A-Za-z][\w+#-]*(?:\.[\w+#-]+)*", re.ASCII)
_NEAR = 32
"""Characters between a name and the version that is its own."""
_VARIANT = re.compile(r"(?:[ \-]{1,2}[A-Z][\w+]{0,30}){1,4}", re.ASCII)
_NO_NAMES = frozenset("version versions release releases ver v the of in and with".split())
_NO_VARIANTS = frozenset("ga rc lts release released is was now available stable final".split())
_FIGURE = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_VALUES = frozenset({"quantity", "ordinal", "date", "version"})
_STATE_OF = re.compile(r"^(?:Whether )?(?P<name>.{1,80}?) (?:当前 GA 状态|is generally available)")
_AS_OF = re.compile(r"(?<!\d)(20\d\d)[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?")


class _Release(NamedTuple):
    """A thing that is released: its name, its version, and what the name says after that."""

    name: str
    version: str
    variant: tuple[str, ...]


_Judge = Callable[[Watch, Passage], Effect | None]


def effect_of(watch: Watch, passage: Passage) -> Effect | None:
    """What a sentence does to a caveat; None where it does nothing that is sure."""
    judge = _JUDGES.get(watch.kind)
    if judge is None or passage.evidence.span.item in watch.items:
        return None
    return judge(watch, passage)


# A work


def _published(watch: Watch, passage: Passage) -> Effect | None:
    """The same work, by its id, has been through review, or has been withdrawn."""
    if not _same_work(watch, passage):
        return None
    if signs.WITHDRAWN.search(passage.words) and not signs.OPEN.search(passage.words):
        return None if is_negated(passage.words) else "hardens"
    if not _is_fact(passage.words, signs.PUBLISHED):
        return None
    return "settles" if signs.VENUE.search(passage.words) else None


def _same_work(watch: Watch, passage: Passage) -> bool:
    """Both speak of one work alone, and it is the same."""
    mine = {work for work in watch.works if work.startswith("arxiv:")} or watch.works
    yours = {work for work in passage.works if work.partition(":")[0] in {w.partition(":")[0] for w in mine}}
    return len(mine) == 1 and yours == mine


def _figures_given(watch: Watch, passage: Passage) -> Effect | None:
    """The same work with a figure of performance, in a sentence of its own."""
    if not _same_work(watch, passage) or not _is_sure(passage.words):
        return None
    return "settles" if any(a.dimension in PERFORMANCE for a in amounts(passage.words)) else None


# A release


def _released(watch: Watch, passage: Passage) -> Effect | None:
    """The version that was not out is out, under its own name."""
    wanted = _wanted_versions(watch.said)
    if not any(_names_version(passage.words, release) for release in wanted):
        return None
    if signs.GIVEN_UP.search(passage.words) and not signs.OPEN.search(passage.words):
        return "hardens"
    return "settles" if _is_fact(passage.words, signs.RELEASED) else None


def _wanted_versions(text: str) -> set[_Release]:
    """Each name with the version beside it; where some are marked as unfinished, those alone."""
    found: dict[_Release, bool] = {}
    for release, unfinished in _versions_in(text):
        found[release] = found.get(release, False) or unfinished
    marked = {release for release, unfinished in found.items() if unfinished}
    return marked or (set(found) if len(found) == 1 else set())


def _names_version(text: str, release: _Release) -> bool:
    return (release, False) in set(_versions_in(text))


def _versions_in(text: str) -> Iterator[tuple[_Release, bool]]:
    """The releases that a text names, and whether each is marked as unfinished.

    `Gemini 3.1 Flash Image` and `Gemini 3.1 Flash-Lite` are two: what follows the version belongs to the name.
    """
    for match in _VERSION.finditer(text):
        before = text[max(0, match.start() - _NEAR) : match.start()].rpartition("\n")[2]
        words = [word for word in _WORD.findall(before) if word.casefold() not in _NO_NAMES]
        if words:
            after = _VARIANT.match(text, match.end())
            variant = tuple(
                word.casefold()
                for word in (_WORD.findall(after[0]) if after else ())
                if word.casefold() not in _NO_VARIANTS
            )
            yield _Release(words[-1].casefold(), _full(match["base"]), variant), bool(match["pre"])


def _full(version: str) -> str:
    return re.sub(r"(?:\.0)+$", "", version)


def _available(watch: Watch, passage: Passage) -> Effect | None:
    """A thing whose release nobody had named is out, with a version or for everybody."""
    told = _STATE_OF.match(watch.event.caveat.wording)
    if told is None or not re.search(rf"(?<![\w-]){re.escape(told['name'])}(?![\w-])", passage.words):
        return None
    if signs.GIVEN_UP.search(passage.words) and not signs.OPEN.search(passage.words):
        return "hardens"
    if not _is_fact(passage.words, signs.RELEASED):
        return None
    version = any(not match["pre"] for match in _VERSION.finditer(passage.words))
    return "settles" if version or signs.FINAL.search(passage.words) else None


# A figure


def _corroborated(watch: Watch, passage: Passage, *, measured: bool) -> Effect | None:
    """Another origin says the same of the same subject, or something that cannot stand beside it."""
    if not _is_independent(watch, passage) or not _is_sure(passage.entry.text):
        return None
    if measured and not _says(signs.MEASURED, passage.entry.text):
        return None
    return _borne_out(watch, passage)


def _borne_out(watch: Watch, passage: Passage) -> Effect | None:
    doubted = _doubted(watch)
    if not doubted or not _shares_a_name(watch, passage):
        return None
    index = EvidenceIndex([passage.evidence])
    verdicts = [supports(claim.text, index) for claim in doubted]
    if all(verdict.status == "supported" and _proves_a_value(verdict) for verdict in verdicts):
        return "settles"
    if not _says(signs.MEASURED, passage.entry.text) or _under_other_conditions(watch, passage):
        return None
    worse = any(verdict.status == "contradicted" and _is_about_values(verdict) for verdict in verdicts)
    return "hardens" if worse else None


def _doubted(watch: Watch) -> list[ClaimOutcome]:
    """The claims that a caveat speaks of: those with the figure that it names, else all with a figure."""
    figured = [c for c in watch.claims if any(a.dimension in PERFORMANCE for a in amounts(c.text))]
    wording = watch.event.caveat.wording
    named = [c for c in figured if any(a.text in wording for a in amounts(c.text))]
    return named or figured


def _is_independent(watch: Watch, passage: Passage) -> bool:
    """Whether a passage goes back to something else than the claims do, and does not pass on what that says."""
    origin = passage.entry.origin
    if not origin or not watch.origins or _says(signs.REPEATS, passage.entry.text):
        return False
    return not (passage.ids & watch.ids) and not (owners({origin}) & owners(watch.origins))


def _shares_a_name(watch: Watch, passage: Passage) -> bool:
    shared = named(watch.said) & named(passage.words)
    return any(map(telling_name, shared)) or len(shared) > 1


def _shares_a_figure(watch: Watch, passage: Passage) -> bool:
    """Whether both have some number in common: without one nothing can be borne out, and looking costs little."""
    return not _figures(watch.said).isdisjoint(_figures(passage.words))


@lru_cache(maxsize=8192)
def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text))


def _proves_a_value(verdict: Verdict) -> bool:
    return any(check.status == "proved" and check.kind in _VALUES for check in verdict.facts)


def _is_about_values(verdict: Verdict) -> bool:
    """The figures of performance are other ones here; what it is said of, and its settings, are the same."""
    against = [check for check in verdict.facts if check.status == "contradicted"]
    named = [check for check in verdict.facts if check.kind in ("entity", "version", "repository", "arxiv")]
    return (
        bool(against)
        and all(check.kind == "quantity" and _same_dimension(check) for check in against)
        and all(check.status == "proved" for check in named)
        and (bool(named) or _proves_a_value(verdict))
    )


def _under_other_conditions(watch: Watch, passage: Passage) -> bool:
    """Whether a sentence names hardware or load that the claims do not: its figures may differ and both be true."""
    said = watch.said.casefold()
    return any(match[0].casefold() not in said for match in signs.CONDITIONS.finditer(passage.words))


def _same_dimension(check: FactCheck) -> bool:
    mine = {a.dimension for a in amounts(check.text)}
    return bool(mine & {a.dimension for a in amounts(check.quote)} & PERFORMANCE)


def _measured_by_others(watch: Watch, passage: Passage) -> Effect | None:
    return _corroborated(watch, passage, measured=True)


def _said_by_others(watch: Watch, passage: Passage) -> Effect | None:
    return _corroborated(watch, passage, measured=False)


def _conditions_given(watch: Watch, passage: Passage) -> Effect | None:
    """The same figure of the same thing, now with hardware or load in its sentence."""
    if not _shares_a_figure(watch, passage):
        return None
    if not signs.CONDITIONS.search(passage.words) or not _is_sure(passage.words):
        return None
    if not (passage.ids & watch.ids or _shares_a_name(watch, passage)):
        return None
    return "settles" if _borne_out(watch, passage) == "settles" else None


def _read_nearer(watch: Watch, passage: Passage) -> Effect | None:
    """What was told at second hand is borne out by somebody who has read the original."""
    if not passage.entry.origin or passage.entry.kind == "brief" or not _shares_a_figure(watch, passage):
        return None
    if not _is_sure(passage.words):
        return None
    index = EvidenceIndex([passage.evidence])
    verdicts = [supports(claim.text, index) for claim in watch.claims]
    proved = all(v.status == "supported" and _proves_a_value(v) for v in verdicts)
    return "settles" if verdicts and proved else None


def _refreshed(watch: Watch, passage: Passage) -> Effect | None:
    """The moving figure of the same repository, or of the thing by its name, on a later day."""
    repositories = {
        name for name in watch.ids if "/" in name and not name.startswith(("http", "arxiv:", "doi:"))
    }
    yours = {name for name in passage.ids if "/" in name and not name.startswith(("http", "arxiv:", "doi:"))}
    if len(repositories) != 1 or yours != repositories or not _is_sure(passage.words):
        return None
    kinds = {figure.dimension for claim in watch.claims for figure in _moving(claim.text)}
    same = [figure for figure in _moving(passage.words) if figure.dimension in kinds]
    return "settles" if len(same) == 1 and _day_of(passage) > _was_true(watch) else None


def _moving(text: str) -> list[Amount]:
    """Counts of stars, and what stands beside a word for downloads."""
    found = [a for a in amounts(text) if a.dimension == "stars"]
    counted = [a for a in amounts(text) if a.dimension == "count"]
    near = [m for m in metrics(text) if m.name == "downloads"]
    return found + [a for a in counted if any(-24 <= a.start - m.end <= 12 for m in near)]


def _was_true(watch: Watch) -> dt.date:
    told = _AS_OF.search(watch.event.caveat.wording)
    if told is None:
        return watch.event.night
    try:
        return dt.date(int(told[1]), int(told[2]), int(told[3] or 28))
    except ValueError:
        return watch.event.night


def _day_of(passage: Passage) -> dt.date:
    return passage.evidence.date or passage.entry.date


# Sentences


@lru_cache(maxsize=8192)
def _says(sign: re.Pattern[str], text: str) -> bool:
    """Whether a text has a sign; an entry is asked again for each caveat and sentence."""
    return sign.search(text) is not None


@lru_cache(maxsize=8192)
def _is_sure(text: str) -> bool:
    """Neither open nor asked."""
    return not signs.OPEN.search(text) and not text.rstrip().endswith(("?", "？"))


def is_stated(text: str) -> bool:
    """Whether a sentence states something outright: not open, not asked, not denied."""
    return _is_sure(text) and not is_negated(text)


def _is_fact(text: str, sign: re.Pattern[str]) -> bool:
    """Whether a sentence says so outright."""
    return bool(sign.search(text)) and is_stated(text)


_JUDGES: Mapping[str, _Judge] = {
    "preprint": _published,
    "no figures": _figures_given,
    "unreleased": _released,
    "release state": _available,
    "single origin": _said_by_others,
    "self-reported": _measured_by_others,
    "README claim": _measured_by_others,
    "vendor": _measured_by_others,
    "contradicts itself": _measured_by_others,
    "conditions": _conditions_given,
    "second-hand": _read_nearer,
    "stale": _refreshed,
    "volatile": _refreshed,
}
"""By kind of caveat, what may settle or harden it; a watch without a judge is told when its day comes."""
