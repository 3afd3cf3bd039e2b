"""What each being did and suffered of late: the last events that name it, in words.

A running dungeon keeps one beside the world. It is no part of the state: it begins empty whenever a dungeon
is opened, and nothing of the game depends on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from meikyu.books.keep import grudges, jobs
from meikyu.books.keep import wounds as book
from meikyu.core.log import Event
from meikyu.errors import Text
from meikyu.realm.systems import wounds
from meikyu.realm.world import World

MOST = 60
"""Events kept of each being."""

NAMES = ("actor", "target", "patient", "creature", "by")
"""Arguments of events that name a being."""

NEEDS = {
    "food": Text("food", "食事"),
    "sleep": Text("sleep", "睡眠"),
    "recreation": Text("recreation", "娯楽"),
}

DID: dict[str, Text] = {
    "dug": Text("dug {terrain}", "{terrain}を掘った"),
    "gathered": Text("gathered {growth}", "{growth}を採った"),
    "fished": Text("caught fish", "魚を獲った"),
    "cleaned": Text("cleaned the floor", "床を掃除した"),
    "refuelled": Text("added fuel: {structure}", "{structure}に燃料を足した"),
    "picked_up": Text("picked up {item} {count}", "{item}を{count}拾った"),
    "stored": Text("stored {item} {count}", "{item}を{count}しまった"),
    "delivered": Text("brought {item} {count} to a site", "{item}を{count}現場に届けた"),
    "built": Text("built: {thing}", "{thing}を建てた"),
    "taken_down": Text("took down: {thing}", "{thing}を取り壊した"),
    "made": Text("made: {recipe}", "{recipe}を仕上げた"),
    "fumble": Text("fumbled at {job} ({percent}%)", "{job}で大失敗した（{percent}%）"),
    "ate": Text("ate {item}: food +{points}", "{item}を食べた：食事 +{points}"),
    "drank": Text("drank {item}", "{item}を飲んだ"),
    "slept_on_floor": Text("lay down on the floor", "床で寝た"),
    "woke": Text("woke up", "目を覚ました"),
    "crisis": Text("{need} is at nothing", "{need}が尽きた"),
    "starving": Text("is starving", "飢餓に陥った"),
    "unserved": Text("found nothing for {need}", "{need}を満たす当てがなかった"),
    "grudge": Text("grudge {points}, now {grudge}: {cause}", "鬱憤 {points}、いま{grudge}：{cause}"),
    "visited": Text("visited {target}", "{target}を見回った"),
    "whipped": Text("whipped {target}", "{target}を鞭で打った"),
    "wounded": Text("wounded at the {part}: {severity}", "{part}に傷：{severity}"),
    "bled": Text("lost blood at the {part}", "{part}から出血した"),
    "healed": Text("a wound at the {part} got better", "{part}の傷が軽くなった"),
    "knocked_out": Text("was knocked out", "昏倒した"),
    "came_to": Text("came to", "意識が戻った"),
    "second_wind": Text("got up again", "気を取り直した"),
    "died": Text("died", "死んだ"),
    "treated": Text("treated {patient}", "{patient}の手当てをした"),
    "cut": Text("cut {patient} in treating", "手当てで{patient}を傷つけた"),
    "fell_sick": Text("fell sick", "病気になった"),
    "plague": Text("caught the plague", "疫病にかかった"),
    "recovered": Text("recovered", "病気が治った"),
    "borrowed": Text("took {item} from a rack", "武器掛けから{item}を借りた"),
    "returned": Text("gave the weapon back", "武器を返した"),
    "trap_set": Text("set a trap again", "罠を掛け直した"),
    "unlocked": Text("took a padlock off", "南京錠を外した"),
    "took_over": Text("took over a job of {target}", "{target}の職務を引き継いだ"),
    "rite_held": Text("held a rite", "儀式を行った"),
    "summoned": Text("answered a rite and came", "儀式に応えて現れた"),
    "minion_joined": Text("joined the dungeon", "加わった"),
    "trap_sprung": Text("set a trap off", "罠を作動させた"),
    "laid": Text("laid a corpse on the altar", "祭壇に死骸を載せた"),
    "smashed": Text("smashed: {thing}", "{thing}を壊した"),
    "pranked": Text("played a trick on {target}", "{target}に悪ふざけをした"),
    "deserted": Text("left for good", "脱走した"),
}
"""What an event says of the one who is its actor."""

SUFFERED: dict[str, Text] = {
    "visited": Text("was visited by {actor}", "{actor}が見回りに来た"),
    "whipped": Text("was whipped by {actor}", "{actor}に鞭で打たれた"),
    "treated": Text("was treated by {actor}", "{actor}に手当てされた"),
    "cut": Text("was cut by {actor} in treating", "手当て中に{actor}に傷つけられた"),
    "wounded": Text("wounded {actor}", "{actor}に傷を負わせた"),
    "knocked_out": Text("knocked {actor} out", "{actor}を昏倒させた"),
    "died": Text("killed {actor}", "{actor}を倒した"),
    "marked": Text("was marked for hunting", "狩猟の印が付いた"),
    "unmarked": Text("lost its hunting mark", "狩猟の印が消えた"),
    "pranked": Text("had a trick played by {actor}", "{actor}に悪ふざけをされた"),
}
"""What it says of another whom it names."""

HIT = Text("hit {target}", "{target}に一撃を当てた")
MISSED = Text("missed {target}", "{target}への攻撃を外した")
WAS_HIT = Text("was hit by {actor}", "{actor}の攻撃を受けた")
WAS_MISSED = Text("evaded {actor}", "{actor}の攻撃をかわした")


class Chronicle:
    """The last events of each being.

    Args:
        most: events kept of each.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._of: dict[int, deque[Event]] = {}

    def add(self, events: Iterable[Event]) -> None:
        """Take in what happened."""
        for event in events:
            if event.kind not in DID and event.kind not in SUFFERED and event.kind != "blow":
                continue
            for being in {int(event.args[n]) for n in NAMES if isinstance(event.args.get(n), int)}:
                if being >= 0:
                    if being not in self._of:
                        self._of[being] = deque(maxlen=self.most)
                    self._of[being].append(event)

    def of(self, being: int) -> list[Event]:
        """Its events, newest first."""
        return list(reversed(self._of.get(being, ())))


