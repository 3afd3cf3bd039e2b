"""What the inputs of a journey's desk may be, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meikyu.books.toolbox import journey_words as words
from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox import travel
from meikyu.books.toolbox.journey import AIRS, BREEZES, SKIES
from meikyu.books.toolbox.journey_day import NONE
from meikyu.books.toolbox.journey_input import SAMPLE
from meikyu.books.toolbox.words import KINDS, SIZES
from meikyu.errors import Text

NAMES = {
    "Aldis": Text("Aldis", "アルディス"),
    "Bren": Text("Bren", "ブレン"),
    "Ciel": Text("Ciel", "シエル"),
    "Dorr": Text("Dorr", "ドール"),
}


def _sample(lang: str) -> dict[str, Any]:
    """The journey to begin with, its travelers named for the reader."""
    party = [one | {"name": NAMES[one["name"]].say(lang)} for one in SAMPLE["party"]]
    return SAMPLE | {"party": party}


def choices(lang: str) -> dict[str, Any]:
    """What the page's inputs may be, in words."""

    def named(table: dict[str, Text], codes: Sequence[str]) -> list[dict[str, str]]:
        return [{"id": c, "name": table[c].say(lang)} for c in codes]

    vehicles = travel.register().names
    armors = {
        "none": Text("no armor", "鎧なし"),
        "light": Text("Light armor", "軽装"),
        "medium": Text("Medium armor", "中装"),
        "heavy": Text("Heavy armor", "重装"),
    }
    gears = {
        "bedroll": Text("bedrolls", "寝袋"),
        "blanket": Text("blankets", "毛布"),
        "none": Text("neither", "なし"),
    }
    kinds = {
        "humanoid": KINDS["humanoid"],
        "beast": KINDS["beast"],
        "other": Text("another kind", "その他"),
    }
    return {
        "terrains": [
            {"id": c, "name": row.name.say(lang), "water": row.max_pace == "special"}
            for c, row in land.terrains().items()
        ],
        "vehicles": [
            {"id": c, "name": name.say(lang), "afloat": not travel.takes_pace(c)}
            for c, name in vehicles.items()
        ],
        "skies": named(words.WEATHER, SKIES),
        "winds": named(words.WEATHER, BREEZES),
        "airs": named(words.WEATHER, AIRS),
        "paces": named(words.PACES, [*travel.PACES, NONE]),
        "armors": named(armors, list(armors)),
        "gears": named(gears, list(gears)),
        "creatures": named(kinds, list(kinds)),
        "sizes": named(SIZES, list(SIZES)),
        "sample": _sample(lang),
    }
