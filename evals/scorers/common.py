"""What all scorers share: from a pure function to a scorer of Inspect's, and the lines that they look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric
from inspect_ai.solver import TaskState

from evals.drafted import Drafted, Line
from evals.golden import GoldenCase
from evals.matching import plain
from evals.record import CaseScore, Finding, Share

CASE, DRAFTED = "case", "drafted"
"""Where a task keeps them: the case among the sample's metadata, the draft in its store."""
Judge = Callable[[GoldenCase | None, Drafted], Sequence[Finding]]


@metric
def shares() -> Metric:
    """Each figure of a suite over all samples: what is right of what could be scored."""

    def over(scores: list[SampleScore]) -> dict[str, str | int | float | bool | None]:
        counts: dict[str, tuple[int, int]] = {}
        for one in scores:
            for name, (right, of) in ((one.score.metadata or {}).get("shares") or {}).items():
                so_far = counts.get(name, (0, 0))
                counts[name] = (so_far[0] + right, so_far[1] + of)
        return {name: Share(right=right, of=of).value for name, (right, of) in sorted(counts.items())}

    return over


def scoring(suite: str, judge: Judge) -> Scorer:
    """A scorer of Inspect's: its value is the share of findings that are right; nothing to score is unscored."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 (Inspect fixes the signature)
        case = case_of(state)
        drafted = Drafted.model_validate(state.store.get(DRAFTED))
        return as_score(
            CaseScore(
                suite=suite,
                case=drafted.case,
                tags=case.tags if case else (),
                findings=tuple(judge(case, drafted)),
            )
        )

    return score


def as_score(made: CaseScore) -> Score:
    """The score of a case in Inspect's form; the whole of it lies in the metadata."""
    metadata = {
        "shares": {name: [share.right, share.of] for name, share in made.shares().items()},
        "score": made.model_dump(mode="json"),
    }
    right, of = (sum(getattr(share, part) for share in made.shares().values()) for part in ("right", "of"))
    if not of:
        return Score.unscored(explanation=made.explained(), metadata=metadata)
    return Score(value=right / of, explanation=made.explained(), metadata=metadata)


def case_of(state: TaskState) -> GoldenCase | None:
    """The labelled case of a sample, where it has one."""
    table = state.metadata.get(CASE)
    return GoldenCase.model_validate(table) if table else None


def new_lines(drafted: Drafted) -> tuple[Line, ...]:
    """The lines that say something new: without blank ones, the words of caveats, and what quotes a line replaced."""
    caveats = [
        c.wording for one in (drafted.outcome.increments if drafted.outcome else ()) for c in one.caveats
    ]
    old = [said for line in drafted.removed() if (said := plain(line.text.lstrip("-*+ |")))]
    kept: list[Line] = []
    for line in drafted.added():
        text = line.text
        for wording in sorted(caveats, key=len, reverse=True):
            text = text.replace(wording, "")
        if text.strip() and not any(said in plain(text) for said in old):
            kept.append(line.model_copy(update={"text": text}))
    return tuple(kept)


def section_of(drafted: Drafted, line: Line) -> str:
    """The heading above a line of the document as it is now."""
    heading = ""
    fenced = False
    for number, text in enumerate(drafted.after.split("\n"), start=1):
        if number > line.number:
            break
        fenced ^= text.lstrip().startswith(("```", "~~~"))
        if text.startswith("#") and not fenced:
            heading = text.lstrip("#").strip()
    return heading


def finding(
    metric_name: str, what: str, *, right: bool | None, why: str, group: str = "", at: Line | None = None
) -> Finding:
    """One finding; `right` is None where it cannot be scored."""
    return Finding(
        metric=metric_name,
        what=what,
        outcome="unscored" if right is None else "right" if right else "wrong",
        why=why,
        group=group,
        span=at.span() if at else None,
        quote=at.text if at else "",
    )
