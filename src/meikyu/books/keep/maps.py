"""Map text of questions: rows of characters read into truth values, with faults named for people."""

from __future__ import annotations

from collections.abc import Sequence

from meikyu.errors import InputError, Text

Cell = tuple[int, int]
MAX_SIDE = 512


def check_rows(rows: Sequence[str], glyphs: str | None, field: str = "rows") -> None:
    """Hold map text to its shape: rows of one length, only known characters.

    Args:
        rows: one text a row.
        glyphs: the characters allowed; None allows all.
        field: name of the input, for messages.

    Raises:
        InputError: naming row, column, character and what is allowed.
    """
    width = len(rows[0])
    if width == 0 or width > MAX_SIDE:
        raise InputError(
            "out_of_range",
            f"{field}[0]",
            rows[0][:20],
            Text(f"1 to {MAX_SIDE} characters", f"1〜{MAX_SIDE}文字"),
        )
    for y, row in enumerate(rows):
        if len(row) != width:
            raise InputError(
                "not_readable",
                f"{field}[{y}]",
                row,
                Text(f"{width} characters, as in row 0", f"行0と同じ{width}文字"),
                Text(
                    f"{field}[{y}]: all rows must have the same length; row {y} has {len(row)}, "
                    f"row 0 has {width}",
                    f"{field}[{y}]：行の長さはすべて同じにします。行{y}は{len(row)}文字、行0は{width}文字です",
                ),
            )
        bad = next((x for x, glyph in enumerate(row) if glyphs is not None and glyph not in glyphs), -1)
        if bad >= 0 and glyphs is not None:
            shown = " ".join(glyphs)
            raise InputError(
                "not_allowed",
                f"{field}[{y}]",
                row[bad],
                list(glyphs),
                Text(
                    f"{field}[{y}]: row {y}, column {bad} has {row[bad]!r}; allowed: {shown}",
                    f"{field}[{y}]：行{y}・列{bad}の文字 {row[bad]!r} は使えません。使える文字：{shown}",
                ),
            )


def mask(rows: Sequence[str], true: str) -> list[list[bool]]:
    """Truth values, true where a character of `true` stands."""
    return [[glyph in true for glyph in row] for row in rows]


def check_cell(cell: Cell, rows: Sequence[str], field: str) -> None:
    """Hold a cell to the map.

    Raises:
        InputError: it lies outside.
    """
    width, height = len(rows[0]), len(rows)
    if not (0 <= cell[0] < width and 0 <= cell[1] < height):
        raise InputError(
            "out_of_range",
            field,
            list(cell),
            Text(
                f"a cell of the map: x 0 to {width - 1}, y 0 to {height - 1}",
                f"地図の中のマス：x は0〜{width - 1}、y は0〜{height - 1}",
            ),
        )


def in_row_order(cells: Sequence[Cell]) -> list[list[int]]:
    """Cells as answers give them: sorted by y, then x."""
    return [[x, y] for x, y in sorted(cells, key=lambda c: (c[1], c[0]))]
