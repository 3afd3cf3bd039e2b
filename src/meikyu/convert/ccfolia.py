"""CCFOLIA (ココフォリア): pieces for its clipboard, one JSON text each; pasted, each is a character.

The board takes a partial `data`; pictures from outside are ignored there, so none are sent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec


class Piece(NamedTuple):
    """A piece on the board.

    Args:
        name: its name there.
        memo: what the gamemaster reads of it.
        initiative: number that orders the turns.
        status: bars: label, value, greatest value.
        params: label and text of what does not change.
        commands: lines of its chat palette; `{label}` stands for a bar or a parameter.
        secret: whether its bars are hidden from the players.
    """

    name: str
    memo: str
    initiative: int
    status: tuple[tuple[str, int, int], ...]
    params: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    secret: bool = True


def text(piece: Piece) -> str:
    """The piece as the text to be pasted."""
    data: dict[str, Any] = {
        "name": piece.name,
        "memo": piece.memo,
        "initiative": piece.initiative,
        "status": [{"label": n, "value": value, "max": most} for n, value, most in piece.status],
        "params": [{"label": label, "value": value} for label, value in piece.params],
        "hideStatus": piece.secret,
        "commands": "\n".join(piece.commands),
    }
    return msgspec.json.encode({"kind": "character", "data": data}).decode()