def said(world: World, event: Event, being: int) -> Text:
    """What the event says of this being."""
    args = event.args
    mine = args.get("actor") == being
    if event.kind == "blow":
        text = (HIT if args["hit"] else MISSED) if mine else WAS_HIT if args["hit"] else WAS_MISSED
    elif mine and event.kind in DID:
        text = DID[event.kind]
    else:
        text = SUFFERED.get(event.kind) or DID[event.kind]
    return text.fill(**dict(_parts(world, event.kind, args)))


def _parts(world: World, kind: str, args: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """The texts that stand for the facts of an event."""
    for name, value in args.items():
        if name in NAMES and isinstance(value, int):
            yield name, _name(world, value)
        elif name == "kind":
            yield _kind(world, kind, value)
        elif name == "points" and kind == "grudge":
            yield name, f"{value:+d}"
        elif name == "cause" and kind == "grudge":
            yield name, grudges.causes(world.params.grudge)[grudges.IDS.index(value)].text
        elif name == "part" and isinstance(value, int):
            yield name, _part(world, args, value)
        elif name in WORDS:
            yield name, WORDS[name](world, value)
        else:
            yield name, value


def _kind(world: World, kind: str, value: Any) -> tuple[str, Any]:
    """What was built or broken, or the item that was handled."""
    structures, items = world.content.structures, world.content.items
    if kind in ("built", "taken_down", "smashed"):
        row = world.content.structure[value] if isinstance(value, str) else int(value)
        return "thing", structures[row].name
    return "item", items[value].name if isinstance(value, int) and value >= 0 else Text("nothing", "なし")


def _part(world: World, args: dict[str, Any], part: int) -> Text:
    """The part of the body of whom the event befell."""
    shape = book.SHAPES[wounds.row_of(world, args.get("patient", args["actor"])).shape]
    return shape[part].name if 0 <= part < len(shape) else Text("whole body", "全身")


def _standing(world: World, structure: int) -> Text:
    kinds = world.state.structures.kind
    there = 0 <= structure < kinds.size and kinds[structure] >= 0
    return world.content.structures[kinds[structure]].name if there else Text("gone since", "今はない物")


def _ground(world: World, name: str) -> Text:
    return world.content.terrain[world.content.ground[name]].name


WORDS: dict[str, Callable[[World, Any], Any]] = {
    "structure": _standing,
    "terrain": _ground,
    "growth": _ground,
    "recipe": lambda world, name: world.content.recipes[world.content.recipe[name]].name,
    "job": lambda world, job: jobs.JOBS[job].label,
    "need": lambda world, name: NEEDS[name],
    "severity": lambda world, n: book.SEVERITY_NAMES[n] if n >= 0 else Text("none", "なし"),
}


def _name(world: World, being: int) -> Text:
    if not 0 <= being < len(world.state.names):
        return Text("nobody", "誰でもない者")
    name = world.name(being)
    return name if name.en else wounds.row_of(world, being).name


def told(world: World, chronicle: Chronicle, being: int, lang: str) -> list[dict[str, Any]]:
    """A being's chronicle for a page, newest first: tick, words, rule."""
    return [
        {"tick": event.tick, "text": said(world, event, being).say(lang), "rule": event.rule}
        for event in chronicle.of(being)
    ]
