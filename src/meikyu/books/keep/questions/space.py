"""Questions about space: ceilings, sight, passage."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import maps, passage, roof, sight
from meikyu.books.keep.params import KeepParams
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Row = Annotated[str, msgspec.Meta(min_length=1, max_length=maps.MAX_SIDE)]
Rows = Annotated[list[Row], msgspec.Meta(min_length=1, max_length=maps.MAX_SIDE)]
Cell = tuple[int, int]


class Cracks(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.roof.cracks."""

    rows: Rows


class Supports(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.roof.supports."""

    rows: Rows
    planned: Annotated[list[Cell], msgspec.Meta(max_length=10_000)] = []


class Sight(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.sight.cells."""

    rows: Rows
    viewer: Cell
    hunting: Annotated[int, msgspec.Meta(ge=0, le=10)]
    guard: bool = False


class Passage(
    msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename={"start": "from", "goal": "to"}
):
    """Inputs of keep.passage."""

    rows: Rows
    start: Cell
    goal: Cell
    body: Literal[1, 2]


def _props(rows: list[str]) -> list[Cell]:
    return [(x, y) for y, row in enumerate(rows) for x, glyph in enumerate(row) if glyph == "P"]


def _cracks(p: KeepParams, given: Cracks) -> Ruling[dict[str, Any]]:
    maps.check_rows(given.rows, "#.,P")
    ruling = roof.judge(p.roof, maps.mask(given.rows, ".P"), _props(given.rows))
    value = {
        "cells": maps.in_row_order([cell for space in ruling.value for cell in space.cracks]),
        "spaces": len(ruling.value),
        "unsupported": sum(len(space.bare) for space in ruling.value),
    }
    return Ruling(value, ruling.steps)


def _supports(p: KeepParams, given: Supports) -> Ruling[dict[str, Any]]:
    maps.check_rows(given.rows, "#.,P")
    for i, cell in enumerate(given.planned):
        maps.check_cell(cell, given.rows, f"planned[{i}]")
        if given.rows[cell[1]][cell[0]] == "#":
            raise InputError(
                "not_allowed", f"planned[{i}]", list(cell), Text("a cell that is not rock", "岩でないマス")
            )
    ruling = roof.judge(p.roof, maps.mask(given.rows, ".P"), [*_props(given.rows), *given.planned])
    spots = [s for space in ruling.value for s in roof.best_supports(p.roof, space.cells, space.bare)]
    value = {
        "unsupported": maps.in_row_order([cell for space in ruling.value for cell in space.bare]),
        "spots": [list(cell) for cell in spots],
        "cracks": sum(len(space.cracks) for space in ruling.value),
    }
    return Ruling(value, (*ruling.steps, Step("KEP-ROOF-06", "supports_needed", len(spots))))


def _sight(p: KeepParams, given: Sight) -> Ruling[dict[str, Any]]:
    maps.check_rows(given.rows, "#.")
    maps.check_cell(given.viewer, given.rows, "viewer")
    ruling = sight.visible(
        p.sight,
        opaque=maps.mask(given.rows, "#"),
        viewer=given.viewer,
        hunting=given.hunting,
        guard=given.guard,
    )
    cells = sight.sight_range(p.sight, given.hunting, int(given.guard))
    return Ruling({"cells": maps.in_row_order(ruling.value), "range": cells}, ruling.steps)


def _passage(p: KeepParams, given: Passage) -> Ruling[dict[str, Any]]:
    maps.check_rows(given.rows, None)
    maps.check_cell(given.start, given.rows, "from")
    maps.check_cell(given.goal, given.rows, "to")
    passable = [[glyph != "#" for glyph in row] for row in given.rows]
    ruling = passage.passage(passable, given.start, given.goal, given.body)
    return Ruling({"passes": ruling.value}, ruling.steps)


_HALL = ["########", "#......#", "#......#", "#......#", "#......#", "#......#", "#......#", "########"]
_ROOF_ROWS = Text(
    "# rock or wall, . dug-open, comma natural cave, P pillar or prop on a dug cell",
    "# は岩か壁、. は掘った空間、カンマは自然の洞窟、P は掘ったマスの柱か坑木",
)

QUESTIONS = (
    Question(
        "roof.cracks",
        Text("Where does the ceiling crack?", "天井のどこにひびが入る？"),
        Cracks,
        _cracks,
        {"rows": _HALL},
        {"rows": _ROOF_ROWS},
    ),
    Question(
        "roof.supports",
        Text(
            "Do the planned supports hold the ceiling, and where are more?", "予定の柱で足りる？ どこに足す？"
        ),
        Supports,
        _supports,
        {"rows": _HALL, "planned": [[2, 2]]},
        {
            "rows": _ROOF_ROWS,
            "planned": Text("cells of supports not built yet", "まだ建てていない柱や坑木のマス"),
        },
    ),
    Question(
        "sight.cells",
        Text("Which cells does a viewer clear of fog?", "見る者はどのマスの霧を払う？"),
        Sight,
        _sight,
        {
            "rows": [".......", ".......", "...#...", ".......", ".......", ".......", "......."],
            "viewer": [3, 4],
            "hunting": 0,
        },
        {
            "rows": Text("# blocks sight, . does not", "# は視界をさえぎり、. はさえぎらない"),
            "viewer": Text("cell of the viewer, [x, y]", "見る者のマス [x, y]"),
            "hunting": Text("hunting stat, 0 to 10", "能力値「狩り」（0〜10）"),
            "guard": Text("the job Guard is on", "職務「警備」がオン"),
        },
    ),
    Question(
        "passage",
        Text("Does a body fit through?", "その体は通れる？"),
        Passage,
        _passage,
        {
            "rows": [
                "############",
                "#...####...#",
                "#...####...#",
                "#..........#",
                "#...####...#",
                "############",
            ],
            "from": [1, 1],
            "to": [8, 1],
            "body": 2,
        },
        {
            "rows": Text("# blocks, everything else can be walked on", "# は通れず、ほかはすべて通れる"),
            "from": Text("north-west cell of the body at the start", "出発点での体の北西のマス"),
            "to": Text("north-west cell of the body at the goal", "行き先での体の北西のマス"),
            "body": Text("cells a side: 1 or 2", "体の一辺のマス数：1か2"),
        },
    ),
)
