"""What is new, held against the document and the ledger."""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.document import Document
from agent.index import Passage
from agent.state import RunState, RunUpdate, Services, document_at

_SAID = ("paragraph", "list_item", "table_row", "quote")


def compare(state: RunState, runtime: Runtime[Services]) -> RunUpdate:
    """Bring the index in step with the document."""
    services = runtime.context
    services.progress.stage("compare")
    document = document_at(services, state["base"])
    services.index.sync(state["document"], passages_of(document))
    return {"comparison": ""}


def passages_of(document: Document) -> list[Passage]:
    """The blocks of a document that say something, each under a key that it keeps while its words stay."""
    seen: dict[str, int] = {}
    passages = []
    for block in document.blocks:
        if block.kind in _SAID and block.text.strip():
            number = seen[block.hash] = seen.get(block.hash, 0) + 1
            passages.append(Passage(key=f"{block.hash[:24]}-{number}", text=block.text))
    return passages
