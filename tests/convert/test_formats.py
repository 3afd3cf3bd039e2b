"""Markdown, CSV, JSON and CCFOLIA pieces: what is written can be read back, with the licence."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.convert import ccfolia, json_file, markdown, spreadsheet
from meikyu.convert.document import Document, Part

WORDS = "Licence: CC-BY-4.0 / 表示 4.0"
SHEET = Document(
    "encounter",
    "The *crypt* | east",
    (
        Part("Guards", ("A line with _signs_ and <b>tags</b>",), ("Name", "XP"), (("Ogre | big", "450"),)),
        Part("Only lines", ("one", "two")),
    ),
    WORDS,
    {"xp": 450},
)


@pytest.mark.parametrize("write", [markdown.text, spreadsheet.text, json_file.text])
def test_no_format_leaves_the_licence_out(write):
    assert WORDS in write(SHEET)


def test_markdown_makes_signs_plain_and_keeps_columns():
    lines = markdown.text(SHEET).splitlines()
    assert lines[0] == r"# The \*crypt\* \| east"
    assert r"| Ogre \| big | 450 |" in lines
    assert lines[lines.index("| Name | XP |") + 1] == "| --- | --- |"
    assert r"- A line with \_signs\_ and \<b\>tags\</b\>" in lines


def test_csv_has_every_table_and_its_heading():
    text = spreadsheet.text(SHEET)
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows == [["Guards"], ["Name", "XP"], ["Ogre | big", "450"], [], [WORDS]]


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=4))
def test_csv_cells_come_back_and_none_is_a_formula(pairs):
    made = Document("x", "t", (Part("p", (), ("a", "b"), tuple(pairs)),), "w", {})
    rows = list(csv.reader(io.StringIO(spreadsheet.text(made).removeprefix("\ufeff"), newline="")))
    for pair, row in zip(pairs, rows[2:], strict=False):
        for cell, back in zip(pair, row, strict=True):
            assert back in (cell, f"'{cell}")
            if back[0] in "=@\t":
                pytest.fail(back)
            if back[0] in "+-":
                float(back)


def test_json_is_the_facts_with_format_and_version():
    told = json.loads(json_file.text(SHEET))
    assert told["format"] == "meikyu.encounter"
    assert (told["version"], told["xp"], told["attribution"]) == (1, 450, WORDS)


def test_a_ccfolia_piece_has_what_the_board_takes():
    piece = ccfolia.Piece("Ogre 1", "memo", -1, (("HP", 60, 68),), (("AC", "11"),), ("1d20-1 init", "2d8+4"))
    told = json.loads(ccfolia.text(piece))
    assert told["kind"] == "character"
    assert told["data"] == {
        "name": "Ogre 1",
        "memo": "memo",
        "initiative": -1,
        "status": [{"label": "HP", "value": 60, "max": 68}],
        "params": [{"label": "AC", "value": "11"}],
        "hideStatus": True,
        "commands": "1d20-1 init\n2d8+4",
    }
