"""What a night came to: for the table, for `--json`, for the pull request, for the ledger."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from agent.drafts import Disposition, Earlier, Purpose
from agent.language import counted
from agent.models import Caveat, Doubt, Evidence, Language, Model, Quote, Relation, Verdict

WORDING = frozenset({"word", "direction", "quantifier", "hedge", "negation"})
"""Kinds of checks that are about how something is worded."""

_PURPOSES: dict[Language, dict[Purpose, str]] = {
    "zh": {
        "adds": "本节尚未提到的事",
        "details": "本节已提到之事的细节",
        "updates": "本节所述之事的新状态",
        "corrects": "对本节所述的更正",
        "confirms": "对本节所述的佐证",
    },
    "en": {
        "adds": "a matter that the section does not speak of yet",
        "details": "details of a matter that the section speaks of",
        "updates": "a newer state of what the section says",
        "corrects": "a correction of what the section says",
        "confirms": "further evidence for what the section says",
    },
}
_FITTING: dict[Relation, tuple[Purpose, ...]] = {
    "new": ("adds", "details"),
    "extends": ("adds", "details"),
    "confirms": ("confirms", "details"),
    "supersedes": ("updates", "corrects"),
    "contradicts": ("updates", "corrects"),
}
"""What a writer may say of each relation and mean the same."""
Kept = Literal["proved", "doubtful", "refused"]
ProposalKind = Literal["increment", "condense", "lift", "harden", "question"]
"""New knowledge; a section past its size limit said shorter, which brings nothing new; a caveat that evidence
has settled; a caveat that evidence has made worse; a question to a contributor, as a file in the inbox."""
Effect = Literal["settles", "hardens"]
"""What new evidence does to a caveat."""

RELATION_WORDS: Mapping[Language, Mapping[Relation, str]] = {
    "zh": {
        "new": "新增",
        "extends": "扩展",
        "confirms": "印证",
        "supersedes": "取代",
        "contradicts": "矛盾",
        "covered": "已有",
    },
    "en": {
        "new": "new",
        "extends": "extends",
        "confirms": "confirms",
        "supersedes": "supersedes",
        "contradicts": "contradicts",
        "covered": "covered",
    },
}
"""A relation as people read it, in the language of the document."""
_KIND_WORDS: Mapping[Language, Mapping[ProposalKind, str]] = {
    "zh": {"condense": "精简", "lift": "待核实已有依据", "harden": "疑点加重", "question": "提问"},
    "en": {
        "condense": "condense",
        "lift": "lifts a caveat",
        "harden": "hardens a caveat",
        "question": "asks",
    },
}
_SUPERSEDED: Mapping[Language, str] = {
    "zh": "已被 {night} 那一夜取代，请勿合并",
    "en": "superseded by the night of {night}, do not merge",
}
_COUNTED: Mapping[ProposalKind, tuple[str, str]] = {
    "increment": ("increment", "increments"),
    "lift": ("caveat to lift", "caveats to lift"),
    "harden": ("caveat to harden", "caveats to harden"),
    "condense": ("section to condense", "sections to condense"),
    "question": ("question", "questions"),
}
"""One, and several, as a line for machines and messages counts them."""
_COUNTED_ZH: Mapping[ProposalKind, str] = {
    "increment": "{n} 条增量",
    "lift": "{n} 处待核实可撤",
    "harden": "{n} 处疑点加重",
    "condense": "{n} 节精简",
    "question": "{n} 个提问",
}


class ClaimOutcome(Model):
    """One claim of a draft, and what became of it."""

    text: str
    verdict: Verdict
    kept: Kept
    """`proved` and `doubtful` claims are in the commit, the latter under a caveat; `refused` ones are not."""
    evidence: tuple[Evidence, ...] = ()
    """The quotations that prove or contradict it."""

    def facts(self) -> int:
        """Facts that were proved, or in a refused claim those that were not; a claim counts as one at least."""
        checks = [check for check in self.verdict.facts if check.kind not in WORDING]
        if self.kept == "refused":
            checks = [check for check in checks if check.status != "proved"]
        return max(1, len(checks))


_TOLD = 12
"""Facts that are named; of more than these their number is told."""


class Unsaid(Model):
    """What the evidence of an increment states and neither its draft nor the document says."""

    statements: int = 0
    rows: int = 0
    places: tuple[str, ...] = ()
    """`path:first-last` in each source."""
    facts: tuple[str, ...] = ()
    """Figures, dates, versions and ids in it that the draft says nowhere, in the words of the source."""

    def in_words(self, language: Language) -> str:
        """How much it is, and of which facts, in a phrase: `2 more statements, 3 more rows: 95 s, 62 s`."""
        if language == "zh":
            counted = ((self.statements, "{n} 句"), (self.rows, "{n} 行表格"))
            much = "、".join(words.format(n=n) for n, words in counted if n)
            more = f"等 {len(self.facts)} 项" if len(self.facts) > _TOLD else ""
            return f"{much}：{'、'.join(self.facts[:_TOLD])}{more}" if self.facts else much
        named = ((self.statements, "statement"), (self.rows, "row"))
        much = ", ".join(f"{n} more {word}{'s' * (n > 1)}" for n, word in named if n)
        more = f" … ({len(self.facts)} in all)" if len(self.facts) > _TOLD else ""
        return f"{much}: {', '.join(self.facts[:_TOLD])}{more}" if self.facts else much


class IncrementOutcome(Model):
    """One increment, and what became of it; or a proposal to condense a section."""

    kind: ProposalKind = "increment"
    id: str
    number: int
    title: str
    section: str
    """Heading path of the target section, joined by ` › `; empty where it was not drafted."""
    line: int | None = None
    """First line of the new text in the document on the branch."""
    relation: Relation
    document_says: Quote | None = None
    disposition: Disposition
    why: str
    claims: tuple[ClaimOutcome, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    sources: tuple[str, ...] = ()
    """`path:first-last` of every quotation used."""
    origins: int = 0
    """Distinct primary sources behind the evidence."""
    alternatives: tuple[str, ...] = ()
    """Other places, best first, where the place is not certain."""
    added: tuple[str, ...] = ()
    """Lines of the document that are new."""
    gone: tuple[Quote, ...] = ()
    """Of a proposal to condense: what goes or is said shorter, with its line in the document before."""
    keys: tuple[str, ...] = ()
    """Of a proposal that is no increment: by what it is known on later nights; of one to condense the hashes of
    what changes, of one about a caveat the ids of the caveat and of its new evidence."""
    commit: str = ""
    writer: str = ""
    """Who worded it; empty where it was not drafted."""
    unsaid: Unsaid | None = None
    purpose: Purpose | None = None
    """What the writer, where it is a model, says that it does to the section: from a list, and never more than a hint."""
    """What its sources state beyond that; None where that is nothing, or it is not drafted."""
    retake: bool = False
    """Left the branch since the document has changed where it was to stand: the next night takes it up again."""
    again: str = ""
    """Of what was refused before, or is open from an earlier night: why, and what is new in it this time."""
    corrects: Earlier | None = None
    """The proposal of an earlier night, open when this one was made, that says otherwise what this one says."""
    superseded_by: dt.date | None = None
    """A later night whose open or merged proposal says otherwise what this one says; found anew whenever it is told."""

    @property
    def is_drafted(self) -> bool:
        """Whether it is new knowledge that is on the branch."""
        return self.kind == "increment" and bool(self.commit)

    def relation_in_words(self, language: Language) -> str:
        """What it is to the document, as people read it."""
        return _KIND_WORDS[language].get(self.kind) or RELATION_WORDS[language][self.relation]

    def purpose_in_words(self, language: Language) -> str:
        """What its writer takes it for, where that is not what the rules have found; else empty."""
        if self.purpose is None or self.purpose in _FITTING.get(self.relation, (self.purpose,)):
            return ""
        return _PURPOSES[language][self.purpose]

    def superseded_in_words(self, language: Language) -> str:
        """By which night it is superseded; empty where it is not."""
        if self.superseded_by is None:
            return ""
        return _SUPERSEDED[language].format(night=self.superseded_by)

    def count(self, kept: Kept) -> int:
        """Facts that are proved, doubtful or refused."""
        return sum(claim.facts() for claim in self.claims if claim.kept == kept)

    def fingerprint(self) -> str:
        """One hash for the claims that are kept and the quotations behind them: another one means new evidence.

        Of a proposal that is no increment: its keys.
        """
        if self.keys:
            return ".".join(self.keys)
        parts = sorted(
            f"{claim.text}\0{evidence.span.item}\0{evidence.quote}"
            for claim in self.claims
            if claim.kept != "refused"
            for evidence in claim.evidence
        )
        return hashlib.sha256("\n".join(parts).encode(errors="surrogatepass")).hexdigest()[:20]


class Unread(Model):
    """An item that did not become news, and why."""

    path: str
    reason: str


class Listed(Model):
    """A row of the brief's priorities that is not drafted, and why."""

    content: str
    why: str
    line: int = 0


