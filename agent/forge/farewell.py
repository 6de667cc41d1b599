"""What is said on a pull request that Redline closes, since nothing of its night is left."""

from __future__ import annotations

from agent.ledger import Ledger
from agent.models import Language
from agent.nights import NightRecord
from agent.pull_request import as_text
from agent.workspace import identity

_WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "lead": "这一夜提出的内容已没有留在分支上的，Redline 关闭此合并请求：",
        "refused": "- {title}：由 {who} 拒绝，理由：{reason}",
        "open": "- {title}：未决定；接受后会另开一个合并请求",
        "left": "- {title}：{why}",
    },
    "en": {
        "lead": "Nothing of this night is left on its branch, so Redline closes this:",
        "refused": "- {title}: refused by {who}: {reason}",
        "open": "- {title}: open still; when it is accepted it comes in a pull request of its own",
        "left": "- {title}: {why}",
    },
}


def farewell(ledger: Ledger, record: NightRecord) -> str:
    """What became of each increment, in the document's language, as a forge shows it safely."""
    words = _WORDS[record.language]
    last = {event.increment: event for event in ledger.decisions(record.document)}
    lines: list[str] = []
    for step in record.steps:
        event, title = last.get(step.increment), as_text(step.title)
        if event and event.concerns(record.night) and event.decision == "refused":
            who, why = as_text(identity(event.who).name), as_text(event.reason)
            lines.append(words["refused"].format(title=title, who=who, reason=why))
        else:
            lines.append(words["open"].format(title=title))
    steps = {step.increment for step in record.steps}
    lines += [
        words["left"].format(title=as_text(one.title), why=as_text(one.why))
        for one in record.outcome.increments
        if one.id not in steps and (one.retake or one.disposition == "covered")
    ]
    return "\n".join([words["lead"], "", *lines])
