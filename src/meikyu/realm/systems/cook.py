"""Kitchens and workplaces: what is to be made, fetching what goes into it, and the making."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from meikyu.books.keep import food
from meikyu.books.keep import haul as haul_book
from meikyu.core.rng import Stream
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS, Amounts, Recipe
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import haul, moves, plans, stock
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import box_of, minions, use_up
from meikyu.realm.world import World

MEALS_A_MINION = 2
DRINKS_A_MINION = 1
SPARE_RAW_A_MINION = 4


def pieces(world: World, group: str) -> int:
    """Pieces of a group (or an item) that are in the dungeon, whoever holds them; none that wait at sites."""
    rows = world.state.items
    known: dict[str, Any] = world.scratch.caches.setdefault("group_masks", {})
    if group not in known:
        known[group] = np.array([group in r.groups or r.id == group for r in world.content.items] + [False])
    mask = known[group][rows.kind] & (rows.site < 0) & ~rows.forbidden
    return int(rows.count[mask].sum())


def setting(world: World, name: str, default: int) -> int:
    """A number among the lord's settings."""
    return int(world.state.settings.get(name, default))


def bills(world: World, structure: int) -> dict[str, int]:
    """What the lord ordered at a workplace: pieces of work left by recipe, -1 for always."""
    orders: dict[str, dict[str, int]] = world.state.settings.get("bills", {})
    return orders.get(str(structure), {})


def is_free_table(world: World, structure: int) -> bool:
    """True for a cooking table at which nobody works or is about to."""
    state = world.state
    if stock.structure_row(world, structure).id != "cooking_table":
        return False
    made = links(world)
    return not any(state.tasks.by[made.tasks[key]] >= 0 for key in made.keys((Op.CRAFT,), structure))


@rule("KEP-FOOD-14", "KEP-FOOD-15", "KEP-FOOD-40")
def may_cook(world: World, structure: int) -> bool:
    """True for a kitchen where meals may be cooked now: a table, or a burning fire where no free table is."""
    state = world.state
    row = stock.structure_row(world, structure)
    if row.id == "cooking_table":
        return True
    if row.id != "campfire" or not food.is_eating_place(1, int(state.structures.burning[structure])):
        return False
    mine = set(_regions(world, structure))
    for other in stock.places(world, "cooking_table").tolist():
        if is_free_table(world, other) and mine & set(_regions(world, other)):
            return False
    return True


def _regions(world: World, structure: int) -> list[int]:
    cells = moves.served_from(world, box_of(world.state.structures, structure))
    return world.state.cells.region.reshape(-1)[cells].tolist()


class Need(NamedTuple):
    """What the dungeon is short of: meals, and drink where raw food is to spare.

    `ready` remembers of which recipes all that goes in lies free.
    """

    meals: bool
    drinks: bool
    ready: dict[int, bool]


def need(world: World) -> Need:
    """What the dungeon is short of now, by the lord's settings."""
    heads = minions(world).size
    meals = pieces(world, "meals") < heads * setting(world, "meals_per_minion", MEALS_A_MINION)
    drinks = pieces(world, "drinks") < heads * setting(world, "drinks_per_minion", DRINKS_A_MINION)
    return Need(meals, drinks and pieces(world, "raw_food") >= heads * SPARE_RAW_A_MINION, {})


@rule("KEP-FOOD-39", "KEP-RES-13")
def wanted(world: World, structure: int, need: Need) -> int:
    """Row of the recipe to be made at a workplace now, or -1: the lord's orders, then meals, drink and books.

    A book is written while a storage has room for it.
    """
    row = stock.structure_row(world, structure)
    recipes = world.content.recipe
    for name, left in bills(world, structure).items():
        if left and name in recipes and row.id in world.content.recipes[recipes[name]].stations:
            number = recipes[name]
            is_open = world.content.recipes[number].kind != "cook" or may_cook(world, structure)
            if is_open and _has(world, need, number):
                return number
    if row.id in ("cooking_table", "campfire"):
        if not need.meals:
            return -1
        number = recipes["cook_" + food.SIZES[world.state.structures.size[structure]]]
        return number if may_cook(world, structure) and _has(world, need, number) else -1
    if row.id == "writing_desk":
        book = world.content.item["book"]
        return recipes["write_book"] if stock.has_room(world, book, 0) else -1
    if row.id == "butcher_block":
        number = recipes["butcher_carcass"]
        return number if _has(world, need, number) else -1
    if row.id == "brewing_vat":
        if not need.drinks:
            return -1
        return next(
            (recipes[n] for n in ("brew_ale", "brew_flower_wine") if _has(world, need, recipes[n])), -1
        )
    return -1


