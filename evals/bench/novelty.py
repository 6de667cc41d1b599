"""New, or said already? `python -m evals.bench.novelty CASES.jsonl [--docs DIR]` on human edits of real documents.

Each insertion is held against the file before it (new) and after it (covered): as it stands, re-worded, in
the other language, with one figure, version or id changed (supersedes or contradicts), with one fact added
(extends). A case is a row with `id, doc, item_text, urls` and the answer `added_lines, insert_before_line`
(0-based line of the old file), as in the routing cases; a row without an answer is only predicted, against
its `doc`. Rows of `--out` are `id, relation, line`, the id being `CASE/VARIANT`.

Left out of the score: insertions that the file held already, word for word or link for link, and variants
that a text has no figure, version or id for.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from agent.document import parse
from agent.gist import gist
from agent.relation import Said, lines_of, relation_of_texts
from evals.bench.given import Row, count, document_of, flags, nothing_scored, read_rows
from evals.bench.report import Bound, Clock, Result, bootstrap, command, finish, write_rows
from evals.bench.variants import added, changed, reworded, translated

_TARGETS: dict[str, Bound] = {
    "recall_new": (">=", 0.995),
    "precision_covered": (">=", 0.98),
    "relation_f1": (">=", 0.85),
    "line_right": (">=", 0.95),
}
_LABEL = 4
"""A line of fewer words than this is a heading or a label."""
_CHANGED = ("supersedes", "contradicts")


@dataclass(frozen=True)
class Trial:
    """One variant of one case against one file."""

    case: str
    kind: str
    """Which variant it is."""
    repo: str
    source: str
    """The document in its history, of which the cases are not independent of each other."""
    texts: tuple[str, ...]
    """Statements of the item, each with its links."""
    after: bool
    relation: str
    lines: tuple[int, ...]
    """1-based lines of the file that may be shown."""

    @property
    def id(self) -> str:
        """Of a row of `--out`."""
        return f"{self.case}/{self.kind}"


@dataclass(frozen=True)
class Outcome:
    """What was said of a trial."""

    trial: Trial
    relation: str
    line: int

    def label(self) -> str:
        """The predicted relation; of a change, either name is right."""
        wanted = self.trial.relation
        return wanted if wanted in _CHANGED and self.relation in _CHANGED else self.relation


def trials(row: Row, old: str) -> Iterator[Trial]:
    """The variants of a case that can be made and whose answer is known."""
    item, urls = row.of("item_text", str), [str(url) for url in row.get("urls", [])]
    name, repo = str(row["id"]), str(row.get("repo", ""))
    source = f"{repo}/{row.get('file', row['doc'])}"
    new: tuple[int, ...] = ()

    def trial(kind: str, texts: tuple[str, ...], relation: str) -> Trial:
        after = relation not in {"new", ""}
        return Trial(name, kind, repo, source, texts, after, relation, new if after else ())

    if "added_lines" not in row:
        yield trial("asked", _statements(item, urls), "")
        return
    new = _shown_lines(row.of("added_lines", list), row.of("insert_before_line", int) + 1, old)

    if not row.get("already_in_doc") and not _held(row["added_lines"], old):
        yield trial("new", _statements(item, urls), "new")
    yield trial("as it stands", _statements(item, urls), "covered")
    yield trial("re-worded", _statements(_each(reworded, item), urls), "covered")
    other = _each(translated, item)
    if all(_comparable(a, b) for a, b in zip(item.split("\n"), other.split("\n"), strict=True)):
        yield trial("other language", _statements(other, urls), "covered")
    yield trial("one fact added", _statements(added(item, name), urls), "extends")
    placed = len(_statements(item, [])) in {1, len(urls)}
    for what, text, links in changed(item, urls if placed else [], name):
        yield trial(
            f"other {what}", _statements(text, links), "supersedes" if what == "version" else "contradicts"
        )


def _shown_lines(added_lines: Sequence[str], first: int, old: str) -> tuple[int, ...]:
    """Lines of the new file that show the item: those that were added, and those that had it before."""
    new = [first + n for n, line in enumerate(added_lines) if line.strip()]
    wanted = [terms for line in added_lines if len(terms := _terms(line)) >= _LABEL]
    for number, line in enumerate(old.split("\n"), start=1):
        if any(terms <= _terms(line) for terms in wanted):
            new.append(number if number < first else number + len(added_lines))
    return tuple(new)


def _comparable(line: str, other: str) -> bool:
    """Whether a crude translation still names what the line is about; a blank line always does."""
    a, b = gist(line), gist(other)
    return not a.terms or bool((a.names & b.latin) | (b.names & a.latin))


def _each(make: Any, item: str) -> str:
    return "\n".join(make(line) for line in item.split("\n"))


def _statements(item: str, urls: list[str]) -> tuple[str, ...]:
    """The lines of an item; links go with their line where there is one for each, else with the only line."""
    lines = [line.strip() for line in item.split("\n") if line.strip()]
    if len(lines) == 1:
        return (" ".join([lines[0], *urls]),)
    if len(lines) == len(urls):
        return tuple(f"{line} {url}" for line, url in zip(lines, urls, strict=True))
    return tuple(lines)


def _held(added_lines: Sequence[str], old: str) -> bool:
    """Whether a line of the file before had every word of each line that was added, headings and labels aside."""
    have = [terms for line in old.split("\n") if (terms := _terms(line))]
    wanted = [terms for line in added_lines if len(terms := _terms(line)) >= _LABEL]
    return bool(wanted) and all(any(terms <= other for other in have) for terms in wanted)


@lru_cache(maxsize=100_000)
def _terms(line: str) -> frozenset[str]:
    found = gist(line)
    return found.terms | found.numbers | found.versions


def said_of(text: str) -> Said:
    """A document made ready."""
    return Said(lines_of(parse(text.encode())))


def run(argv: Sequence[str]) -> int:
    """Score the cases of a file."""
    parser = argparse.ArgumentParser(prog="python -m evals.bench.novelty", description=__doc__)
    parser.add_argument("cases", type=Path)
    parser.add_argument(
        "--docs", type=Path, help="folder that `doc` is relative to; that of the cases if not given"
    )
    parser.add_argument("--limit", type=count, help="take so many cases, evenly spread")
    flags(parser, "one prediction a row: id, relation, line")
    options = parser.parse_args(argv)
    clock = Clock()
    rows = list(read_rows(options.cases))
    if options.limit and options.limit < len(rows):
        rows = [rows[number * len(rows) // options.limit] for number in range(options.limit)]
    folder = options.docs or options.cases.parent
    outcomes: list[Outcome] = []
    for row in rows:
        outcomes += _outcomes(row, document_of(row, folder).read_bytes().decode("utf-8", "replace"))
    write_rows(options.out, [{"id": o.trial.id, "relation": o.relation, "line": o.line} for o in outcomes])
    scored = [outcome for outcome in outcomes if outcome.trial.relation]
    if not scored:
        return nothing_scored(len(outcomes), options.out)
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in scored:
        groups[outcome.trial.source].append(outcome)
    return finish(
        Result(
            bench="novelty",
            n=len(scored),
            metrics={name: metric(scored) for name, metric in _METRICS.items()},
            targets=_TARGETS,
            seconds=clock.seconds(),
            peak_mb=clock.peak_mb(),
            notes={
                "cases": len(rows),
                "lines shown": _lines_shown(scored),
                **{
                    f"{n}_95": bootstrap(list(groups.values()), metric, rounds=200)
                    for n, metric in _METRICS.items()
                },
                "right by variant": _by(scored, lambda outcome: outcome.trial.kind),
                "right by repository": _by(scored, lambda outcome: outcome.trial.repo),
            },
        ),
        as_json=options.json,
    )


def _outcomes(row: Row, old: str) -> list[Outcome]:
    found: list[Outcome] = []
    before: Said | None = None
    after: Said | None = None
    for trial in trials(row, old):
        if trial.after:
            after = after or said_of(_inserted(old, row["added_lines"], row["insert_before_line"]))
            said = after
        else:
            before = before or said_of(old)
            said = before
        judged = relation_of_texts(trial.texts, said)
        found.append(Outcome(trial, judged.relation, judged.line))
    return found


def _inserted(old: str, lines: Sequence[str], at: int) -> str:
    rows = old.split("\n")
    return "\n".join([*rows[:at], *lines, *rows[at:]])


# Metrics


def _recall_new(rows: Sequence[Outcome]) -> float | None:
    fresh = [row for row in rows if row.trial.relation != "covered"]
    return sum(row.relation != "covered" for row in fresh) / len(fresh) if fresh else None


def _precision_covered(rows: Sequence[Outcome]) -> float | None:
    said = [row for row in rows if row.relation == "covered"]
    return sum(row.trial.relation == "covered" for row in said) / len(said) if said else None


def _line_right(rows: Sequence[Outcome]) -> float | None:
    shown = [row for row in rows if row.trial.lines and row.line]
    return sum(row.line in row.trial.lines for row in shown) / len(shown) if shown else None


def _lines_shown(rows: Sequence[Outcome]) -> str:
    """Of how many a line was told, of those of which one could be: what `line_right` is a share of."""
    wanted = [row for row in rows if row.trial.lines]
    return f"{sum(bool(row.line) for row in wanted)}/{len(wanted)}"


def _relation_f1(rows: Sequence[Outcome]) -> float | None:
    """Macro-F1 over the relations that occur; a figure or id that differs may supersede or contradict."""
    names = {row.trial.relation for row in rows}
    scores = []
    for name in names:
        hit = sum(row.trial.relation == name == row.label() for row in rows)
        wrong = sum((row.trial.relation == name) != (row.label() == name) for row in rows)
        scores.append(2 * hit / (2 * hit + wrong) if hit or wrong else 0.0)
    return sum(scores) / len(scores) if scores else None


_METRICS = {
    "recall_new": _recall_new,
    "precision_covered": _precision_covered,
    "relation_f1": _relation_f1,
    "line_right": _line_right,
}


def _by(rows: Sequence[Outcome], key: Any) -> dict[str, str]:
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for row in rows:
        total[key(row)] += 1
        right[key(row)] += row.label() == row.trial.relation
    return {name: f"{right[name]}/{count}" for name, count in sorted(total.items())}


if __name__ == "__main__":
    command(run)
