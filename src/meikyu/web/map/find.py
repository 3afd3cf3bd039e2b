"""The search on the map: beings, things and places of the dungeon by words of either language."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import sight
from meikyu.errors import Text
from meikyu.realm.inspect.cells import FULL, fog_of, shows_in_fog
from meikyu.realm.inspect.people import species_of, title_of
from meikyu.realm.inspect.places import room_name
from meikyu.realm.inspect.words import joined
from meikyu.realm.world import World

MOST = 8
"""Hits shown of each group."""

LONGEST = 80
"""Letters of the words that are looked for."""


def fits(words: str, *names: Text) -> bool:
    """True when a name in either language holds the words, letter case aside."""
    return any(words in name.en.lower() or words in name.ja.lower() for name in names)


def find(world: World, asked: dict[str, Any], lang: str) -> list[dict[str, Any]]:
    """What the words fit: beings, places, then things; each with its group, words and cell."""
    words = str(asked.get("q", "")).strip().lower()[:LONGEST]
    if not words:
        return []
    return [*_beings(world, words, lang), *_places(world, words, lang), *_things(world, words, lang)]


def _hit(group: Text, label: str, place: tuple[int, int], lang: str, **more: Any) -> dict[str, Any]:
    return {"group": group.say(lang), "label": label, "cell": list(place), **more}


def _beings(world: World, words: str, lang: str) -> list[dict[str, Any]]:
    rows = world.state.actors
    found: list[dict[str, Any]] = []
    for actor in np.flatnonzero(rows.alive[: len(world.state.names)]).tolist():
        name, title, kind = world.name(actor), title_of(world, actor), species_of(world, actor).name
        place = (int(rows.x[actor]), int(rows.y[actor]))
        always = int(shows_in_fog(world, actor))
        shows = sight.is_selectable(fog_of(world, *place), FULL, always)
        if not shows or not fits(words, name, title, kind):
            continue
        label = joined(lang, [part.say(lang) for part in dict.fromkeys((name or kind, title, kind))])
        found.append(_hit(Text("Being", "者"), label, place, lang, actor=actor))
        if len(found) == MOST:
            break
    return found


def _places(world: World, words: str, lang: str) -> list[dict[str, Any]]:
    state = world.state
    found: list[dict[str, Any]] = []
    for room in state.rooms:
        name = room_name(world, room.id)
        if name and fits(words, name):
            cell = min(room.cells)
            place = (cell % state.width, cell // state.width)
            found.append(_hit(Text("Room", "部屋"), name.say(lang), place, lang))
    for kind, row in enumerate(world.content.structures):
        there = np.flatnonzero(state.structures.kind == kind)
        if there.size and fits(words, row.name):
            first = int(there[0])
            place = (int(state.structures.x[first]), int(state.structures.y[first]))
            label = f"{row.name.say(lang)} ×{there.size}"
            found.append(_hit(Text("Structure", "建造物"), label, place, lang, structure=first))
    return found[:MOST]


def _things(world: World, words: str, lang: str) -> list[dict[str, Any]]:
    """Kinds of items that lie about or in storages, all pieces of a kind together at the first stack."""
    items = world.state.items
    there = (items.kind >= 0) & (items.x >= 0)
    found: list[dict[str, Any]] = []
    for kind, row in enumerate(world.content.items):
        if not fits(words, row.name):
            continue
        stacks = np.flatnonzero(there & (items.kind == kind))
        if stacks.size:
            place = (int(items.x[stacks[0]]), int(items.y[stacks[0]]))
            label = f"{row.name.say(lang)} {int(items.count[stacks].sum())}"
            found.append(_hit(Text("Item", "品"), label, place, lang))
    return found[:MOST]
