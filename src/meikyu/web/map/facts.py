"""What the map's pages are told in words: clock, letters, the facts of what is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from meikyu.core.clock import clock_of
from meikyu.errors import InputError, Text
from meikyu.realm import chronicle, inspect
from meikyu.realm.inspect.injuries import injuries
from meikyu.realm.inspect.roofs import ceiling
from meikyu.realm.state import Letter
from meikyu.realm.systems.letters import said
from meikyu.realm.world import World
from meikyu.web.map import arts, beings, menus, seen
from meikyu.web.map.bills import bills
from meikyu.web.map.dangers import dangers
from meikyu.web.map.find import find
from meikyu.web.state import HOUSE

SEEN: Any = seen
"""What may be seen of a dungeon, for the frames."""

SPEEDS = (0, 1, 3, 10, -1)

URGENCY = {"urgent": "bad", "warning": "warn", "notice": "note"}
"""Mark of a letter by the urgency in its table."""


def speed(value: object) -> int:
    """The speed asked for.

    Raises:
        InputError: it is none of ours.
    """
    if value in SPEEDS and isinstance(value, int):
        return value
    raise InputError("not_allowed", "speed", value, list(SPEEDS))


def when(world: World, tick: int, lang: str) -> str:
    """Time of a tick in words: today's hour, or the day before it."""
    state = world.state
    now, then = clock_of(state.tick, state.opened), clock_of(tick, state.opened)
    hour = f"{then.hour:02d}:{then.minute:02d}"
    if now.day == then.day:
        return hour
    if now.day == then.day + 1:
        return Text(f"Yesterday {hour}", f"昨日 {hour}").say(lang)
    return Text(f"Day {then.day}, {hour}", f"{then.day}日目 {hour}").say(lang)


def letters(world: World, lang: str) -> list[dict[str, Any]]:
    """The letters, newest first and danger above news; the last dismissed ones too."""
    told: list[dict[str, Any]] = []
    kinds = world.content.letters
    kept = [a for a in world.state.letters if not a.dismissed]
    closed = [a for a in world.state.letters if a.dismissed][-30:]
    for letter in [*kept, *closed]:
        row = kinds[world.content.letter[letter.kind]]
        told.append(
            {
                "id": letter.id,
                "kind": letter.kind,
                "urgency": row.urgency,
                "mark": URGENCY.get(row.urgency, "note"),
                "title": said(world, letter).say(lang),
                "time": when(world, letter.tick, lang),
                "tick": letter.tick,
                "place": menus.place_name(world, letter.x, letter.y).say(lang),
                "x": letter.x,
                "y": letter.y,
                "rule": row.trigger,
                "about": _about(world, letter),
                "dismissed": letter.dismissed,
            }
        )
    order = {"bad": 0, "warn": 1, "note": 2}
    told.sort(key=lambda a: (order[a["mark"]], -a["tick"], -a["id"]))
    return told


def _about(world: World, letter: Letter) -> int:
    """The living minion that a letter speaks of, who may be elsewhere by now; -1 for none."""
    minion = int(letter.args.get("minion", -1))
    return minion if minion >= 0 and world.state.actors.alive[minion] else -1


def state(world: World, speed: float, lang: str) -> dict[str, Any]:
    """Clock, stores, speed and letters: what stands at the rim of the map."""
    lord = world.state.lord
    actors = world.state.actors
    throne = np.flatnonzero(world.state.structures.kind == world.content.structure["throne"])
    home = [int(actors.x[lord]), int(actors.y[lord])]
    if throne.size:
        home = [int(world.state.structures.x[throne[0]]), int(world.state.structures.y[throne[0]])]
    return {
        "summary": inspect.summary(world, lang),
        "speed": speed,
        "letters": letters(world, lang),
        "home": home,
        "dangers": dangers(world, lang),
    }


def _cell(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """Facts of a cell; a cracked ceiling over it speaks first and offers the best spots for supports."""
    place = menus.place(world, asked)
    told = inspect.cell(world, *place, lang)
    above = ceiling(world, *place, lang)
    if above is None:
        return told
    return {
        **told,
        "verdict": above["verdict"],
        "reasons": [*above["reasons"], *told["reasons"]],
        "ceiling": {"spots": above["spots"], "structure": above["structure"]},
    }


def _actor(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    actor = int(asked["id"])
    if not 0 <= actor < len(world.state.names) or not world.state.actors.alive[actor]:
        return {"gone": True}
    told = inspect.actor(world, actor, lang)
    return {**told, "route": menus.route(world, actor), "care": injuries(world, actor, lang)["care"]}


def _structure(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    kinds = world.state.structures.kind
    structure = int(asked["id"])
    if not 0 <= structure < kinds.size or kinds[structure] < 0:
        return {"gone": True}
    told = inspect.structure(world, structure, lang)
    return {
        **told,
        "storage": menus.storage(world, structure, lang),
        "bills": bills(world, structure, lang),
        "arts": inspect.screen(world, lang) if told["kind"] in arts.PLACES else None,
    }


def _site(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    kinds = world.state.sites.kind
    site = int(asked["id"])
    if not 0 <= site < kinds.size or kinds[site] < 0:
        return {"gone": True}
    return inspect.site(world, site, lang)


def _items(world: World, asked: dict[str, Any], lang: str) -> Any:
    kinds = world.state.items.kind
    ids = [int(i) for i in asked["ids"] if 0 <= int(i) < kinds.size and kinds[int(i)] >= 0]
    return {"items": inspect.items(world, ids, lang)} if ids else {"gone": True}


def _log(world: World, asked: dict[str, Any], lang: str) -> list[dict[str, Any]]:
    """What a being did since the dungeon was opened, newest first."""
    told = chronicle.told(world, HOUSE.require().chronicle, int(asked["id"]), lang)
    return [{**entry, "time": when(world, entry["tick"], lang)} for entry in told]


def _menu(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """The orders of a cell for those who are selected; what only one can do is left out for several."""
    place = menus.place(world, asked)
    who = beings.chosen(world, asked)
    told = menus.menu(world, who[0] if len(who) == 1 else -1, *place, lang)
    return {**told, "entries": [*beings.about(world, who, *place, lang), *told["entries"]]}


ANSWERS: dict[str, Callable[[World, dict[str, Any], str], Any]] = {
    "cell": _cell,
    "actor": _actor,
    "structure": _structure,
    "site": _site,
    "items": _items,
    "crowd": beings.crowd,
    "find": find,
    "arts": arts.leading,
    "unlocked": lambda world, asked, lang: arts.unlocked(world),
    "log": _log,
    "listing": lambda world, asked, lang: inspect.listing(world, *menus.place(world, asked), lang),
    "menu": _menu,
    "prey": lambda world, asked, lang: beings.prey(world, *menus.place(world, asked), lang),
    "lying": lambda world, asked, lang: menus.lying(world, asked),
    "stock": lambda world, asked, lang: menus.stock(world),
    "preview": lambda world, asked, lang: menus.preview(world, asked, lang),
    "ghost": lambda world, asked, lang: menus.ghost(world, asked, lang),
}


def answer(world: World, what: str, asked: dict[str, Any], lang: str) -> Any:
    """Facts that a page asks for.

    Raises:
        InputError: the question is unknown, or a place is off the map.
    """
    if what not in ANSWERS:
        raise InputError("not_allowed", "what", what, list(ANSWERS))
    return ANSWERS[what](world, asked, lang)
