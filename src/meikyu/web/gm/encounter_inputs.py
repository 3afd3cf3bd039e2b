"""The encounter page's inputs: their shape, and every check of them, so that all faults are told at once."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from meikyu.books import toolbox
from meikyu.core.allowed import node_at
from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, fault, words_of

Name = Annotated[str, msgspec.Meta(max_length=80)]


class Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One kind of creature on the page; so many are `kept` when building, `lair` where it is met at home."""

    code: Name
    count: int
    kept: int = 0
    lair: bool = False


class Meeting(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One encounter of the dungeon."""

    name: Name = ""
    monsters: Annotated[list[Entry], msgspec.Meta(max_length=60)] = msgspec.field(default_factory=list[Entry])


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All inputs of the page.

    Args:
        party: pairs of a number of characters and their level.
        at: number of the encounter that is open.
        most: creatures at most; None for the question's own.
        kinds: what the builder may use: "" for all, a creature type, or "pool".
        pool: names of the gamemaster's own pool.
        under: leave out what is above the lowest level of the party.
        seed: draws another answer; None for the one best.
        hp: seed of rolled Hit Points; None for the fixed ones.
    """

    party: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=30)]
    difficulty: Literal["low", "moderate", "high"] = "moderate"
    meetings: Annotated[list[Meeting], msgspec.Meta(min_length=1, max_length=20)]
    at: Annotated[int, msgspec.Meta(ge=0)] = 0
    most: int | None = None
    kinds: Name = ""
    pool: Annotated[list[Name], msgspec.Meta(max_length=400)] = msgspec.field(default_factory=list[Name])
    under: bool = False
    seed: int | None = None
    hp: int | None = None

    @property
    def open(self) -> Meeting:
        """The encounter that is open."""
        return self.meetings[self.number]

    @property
    def number(self) -> int:
        """Its number, from 0."""
        return min(self.at, len(self.meetings) - 1)


class Read(NamedTuple):
    """The page's inputs after every check: the party, what may be judged, the pool, and all faults."""

    levels: list[int]
    sound: list[list[Entry]]
    pool: list[str]
    faults: list[Fault]

    @property
    def ready(self) -> bool:
        """Whether the party is there and without fault."""
        return bool(self.levels) and not any(f.field.startswith("party") for f in self.faults)


@cache
def bestiary() -> dict[str, dict[str, Any]]:
    """Every creature by code, in name order."""
    told = ask("encounter.creatures", "en")["value"]["creatures"]
    return {row["code"]: row for row in told}


@cache
def codes() -> dict[str, str]:
    """Codes by English name, as answers name creatures."""
    return {row["name"]["en"]: code for code, row in bestiary().items()}


def read(state: State, lang: str) -> Read:
    """The inputs checked against what the questions take; every fault is kept, not the first alone."""
    levels, faults = _party(state, lang)
    sound: list[list[Entry]] = []
    for number, meeting in enumerate(state.meetings):
        good: list[Entry] = []
        for row, entry in enumerate(meeting.monsters):
            place = f"meetings[{number}].monsters[{row}]"
            code = _resolved(entry.code, place, lang, faults)
            wrong = fault("encounter.judge", lang, place, levels=[1], monsters=[["rat", entry.count]])
            if wrong:
                faults.append(wrong)
            elif code:
                good.append(Entry(code=code, count=entry.count, kept=entry.kept, lair=entry.lair))
        sound.append(good)
    pool = [
        c
        for n, name in enumerate(state.pool)
        if (c := _resolved(name, f"pool[{n}]", lang, faults)) is not None
    ]
    return Read(levels, sound, list(dict.fromkeys(pool)), faults)


def _party(state: State, lang: str) -> tuple[list[int], list[Fault]]:
    most: int = node_at(toolbox.BOOK.questions["encounter.judge"].inputs, "levels")["maxItems"]
    levels: list[int] = []
    faults: list[Fault] = []
    for number, (count, level) in enumerate(state.party):
        wrong = fault("encounter.judge", lang, f"party[{number}].level", levels=[level], monsters=[])
        if wrong:
            faults.append(wrong)
        if not 0 <= count <= most:
            faults.append(_counted(f"party[{number}].count", count, most, lang))
        elif not wrong:
            levels += [level] * count
    if len(levels) > most:
        faults.append(_counted("party", len(levels), most, lang))
    elif not levels and not faults:
        faults.append(Fault("party", text_of("toolbox", "SRD-BUD-24").say(lang)))
    return levels, faults


def _counted(place: str, got: int, most: int, lang: str) -> Fault:
    allowed = Text(f"0 to {most} characters in all", f"全部で0〜{most}人")
    return Fault(place, InputError("out_of_range", "", got, allowed).say(lang))


def _resolved(name: str, place: str, lang: str, faults: list[Fault]) -> str | None:
    """The code of the creature called so in either language; an unknown one is a fault with near names."""
    if name in bestiary():
        return name
    try:
        return ask("encounter.creatures", lang, names=[name])["value"]["creatures"][0]["code"]
    except InputError as error:
        faults.append(Fault(place, words_of(error, lang)))
        return None