def _has(world: World, need: Need, number: int) -> bool:
    """True when what goes into a recipe lies free somewhere."""
    if number not in need.ready:
        need.ready[number] = all(
            stock.free_pieces(world, stock.usable(world, stock.kinds_of(world, name))) >= count
            for name, count in world.content.recipes[number].inputs
        )
    return need.ready[number]


@rule("KEP-FOOD-02", "KEP-FOOD-11", "KEP-FOOD-39", "KEP-HAUL-50")
def plan(world: World, actor: int, structure: int, number: int) -> list[Stepping] | None:
    """The plan to make a recipe: fetch what goes into it from nearest to the workplace, then work there."""
    state = world.state
    if state.structures.kind[structure] < 0:
        return None
    recipe = world.content.recipes[number]
    if recipe.kind == "cook" and not may_cook(world, structure):
        return None
    box = box_of(state.structures, structure)
    steps = haul.fetch_all(world, recipe.inputs, box, stock.free_weight(world, actor))
    if steps is None:
        return None
    return [*steps, haul.beside(box), Stepping(Op.CRAFT, structure, number)]


def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start the work at the workplace with what has been fetched in hand."""
    state = world.state
    if state.structures.kind[step.a] < 0:
        return Outcome.STOP
    recipe = world.content.recipes[step.b]
    if recipe.kind == "cook" and not _is_lit(world, step.a):
        return Outcome.STOP
    if not all(_held(world, actor, name) >= count for name, count in recipe.inputs):
        return Outcome.STOP
    plans.work(world, actor, recipe.minutes, JOBS.index(recipe.job))
    return Outcome.ON


def _is_lit(world: World, structure: int) -> bool:
    campfire = int(stock.structure_row(world, structure).id == "campfire")
    return bool(food.is_eating_place(campfire, int(world.state.structures.burning[structure])))


def _held(world: World, actor: int, name: str) -> int:
    rows = world.state.items
    kinds = stock.kinds_of(world, name)
    return sum(int(rows.count[i]) for i in world.scratch.held.get(actor, ()) if rows.kind[i] in kinds)


@rule("KEP-SIM-12", "KEP-SIM-16", "KEP-FOOD-13", "KEP-FOOD-39", "KEP-RES-18")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The work is over: what went into it is gone, what was made is in the maker's hands."""
    state = world.state
    if state.structures.kind[step.a] < 0:
        return Outcome.STOP
    recipe = world.content.recipes[step.b]
    x, y = moves.here(world, actor)
    place = box_of(state.structures, step.a)
    campfire = recipe.kind == "cook" and stock.structure_row(world, step.a).id == "campfire"
    failed = plans.fumbles(world, actor, JOBS.index(recipe.job), place[0], place[1], campfire=campfire)
    outputs = outputs_of(world, actor, recipe)
    if not failed or recipe.kind == "cook":
        _use(world, actor, recipe)
    if not failed:
        for name, count in outputs:
            kind = world.content.item[name]
            quality = _quality(world, actor, recipe) if recipe.has_quality else 0
            haul.pocket(world, actor, kind, count, quality, x, y)
        _count_bill(world, step.a, recipe.id)
        world.emit("made", "KEP-SIM-16", actor=actor, structure=step.a, recipe=recipe.id)
    plans.end_task(world, actor)
    world.scratch.changed.append(("structure", step.a))
    return Outcome.ON


@rule("KEP-SIM-16", "KEP-FOOD-04", "KEP-FOOD-11")
def outputs_of(world: World, actor: int, recipe: Recipe) -> Amounts:
    """What a recipe makes; of a carcass in hand what the row of its creature yields."""
    if recipe.outputs != (("yield_of_creature", 1),):
        return recipe.outputs
    carcass = world.content.item["carcass"]
    rows = world.state.items
    for item in world.scratch.held.get(actor, ()):
        if rows.kind[item] == carcass and rows.body[item] >= 0:
            return world.content.creatures[world.state.actors.species[rows.body[item]]].butcher_yield
    return ()


def _use(world: World, actor: int, recipe: Recipe) -> None:
    for name, count in recipe.inputs:
        left = count
        kinds = stock.kinds_of(world, name)
        for item in list(world.scratch.held.get(actor, ())):
            if left > 0 and world.state.items.kind[item] in kinds:
                part = min(left, int(world.state.items.count[item]))
                use_up(world, item, part)
                left -= part


def _quality(world: World, actor: int, recipe: Recipe) -> int:
    """Quality of a made weapon or armour, by a die and the check value."""
    p = world.params.stock
    drawn = world.dice(Stream.QUALITY, actor).roll(p.quality_die)
    return haul_book.made_quality(p, drawn, plans.value_of(world, actor, JOBS.index(recipe.job)))


def _count_bill(world: World, structure: int, recipe: str) -> None:
    orders = bills(world, structure)
    if orders.get(recipe, 0) > 0:
        orders[recipe] -= 1
