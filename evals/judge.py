"""What rules cannot see, asked of a model: fluency, fit of style, usefulness of a caveat.

It stands beside the other figures, never inside them, and how far it agrees with the labelled rows of
`evals/data/judge.jsonl` is measured (`agreement`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from agent.errors import BadInput, BadReply, ModelError
from agent.language import language_of
from agent.llm import ChatModel, ask
from agent.models import Model
from agent.prompts import fence, load
from evals.drafted import Drafted
from evals.record import Finding
from evals.scorers.common import finding

PROMPTS = Path(__file__).parent / "prompts"
LABELLED = Path(__file__).parent / "data" / "judge.jsonl"
RECORDED = Path(__file__).parent / "data" / "judge"
"""What a large model said of the labelled rows: a recording, asked where no other judge is named."""
ASPECTS = ("fluent", "fits", "useful")
_SAMPLE = 1_500
"""Characters of the document that show how it reads."""
_DRAFT = 3_000


class Grade(Model):
    """What the judge says of a draft; `useful` is None where there is no caveat."""

    fluent: bool
    fits: bool
    useful: bool | None = None
    why: str = ""


class Judged(Model):
    """What the judge is shown."""

    id: str
    sample: str
    """Lines of the section beside which the draft stands."""
    draft: str
    caveats: str = ""
    label: Grade | None = None
    """What people say of it."""


def labelled(path: Path = LABELLED) -> tuple[Judged, ...]:
    """The labelled rows; raises `BadInput` where one is wrong."""
    rows: list[Judged] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = Judged.model_validate_json(line)
        except ValidationError as error:
            raise BadInput(f"{path.name}:{number}: {error.errors()[0]['msg']}.") from error
        if row.label is None:
            raise BadInput(f"{path.name}:{number}: the row has no label.")
        rows.append(row)
    return tuple(rows)


def of_draft(drafted: Drafted) -> Judged | None:
    """What of a draft is judged; None where it adds nothing."""
    added = drafted.added_text().strip()
    if not added:
        return None
    caveats = [
        c.wording for one in (drafted.outcome.increments if drafted.outcome else ()) for c in one.caveats
    ]
    return Judged(id=drafted.case, sample=_beside(drafted), draft=added[:_DRAFT], caveats="\n".join(caveats))


def _beside(drafted: Drafted) -> str:
    """The document around the first line that is new."""
    first = next((line.start for line in drafted.added()), 0) if drafted.whole else 0
    start = max(0, min(first, len(drafted.before)) - _SAMPLE // 2)
    return drafted.before[start : start + _SAMPLE]


def grade(model: ChatModel, shown: Judged) -> Grade | str:
    """What the judge says, or why it said nothing that can be used.

    All texts are fenced and their marks neutralised; a reply that is no grade twice is no grade, and what a
    recording does not hold was not said.
    """
    values = {
        "language": "Chinese" if language_of(shown.sample or shown.draft) == "zh" else "English",
        "sample": fence("section", shown.sample),
        "draft": fence("draft", shown.draft),
        "caveats": fence("caveats", shown.caveats or "(none)"),
    }
    try:
        return ask(model, load("grade", PROMPTS), values, Grade)
    except BadInput:
        return "the recording holds no answer to this question"
    except BadReply as error:
        return f"the reply could not be read: {error}"
    except ModelError as error:
        return f"the judge did not answer: {error}"


def findings(shown: Judged, said: Grade | str) -> Sequence[Finding]:
    """Of a labelled row whether judge and people agree; of a draft what the judge says. No grade is unscored."""
    found: list[Finding] = []
    for aspect in ASPECTS:
        label = getattr(shown.label, aspect) if shown.label else None
        if shown.label and label is None:
            continue
        metric = f"agrees_{aspect}" if shown.label else aspect
        told = None if isinstance(said, str) else getattr(said, aspect)
        why = said if isinstance(said, str) else said.why or "the judge gave no reason"
        right = None if told is None else told == label if shown.label else told
        group = f"{_word(label)}/{_word(told)}" if shown.label and told is not None else ""
        found.append(finding(metric, shown.id, right=right, why=why, group=group))
    return found


def _word(value: bool | None) -> str:
    return "yes" if value else "no"