class Sighting(Model):
    """New evidence about a caveat of the watch list, in its source's own words."""

    watch: str
    """Id of the caveat on the watch list."""
    effect: Effect
    evidence: Evidence


class LookAgain(Model):
    """A caveat whose day has come, without evidence that settles it."""

    watch: str
    wording: str
    title: str
    """Of the increment that it came with."""
    line: int
    """Where it stands in the document that the night began from."""
    due: dt.date
    settled_by: str = ""


class Counts(Model):
    """Figures of a run."""

    items: int = 0
    unread: int = 0
    increments: int = 0
    drafted: int = 0
    proved: int = 0
    doubtful: int = 0
    refused: int = 0
    embedded: int = 0
    added_lines: int = 0


class Usage(Model):
    """What a model was used for in a run."""

    calls: int = 0
    kept: int = 0
    """Calls that an earlier, killed run had paid for already."""
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0
    currency: str = "USD"

    def in_words(self, increments: int) -> str:
        """Calls, tokens and money, and what that is for one increment."""
        each = max(1, increments)
        tokens = f"{self.tokens_in} + {self.tokens_out} tokens"
        share = f"{self.tokens_in // each} + {self.tokens_out // each} an increment"
        money = (
            f", {self.money:.4f} {self.currency} ({self.money / each:.4f} an increment)" if self.money else ""
        )
        told = f"{self.calls} calls, {tokens} ({share}){money}"
        return f"{told}, {self.failed} failed" if self.failed else told


