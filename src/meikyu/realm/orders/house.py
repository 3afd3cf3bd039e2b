"""Orders about letters and the lord's other choices."""

from __future__ import annotations

from typing import Any

from meikyu.core.ruling import Step, rule
from meikyu.errors import InputError, Text
from meikyu.realm import tables
from meikyu.realm.orders.common import Args, Order, check_structure, no, row_of
from meikyu.realm.systems import arts, letters
from meikyu.realm.world import World

MOST = 1000


class OfLetter(Args):
    """A letter."""

    letter: int


class Setting(Args):
    """A choice of the lord by name."""

    name: str
    value: bool | int


class LetterPause(Args):
    """Whether a kind of letter stops a fast clock; "" for whether any of them does."""

    letter: str
    on: bool


class Bill(Args):
    """How many of a recipe a station is to make: -1 for always, 0 to take the order back."""

    structure: int
    recipe: str
    count: int


SETTINGS: dict[str, tuple[type, int, int]] = {
    "auto_gather": (bool, 0, 1),
    "auto_heirs": (bool, 0, 1),
    "meals_per_minion": (int, 0, 20),
    "drinks_per_minion": (int, 0, 20),
}
"""The settings that may be made: their type, least and greatest value."""


def _against_dismiss(world: World, args: OfLetter) -> list[Step]:
    sent = world.state.letters
    if not 0 <= args.letter < len(sent):
        raise InputError("not_allowed", "letter", args.letter, Text("the id of a letter", "手紙の番号"))
    if sent[args.letter].dismissed:
        return [
            no("KEP-SIM-13", "dismissed", 1, "The letter is closed already", "この手紙はもう片付けてあります")
        ]
    return []


@rule("KEP-SIM-13")
def _dismiss(world: World, args: OfLetter) -> None:
    sent = world.state.letters
    sent[args.letter] = sent[args.letter]._replace(dismissed=True)


def _against_setting(world: World, args: Setting) -> list[Step]:
    if args.name not in SETTINGS:
        raise InputError("not_allowed", "name", args.name, sorted(SETTINGS))
    kind, low, high = SETTINGS[args.name]
    if kind is bool and not isinstance(args.value, bool):
        raise InputError("wrong_type", "value", args.value, [True, False])
    if isinstance(args.value, bool) is not (kind is bool) or not low <= args.value <= high:
        raise InputError("out_of_range", "value", args.value, Text(f"{low} to {high}", f"{low}〜{high}"))
    return []


def _setting(world: World, args: Setting) -> None:
    world.state.settings[args.name] = args.value
    for structure in range(world.state.counters.get("structures", 0)):
        if world.state.structures.kind[structure] >= 0:
            tables.touch(world, "structure", structure)
    world.state.task_version += 1


def _against_letter_pause(world: World, args: LetterPause) -> list[Step]:
    if args.letter:
        row_of(world.content.letter, "letter", args.letter)
    return []


def _letter_pause(world: World, args: LetterPause) -> None:
    world.state.settings["letter_pauses"] = {**letters.choices(world), args.letter: args.on}


def _against_bill(world: World, args: Bill) -> list[Step]:
    check_structure(world, args.structure)
    number = row_of(world.content.recipe, "recipe", args.recipe)
    if not -1 <= args.count <= MOST:
        raise InputError("out_of_range", "count", args.count, Text(f"-1 to {MOST}", f"-1〜{MOST}"))
    recipe = world.content.recipes[number]
    station = world.content.structures[world.state.structures.kind[args.structure]]
    if station.id not in recipe.stations:
        text = ("This is not made here", "ここでは作れません")
        return [no("KEP-SIM-16", "station", station.id, *text)]
    if not arts.is_usable(world, recipe.unlock):
        return [
            no("KEP-RES-01", "unlock", recipe.unlock, "This has not been learned", "まだ習得していません")
        ]
    return []


def _bill(world: World, args: Bill) -> None:
    bills: dict[str, dict[str, Any]] = {
        key: dict(rows) for key, rows in world.state.settings.get("bills", {}).items()
    }
    rows = bills.setdefault(str(args.structure), {})
    rows[args.recipe] = args.count
    if args.count == 0:
        del rows[args.recipe]
    world.state.settings["bills"] = bills
    tables.touch(world, "structure", args.structure)
    world.state.task_version += 1


ORDERS: dict[str, Order] = {
    "dismiss_letter": Order(OfLetter, _against_dismiss, _dismiss),
    "setting": Order(Setting, _against_setting, _setting),
    "letter_pause": Order(LetterPause, _against_letter_pause, _letter_pause),
    "bill": Order(Bill, _against_bill, _bill),
}
