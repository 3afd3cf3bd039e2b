"""Words that the desks of the gamemaster show beside the books' own."""

from __future__ import annotations

from meikyu.errors import Text

DIFFICULTIES = {
    "none": Text("No difficulty", "難易度なし"),
    "low": Text("Low", "低"),
    "moderate": Text("Moderate", "中"),
    "high": Text("High", "高"),
    "beyond_high": Text("Beyond high", "高超過"),
}

GRADES = {
    "hint": Text("Hint", "ヒント"),
    "note": Text("Note", "注意"),
    "warning": Text("Warning", "警告"),
    "strong": Text("Strong warning", "強い警告"),
    "fine": Text("Fine", "よし"),
}

MARKS = {"hint": "note", "note": "note", "warning": "warn", "strong": "bad", "fine": "ok"}
"""The state mark (shape and colour) of each grade of advice."""
