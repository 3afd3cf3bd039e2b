"""Cells and map text: arrays are indexed `[y, x]`, a cell is a tuple (x, y), y grows to the south.

A flat cell is the one number y * width + x; kernels speak of cells that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from meikyu.errors import InputError, Text

Cell = tuple[int, int]
Mask = npt.NDArray[np.bool_]

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""The eight steps (dx, dy) in the fixed order E, S, W, N, SE, SW, NW, NE; the first four are straight."""

STEP_NAMES = ("E", "S", "W", "N", "SE", "SW", "NW", "NE")


def is_inside(cell: Cell, width: int, height: int) -> bool:
    """True for a cell of the map."""
    return 0 <= cell[0] < width and 0 <= cell[1] < height


def neighbours(cell: Cell, width: int, height: int) -> Iterator[Cell]:
    """The neighbours inside the map, in the order of `STEPS`."""
    for dx, dy in STEPS:
        near = (cell[0] + dx, cell[1] + dy)
        if is_inside(near, width, height):
            yield near


def flat(cell: Cell, width: int) -> int:
    """The flat cell of (x, y)."""
    return cell[1] * width + cell[0]


def unflat(index: int, width: int) -> Cell:
    """The cell (x, y) of a flat cell."""
    return index % width, index // width


def cells_of(mask: Mask) -> list[Cell]:
    """The cells where `mask` is true, row by row."""
    return [(int(x), int(y)) for y, x in zip(*np.nonzero(mask), strict=True)]


def mask_of(cells: Sequence[Cell], width: int, height: int) -> Mask:
    """A bool[height, width] that is true at `cells`."""
    mask = np.zeros((height, width), np.bool_)
    for x, y in cells:
        mask[y, x] = True
    return mask


def read(rows: str | Sequence[str], glyphs: Mapping[str, int], field: str = "rows") -> npt.NDArray[np.int32]:
    """The map drawn by `rows`, as int32[H, W] of the values that `glyphs` gives.

    Args:
        rows: the rows from north to south, or one text with a row on each line.
        glyphs: value of each allowed character.
        field: name of the input, for error messages.

    Raises:
        InputError: no row, an empty or a ragged row, a row that is no text, or a character that is not in
            `glyphs`; the message names row and column, both counted from 0.
    """
    lines = rows.strip("\n").split("\n") if isinstance(rows, str) else list(rows)
    if not lines or lines == [""]:
        raise InputError(
            "not_readable",
            field,
            lines,
            Text("at least one row", "1行以上"),
            Text(f"{field}: the map has no rows", f"{field}：地図に行がありません"),
        )
    for y, line in enumerate(lines):
        _check_row(line, y, lines[0], field)
    result = np.empty((len(lines), len(lines[0])), np.int32)
    for y, line in enumerate(lines):
        for x, glyph in enumerate(line):
            if glyph not in glyphs:
                raise _unknown_glyph(glyph, x, y, glyphs, field)
            result[y, x] = glyphs[glyph]
    return result


def read_mask(rows: str | Sequence[str], true: str, false: str | None = None, field: str = "rows") -> Mask:
    """The map drawn by `rows`, true where a character of `true` stands.

    Args:
        rows: as in `read`.
        true: the characters that give True.
        false: the characters that give False; None takes every other character.
        field: name of the input, for error messages.

    Raises:
        InputError: as in `read`.
    """
    others = "".join(rows) if false is None else false
    glyphs = dict.fromkeys(others.replace("\n", ""), 0) | dict.fromkeys(true, 1)
    return read(rows, glyphs, field).astype(np.bool_)


def write(values: npt.NDArray[np.integer] | Mask, glyphs: Mapping[int, str]) -> list[str]:
    """The rows that draw `values` with the characters of `glyphs`; the reverse of `read`."""
    return ["".join(glyphs[int(value)] for value in row) for row in values]


def _check_row(line: object, y: int, first: str, field: str) -> None:
    where = f"{field}[{y}]"
    if not isinstance(line, str):
        raise InputError("wrong_type", where, line, Text("a text", "文字列"))
    width = len(first)
    if len(line) != width or not width:
        raise InputError(
            "not_readable",
            where,
            line,
            Text(f"{width} characters, as in row 0", f"行0と同じ{width}文字"),
            Text(
                f"{where}: all rows must have the same length; row {y} has {len(line)}, row 0 has {width}",
                f"{where}：行の長さはすべて同じにします。行{y}は{len(line)}文字、行0は{width}文字です",
            )
            if width
            else Text(f"{where}: the row is empty", f"{where}：行が空です"),
        )


def _unknown_glyph(glyph: str, x: int, y: int, glyphs: Mapping[str, int], field: str) -> InputError:
    allowed = list(glyphs)
    shown = " ".join(allowed)
    return InputError(
        "not_allowed",
        f"{field}[{y}]",
        glyph,
        allowed,
        Text(
            f"{field}: unknown map character {glyph!r} in row {y}, column {x}; allowed: {shown}",
            f"{field}：行{y}列{x}の {glyph!r} は使えない地図文字です。使える文字：{shown}",
        ),
    )
