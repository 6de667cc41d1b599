"""Claims from sentence frames: every kind is there, in both languages, and the checker catches what it should."""

import random
from collections import Counter

from agent.evidence import EvidenceIndex, as_evidence, supports
from evals.bench.perturb.frames import KINDS, framed_claims, frames

CAUGHT = {"unsupported", "contradicted"}


def test_every_kind_has_frames_in_both_languages() -> None:
    found = {(frame.language, kind) for frame in frames() for kind, _ in frame.unfaithful}
    assert found == {(language, kind) for language in ("en", "zh") for kind in KINDS}


def test_claims_come_in_the_numbers_asked_for_and_fill_every_slot() -> None:
    claims = list(framed_claims(random.Random(3), n=20))
    counts = Counter(kind for _, kind, _, _ in claims)
    assert counts == Counter(dict.fromkeys(KINDS, 20) | {"frame": 20 * len(KINDS)})
    assert not any("{" in source + claim for source, _, _, claim in claims)
    assert len({(source, claim) for source, _, _, claim in claims}) == len(claims)


def test_what_the_frames_plant_is_caught_and_what_they_keep_is_not() -> None:
    right: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    for source, _, faithful, claim in framed_claims(random.Random(5), n=25):
        status = supports(claim, EvidenceIndex([as_evidence(source)])).status
        total[faithful] += 1
        right[faithful] += (status in CAUGHT) != faithful
    assert right[False] >= 0.97 * total[False]
    assert right[True] >= 0.98 * total[True]
