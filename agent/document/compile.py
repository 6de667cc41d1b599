"""From an edit to the splice that makes it."""

from __future__ import annotations

from agent.document import edits as ops
from agent.document.edits import Edit, Refused
from agent.document.insertions import add_table, insert_item, insert_lines, insert_row, insert_text
from agent.document.model import Document
from agent.document.removals import remove_blocks
from agent.document.replacements import replace_blocks, replace_cell
from agent.document.splice import Site, Splice, refuse
from agent.document.subsections import add_subsection


def compile_edit(document: Document, edit: Edit, position: int) -> Splice | Refused:
    """The splice that an edit asks for, or why it may not be made."""
    section = document.section(edit.section)
    if section is None:
        path = " > ".join(edit.section.path)
        return refuse("unknown_section", f"The document has no section {path!r}.")
    site = Site(document, section, position)
    compiled: Splice | Refused
    match edit:
        case ops.InsertText():
            compiled = insert_text(site, edit)
        case ops.InsertItem():
            compiled = insert_item(site, edit)
        case ops.InsertRow():
            compiled = insert_row(site, edit)
        case ops.InsertLines():
            compiled = insert_lines(site, edit)
        case ops.AddTable():
            compiled = add_table(site, edit)
        case ops.ReplaceBlocks():
            compiled = replace_blocks(site, edit)
        case ops.RemoveBlocks():
            compiled = remove_blocks(site, edit)
        case ops.ReplaceCell():
            compiled = replace_cell(site, edit)
        case ops.AddSubsection():
            compiled = add_subsection(site, edit)
    return compiled
