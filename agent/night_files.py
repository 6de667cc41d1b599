"""The files of a night beside the other state: its outcome, the pull request's text and the report."""

from __future__ import annotations

from collections.abc import Callable

from agent.briefs import read_brief
from agent.errors import GitFailed, RedlineError
from agent.files import night_folder, write_atomically
from agent.ledger import Ledger
from agent.models import Brief, SourceText
from agent.nights import NightRecord
from agent.outcome import Outcome
from agent.pull_request import write_pull_request
from agent.store import Store
from agent.superseding import as_it_stands
from agent.workspace import Repository


def write_files(
    repository: Repository,
    ledger: Ledger,
    record: NightRecord,
    outcome: Outcome,
    brief: Brief | None,
    texts: Callable[[str], SourceText | None],
) -> Outcome:
    """Write what people and machines read of a night; the outcome, with the paths of this machine.

    `outcome` is the record's own with what only this machine knows; raises DiskFull, and GitFailed where this clone
    lacks the night's base.
    """
    from agent.report import write_report

    folder = night_folder(repository.state_dir, record.document, str(record.night))
    page = folder / "report.html"
    before = repository.read(record.path, record.base) if repository.commit_of(record.base) else None
    if before is None:
        raise GitFailed(
            f"The commit {record.base[:12]} that the night of {record.night} started from is not in this clone."
        )
    report = write_report(record, before, brief=brief, history=ledger.nights(record.document), texts=texts)
    made = outcome.model_copy(update={"brief": str(folder / "brief.md"), "report": str(page)})
    write_atomically(folder / "pull-request.md", write_pull_request(made, record.language).encode())
    write_atomically(page, report.encode("utf-8", "replace"))
    write_atomically(folder / "outcome.json", made.model_dump_json(indent=1).encode())
    return made


def renew_files(repository: Repository, ledger: Ledger, record: NightRecord) -> None:
    """The same for a night that is told otherwise now, in the clone that ran it; in another one there are none."""
    folder = night_folder(repository.state_dir, record.document, str(record.night))
    try:
        old = Outcome.model_validate_json((folder / "outcome.json").read_bytes())
    except (OSError, ValueError):
        return
    try:
        brief = read_brief(record.brief)
    except RedlineError:
        brief = None
    record = as_it_stands(repository, ledger, record)
    kept = {"pull_request": old.pull_request, "seconds": old.seconds}
    outcome = record.outcome.model_copy(update=kept)
    texts = Store(repository.state_dir / "store").get_text
    write_files(repository, ledger, record, outcome, brief, texts)
