"""Golden playthroughs: remade by `python -m tests.replays.transcripts`, the diff reviewed."""

import pytest
from tests.replays import transcripts


@pytest.mark.parametrize("name", transcripts.RUNS)
def test_transcript_is_as_recorded(name):
    kept = (transcripts.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcripts.transcript(name) == kept


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("plain", "end level 4, s+b 28"),
        ("bob_no_battery", "end level 1, s+b 63"),
        ("shape_shifter_copied", "end level 4, s+b 18"),
    ],
)
def test_transcript_ends_as_worked_out_by_hand(name, end):
    told = transcripts.transcript(name)
    assert end in told.splitlines()
    assert told.rstrip().endswith("Module solved")
