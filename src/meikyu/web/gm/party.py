"""The party that the desks share: who they are, and the bonuses that traps, illness and cold ask for."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.errors import Text
from meikyu.web.gm.asked import Fault, fault

Name = Annotated[str, msgspec.Meta(max_length=60)]

SAVES = {
    "dex": Text("Dex save", "敏捷セーヴ"),
    "con": Text("Con save", "耐久セーヴ"),
    "wis": Text("Wis save", "判断セーヴ"),
    "cha": Text("Cha save", "魅力セーヴ"),
}
SKILLS = {
    "perception": Text("Perception", "知覚"),
    "investigation": Text("Investigation", "捜査"),
    "arcana": Text("Arcana", "魔法学"),
}


class Member(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One character: bonuses to saves and checks, Hit Points, and the Constitution score."""

    name: Name = ""
    dex: int = 0
    con: int = 0
    wis: int = 0
    cha: int = 0
    hp: int = 10
    perception: int = 0
    investigation: int = 0
    arcana: int = 0
    score: int = 10
    survival: int = 0
    level: int = 3


USUAL = (
    (Text("Aldis", "アルディス"), {"dex": 5, "con": 2, "cha": 1, "hp": 26, "perception": 2, "score": 14}),
    (
        Text("Bren", "ブレン"),
        {
            "dex": 1,
            "con": 4,
            "wis": 3,
            "hp": 31,
            "perception": 5,
            "investigation": 1,
            "score": 16,
            "survival": 5,
        },
    ),
    (
        Text("Ciel", "シエル"),
        {"dex": 3, "con": 1, "cha": 4, "hp": 20, "investigation": 2, "arcana": 3, "score": 12, "survival": 1},
    ),
    (
        Text("Dorr", "ドール"),
        {"dex": -1, "wis": 1, "hp": 18, "perception": 1, "investigation": 4, "arcana": 5},
    ),
    (
        Text("Edda", "エッダ"),
        {"con": 3, "wis": 5, "cha": 2, "hp": 24, "perception": 3, "score": 13, "survival": 3},
    ),
)
"""The party that every desk begins with until somebody gives their own: five characters of level 3."""


def usual(lang: str) -> list[dict[str, Any]]:
    """The party to begin with, named for the reader."""
    return [msgspec.to_builtins(Member(name=name.say(lang), **bonuses)) for name, bonuses in USUAL]


Party = Annotated[list[Member], msgspec.Meta(max_length=30)]


def name_of(member: Member, place: int, lang: str) -> str:
    """A character's name, or its number where it has none."""
    return member.name.strip() or Text(f"No. {place + 1}", f"{place + 1}人目").say(lang)


def checked(party: list[Member], fields: tuple[str, ...], lang: str) -> tuple[list[int], list[Fault]]:
    """Places of the members whose fields the questions take, and the faults of all others.

    Args:
        party: the characters.
        fields: names of the fields that the page works with.
        lang: the reader's language.
    """
    faults: list[Fault] = []
    sound: list[int] = []
    for place, member in enumerate(party):
        found = [f for name in fields if (f := _fault_of(member, place, name, lang)) is not None]
        faults += found
        if not found:
            sound.append(place)
    return sound, faults


def _fault_of(member: Member, place: int, name: str, lang: str) -> Fault | None:
    value, where = getattr(member, name), f"party[{place}].{name}"
    if name == "hp":
        trap = {"trap": "hidden_pit", "tier": "1-4"}
        return fault("trap.odds", lang, where, **trap, saves=[0], hp=[value])
    if name == "score":
        water = {"hazard": "frigid_water", "minutes": 1, "con_save": 0}
        return fault("hazard.odds", lang, where, **water, con_score=value)
    if name in SKILLS:
        return fault("search.odds", lang, where, dc=10, bonuses=[value])
    return fault("trap.odds", lang, where, trap="collapsing_roof", tier="1-4", saves=[value])
