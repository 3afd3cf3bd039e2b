"""Letters: notices with a cause, a time and a place, made from the events of the tick."""

from __future__ import annotations

from typing import Any

from meikyu.core.log import Event
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.state import Letter, Op, Side
from meikyu.realm.systems.links import links
from meikyu.realm.world import World

CALLS = {
    "starving": ("starving", "actor"),
    "minion_joined": ("minion_joined", "actor"),
    "knocked_out": ("minion_down", "actor"),
    "died": ("minion_dead", "actor"),
    "plague": ("plague", "actor"),
    "bled": ("bleeding_unattended", "actor"),
}
"""Letters that an event calls for: kind of letter, and the argument that it is about."""

DEATHS = {
    "bleeding": Text("bled to death", "出血"),
    "brawl": Text("a brawl", "喧嘩"),
    "prank": Text("a prank", "悪ふざけ"),
    "roof": Text("a fallen ceiling", "天井の崩落"),
    "sickness": Text("sickness", "病気"),
    "trap": Text("a trap", "罠"),
    "treatment": Text("a treatment that went wrong", "手当ての失敗"),
    "whipping": Text("a whipping", "鞭打ち"),
}
"""What somebody died of, where it was not a blow of somebody named."""


def run(world: World) -> None:
    """Send the letters that this tick's events call for."""
    for event in list(world.events):
        if event.kind == "lost":
            send(world, "game_lost", int(event.args["x"]), int(event.args["y"]), "game_lost", {})
        call = CALLS.get(event.kind)
        if call is None:
            continue
        kind, subject = call
        about = int(event.args[subject])
        x, y = int(world.state.actors.x[about]), int(world.state.actors.y[about])
        side = world.state.actors.side[about]
        if kind == "bleeding_unattended" and not _is_unattended(world, about):
            continue
        if side == Side.LORD and kind == "minion_dead":
            send(world, "lord_dead", x, y, f"lord_dead:{about}", {})
            continue
        if side != Side.MINION:
            continue
        key = f"{kind}:{about}:{_once(world, kind)}"
        args: dict[str, Any] = {"minion": about}
        if kind == "minion_joined":
            args["species"] = int(world.state.actors.species[about])
        if kind == "minion_dead":
            args["cause"] = _cause(world, event)._asdict()
        send(world, kind, x, y, key, args)


def _cause(world: World, event: Event) -> Text:
    """What somebody died of."""
    by, cause = int(event.args["by"]), str(event.args["cause"])
    if cause in DEATHS:
        return DEATHS[cause]
    slain = Text("slain by {name}", "{name}に討たれた")
    return slain.fill(name=world.name(by)) if by >= 0 else Text("wounds", "傷")


@rule("KEP-HEAL-35")
def _is_unattended(world: World, actor: int) -> bool:
    """True for one who lives and bleeds while no healer is on it or on the way."""
    task = links(world).tasks.get((int(Op.TREAT), actor, -1), -1)
    attended = task >= 0 and world.state.tasks.by[task] >= 0
    rows = world.state.actors
    return bool(rows.alive[actor] and (rows.bleeds[actor] >= 0).any() and not attended)


def _once(world: World, kind: str) -> int:
    """What a letter of this kind about one minion is told once a: a day, a fall, or its life."""
    if kind in ("starving", "bleeding_unattended"):
        return world.clock().day
    return world.state.tick if kind in ("minion_down", "plague") else 0


def choices(world: World) -> dict[str, bool]:
    """The lord's choices of letters that stop a fast clock, by kind; "" stands for any of them."""
    chosen: dict[str, bool] = world.state.settings.get("letter_pauses", {})
    return chosen


def pauses(world: World, kind: str) -> bool:
    """Whether a letter of this kind stops a fast clock: urgent ones do, unless the lord chose otherwise."""
    urgent = world.content.letters[world.content.letter[kind]].urgency == "urgent"
    return choices(world).get("", True) and choices(world).get(kind, urgent)


@rule("KEP-SIM-13")
def send(world: World, kind: str, x: int, y: int, key: str, args: dict[str, Any]) -> bool:
    """Send a letter unless one with this key was sent before; returns whether it was sent.

    Args:
        world: the dungeon.
        kind: id in the letters table.
        x: column of the place that a click on the letter shows.
        y: its row.
        key: what must not be told twice, such as a site and a cause.
        args: ids for the places of its text: minion (actor), item, structure or site (rows of their tables),
            species, and plain texts by "en" and "ja".
    """
    keys: set[str] | None = world.scratch.caches.get("letter_keys")
    if keys is None:
        keys = world.scratch.caches["letter_keys"] = {letter.key for letter in world.state.letters}
    if key in keys:
        return False
    keys.add(key)
    state = world.state
    number = state.counters.get("letters", 0)
    state.counters["letters"] = number + 1
    state.letters.append(Letter(number, kind, state.tick, x, y, args, key))
    row = world.content.letters[world.content.letter[kind]]
    world.emit("letter", row.rules[0], letter=number, kind=kind, x=x, y=y)
    return True


def said(world: World, letter: Letter) -> Text:
    """What the letter says."""
    row = world.content.letters[world.content.letter[letter.kind]]
    return row.title.fill(**{name: _part(world, name, value) for name, value in letter.args.items()})


def _part(world: World, name: str, value: Any) -> Any:
    content = world.content
    if isinstance(value, dict):
        return Text(str(value["en"]), str(value["ja"]))
    if not isinstance(value, int):
        return value
    if name in ("minion", "target", "actor"):
        return world.name(value)
    tables: dict[str, Any] = {
        "item": content.items,
        "site": content.structures,
        "structure": content.structures,
        "species": content.species,
    }
    return tables[name][value].name if name in tables else value
