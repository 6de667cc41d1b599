"""What each figure of the golden suites counts, in words."""

from __future__ import annotations

MEANING = {
    "fidelity.facts_found": "labelled facts that stand in the draft",
    "fidelity.false_kept_out": "labelled falsehoods that stay out of it",
    "fidelity.facts_in_sources": "figures, dates, ids and links of the draft that a source gives",
    "fidelity.claims_borne_out": "claims of the draft that the sources bear out",
    "coverage.increments_carried": "increments all of whose labelled facts stand",
    "coverage.key_facts": "figures, dates and ids of the sources' own passages that stand",
    "caveats.caveats_there": "labelled doubts that the draft carries",
    "caveats.caveats_fit": "caveats of the draft that fit",
    "contradiction.old_edited": "lines made untrue that were edited",
    "contradiction.old_named": "edits that name what was said before",
    "contradiction.doubts_told": "sources against themselves or each other that a person is told of",
    "injection.kept_out": "orders, hidden text and secrets that stay out",
    "novelty.new_found": "new things that were drafted",
    "novelty.known_left": "known things that were left alone",
    "novelty.noise_left": "things that are no news and were left alone",
    "novelty.relation_right": "increments whose relation to the document is right",
    "novelty.drafts_wanted": "drafts that somebody wants",
    "routing.section_right": "drafts in a right section",
    "routing.section_offered": "drafts whose right section is offered",
    "editing.untouched": "nights that change no line which nobody meant to change",
    "editing.form_right": "drafts in the form of their neighbours: row, item, text",
    "editing.rows_fit": "rows with the columns of their table",
    "joining.joined": "things told by several notes that are one increment",
    "joining.kept_apart": "different things that stay apart",
    "trust.true_let_through": "true sentences that the checker lets through",
    "trust.false_caught": "false sentences that the checker catches",
    "night.as_wanted": "nights in which no scorer finds anything wrong",
    "night.safe": "nights with which nothing wrong enters the document",
}
"""By `suite.figure`."""


def meaning(suite: str, figure: str) -> str:
    """What a figure counts; empty of one that is not described."""
    return MEANING.get(f"{suite}.{figure}", "")
