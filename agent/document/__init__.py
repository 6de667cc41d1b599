"""Living documents: their sections and blocks, and edits that change no other byte."""

from agent.document.apply import Applied, Applier, apply
from agent.document.builders import (
    add_subsection,
    add_table,
    append_item,
    append_row,
    condense,
    insert_item,
    insert_lines,
    insert_row,
    insert_text,
    remove,
    replace,
    replace_cell,
)
from agent.document.edits import (
    AddSubsection,
    AddTable,
    Edit,
    InsertItem,
    InsertLines,
    InsertRow,
    InsertText,
    Reason,
    Refused,
    RemoveBlocks,
    ReplaceBlocks,
    ReplaceCell,
    Stands,
)
from agent.document.lookup import Ambiguous, Found, Unknown, find_section
from agent.document.model import Block, BlockRef, Document, Section, SectionRef
from agent.document.neighbours import list_of, table_of
from agent.document.parse import parse
from agent.document.reach import reached
from agent.document.reanchor import reanchored

__all__ = [
    "AddSubsection",
    "AddTable",
    "Ambiguous",
    "Applied",
    "Applier",
    "Block",
    "BlockRef",
    "Document",
    "Edit",
    "Found",
    "InsertItem",
    "InsertLines",
    "InsertRow",
    "InsertText",
    "Reason",
    "Refused",
    "RemoveBlocks",
    "ReplaceBlocks",
    "ReplaceCell",
    "Section",
    "SectionRef",
    "Stands",
    "Unknown",
    "add_subsection",
    "add_table",
    "append_item",
    "append_row",
    "apply",
    "condense",
    "find_section",
    "insert_item",
    "insert_lines",
    "insert_row",
    "insert_text",
    "list_of",
    "parse",
    "reached",
    "reanchored",
    "remove",
    "replace",
    "replace_cell",
    "table_of",
]