class Outcome(Model):
    """A whole run."""

    document: str
    path: str
    night: dt.date
    base: str
    """Commit that the drafts were made against."""
    branch: str
    commits: tuple[str, ...] = ()
    increments: tuple[IncrementOutcome, ...] = ()
    listed: tuple[Listed, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unread: tuple[Unread, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    """What the night's sources say of caveats that are being watched."""
    settled: tuple[str, ...] = ()
    """Caveats of the watch list that reviewers alone saw and that evidence has settled, by their ids."""
    look_again: tuple[LookAgain, ...] = ()
    """Caveats whose day has come; each is told once."""
    notes: tuple[str, ...] = ()
    """What an operator should know: an index rebuilt, a section too long, …"""
    counts: Counts
    writer: str
    usage: Usage | None = None
    """None where no model was asked."""
    unchanged: bool = False
    """The night had been done before: nothing was changed."""
    brief: str = ""
    """Where the brief lies, as a path."""
    report: str = ""
    """Where the night's report lies, a page for a browser, as a path."""
    pull_request: str = ""
    """Address of the pull or merge request, where there is one."""
    unpublished: str = ""
    """Why the night, which is done, did not reach the remote or the forge; empty where nothing failed."""
    seconds: float = 0.0

    def in_a_line(self, language: Language = "en") -> str:
        """The night in one line: for a log, a message, a scheduler."""
        parts = self._parts_in_chinese() if language == "zh" else self._parts_in_english()
        if self.pull_request:
            parts.append(self.pull_request)
        if self.unpublished:
            parts.append("未能发布" if language == "zh" else "NOT PUBLISHED")
        if language == "zh":
            return f"{self.document} {self.night}：{'；'.join(parts)}"
        return f"{self.document} {self.night}: {'; '.join(parts)}"

    def _parts_in_english(self) -> list[str]:
        counts = self.counts
        made = Counter(one.kind for one in self.increments if one.commit)
        told = [f"{n} {_COUNTED[kind][n != 1]}" for kind in _COUNTED if (n := made[kind])]
        parts = [f"{', '.join(told)} on {self.branch}"] if told else ["nothing to propose"]
        if made["increment"]:
            proved = counted(counts.proved, "fact")
            parts.append(f"{proved} proved, {counts.doubtful} in doubt, {counts.refused} left out")
        if counts.unread:
            parts.append(f"{counted(counts.unread, 'item')} not read")
        if self.look_again:
            parts.append(f"{counted(len(self.look_again), 'caveat')} to look at again")
        return [*parts, "done before"] if self.unchanged else parts

    def _parts_in_chinese(self) -> list[str]:
        counts = self.counts
        made = Counter(one.kind for one in self.increments if one.commit)
        told = [_COUNTED_ZH[kind].format(n=n) for kind in _COUNTED if (n := made[kind])]
        parts = [f"{'、'.join(told)}，分支 {self.branch}"] if told else ["没有可提出的增量"]
        if made["increment"]:
            parts.append(f"已证 {counts.proved} 项，存疑 {counts.doubtful} 项，未写入 {counts.refused} 项")
        if counts.unread:
            parts.append(f"{counts.unread} 项未能读取")
        if self.look_again:
            parts.append(f"{len(self.look_again)} 处待核实该再看了")
        return [*parts, "此前已处理"] if self.unchanged else parts
