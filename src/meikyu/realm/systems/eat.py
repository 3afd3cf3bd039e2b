"""Eating: the choice of food, the place, the meal."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from meikyu.books.keep import food, ground, needs
from meikyu.core.ruling import rule
from meikyu.realm.state import Op, Stepping
from meikyu.realm.systems import haul, moves, plans, stock
from meikyu.realm.systems.links import box_of_item, links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import box_of, set_stain, use_up
from meikyu.realm.world import World

CAPS = ("none", "medium", "small")


def bar(world: World, actor: int, need: int) -> Fraction:
    """A bar in points."""
    return Fraction(int(world.state.actors.needs[actor, need]), world.params.need.units_per_point)


def is_carnivore(world: World, actor: int) -> bool:
    """True for a minion that takes meat before everything else."""
    return world.content.species[world.state.actors.species[actor]].carnivore


def _kinds(world: World) -> tuple[int, ...]:
    known: dict[str, tuple[int, ...]] = world.scratch.caches.setdefault("kinds_of", {})
    if "edible" not in known:
        known["edible"] = tuple(n for n, row in enumerate(world.content.items) if row.food_kind)
    return known["edible"]


@rule("KEP-FOOD-37", "KEP-HAUL-49", "KEP-HAUL-50")
def offers(world: World, actor: int, *, starving: bool, raw: bool) -> list[food.Offer]:
    """The food in hand and the nearest free food of each kind in `Links.far`.

    What the minion itself has spoken for is free to it: it leaves its haul for the meal.
    """
    found: dict[str, food.Offer] = {}
    for item in world.scratch.held.get(actor, ()):
        kind = stock.item_row(world, item).food_kind
        if kind and kind not in found:
            found[kind] = food.Offer(item, kind, 0)
    reserved = world.state.items.reserved
    own = [(step.a, step.b) for step in world.state.plans[actor] if step.op == Op.PICK]
    for item, count in own:
        reserved[item] -= count
    near = stock.nearest_of_kinds(world, _kinds(world), starving=starving)
    for item, count in own:
        reserved[item] += count
    for walk, item in near:
        kind = stock.item_row(world, item).food_kind
        if kind not in found:
            found[kind] = food.Offer(item, kind, walk)
    return [o for o in found.values() if not raw or o.kind in food.RAW]


@rule("KEP-FOOD-38", "KEP-FOOD-25", "KEP-FOOD-26", "KEP-FOOD-12", "KEP-FOOD-10", "KEP-FOOD-22")
def choice(world: World, actor: int, *, raw: bool = False) -> int:
    """The stack that a minion takes a portion from, or -1 when it does not eat."""
    state = world.state
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    starving = bool(needs.is_starving(world.params.need, int(state.actors.needs[actor, needs.FOOD])))
    found = offers(world, actor, starving=starving, raw=raw)
    moves.forget(world, reached)
    order = food.choose(
        world.params.food,
        bar=bar(world, actor, needs.FOOD),
        offers=found,
        starving=starving,
        carnivore=is_carnivore(world, actor),
        meal_cap=CAPS[state.meal_cap],
    ).value
    return order[0] if order else -1


@rule("KEP-FOOD-29", "KEP-FOOD-30", "KEP-FOOD-31", "KEP-FOOD-15")
def place(world: World, actor: int, box: tuple[int, int, int, int]) -> tuple[int, int]:
    """The table or fire (or -1) and the flat cell where food that lies at `box` is eaten."""
    state = world.state
    made = links(world)
    reached = moves.measure(world, moves.served_from(world, box), world.params.food.carry_cells)
    far = made.far.reshape(-1)
    fires = stock.places(world, "campfire")
    ids = np.sort(np.concatenate((stock.places(world, "table"), fires[state.structures.burning[fires]])))
    walks = moves.reach_all(world, stock.boxes_of_places(world, ids)) if ids.size else ids
    spots: list[tuple[int, bool, int]] = []
    chosen: int | None = None
    for n in np.lexsort((ids, walks)).tolist():
        if walks[n] < 0:
            continue
        spots = [
            (cell, _is_seat(world, cell), int(far[cell]))
            for cell in moves.stands(world, box_of(state.structures, int(ids[n])), True).tolist()
            if far[cell] >= 0 and made.spots.get(cell, actor) == actor
        ]
        chosen = food.eating_place(world.params.food, [food.Place(int(ids[n]), int(walks[n]), len(spots))])
        if chosen is not None:
            break
    moves.forget(world, reached)
    if chosen is None:
        return -1, -1
    return chosen, food.spot_order(spots)[0]


def _is_seat(world: World, cell: int) -> bool:
    structure = int(world.state.cells.structure.reshape(-1)[cell])
    return structure >= 0 and bool(food.is_seat(stock.structure_row(world, structure).seats))


def plan(world: World, actor: int, *, raw: bool = False) -> list[Stepping] | None:
    """The plan to eat one food, or None when there is none that the minion would take."""
    state = world.state
    item = choice(world, actor, raw=raw)
    if item < 0:
        return None
    kind = int(state.items.kind[item])
    steps: list[Stepping] = []
    if state.items.holder[item] == actor:
        x, y = moves.here(world, actor)
        box = (x, y, 1, 1)
    else:
        box = box_of_item(world, item)
        steps = [haul.walk_to(world, box), Stepping(Op.PICK, item, 1, kind)]
    table, spot = (-1, -1) if state.items.forbidden[item] else place(world, actor, box)
    if table >= 0:
        steps.append(Stepping(Op.WALK, spot % state.width, spot // state.width, 1001))
    return [*steps, Stepping(Op.EAT, kind, table, spot)]


def _held(world: World, actor: int, kind: int) -> int:
    return next((i for i in world.scratch.held.get(actor, ()) if world.state.items.kind[i] == kind), -1)


def _is_at_place(world: World, step: Stepping) -> bool:
    state = world.state
    if step.b < 0 or state.structures.kind[step.b] < 0:
        return False
    fire = int(stock.structure_row(world, step.b).id == "campfire")
    return bool(food.is_eating_place(fire, int(state.structures.burning[step.b])))


@rule("KEP-FOOD-33", "KEP-FOOD-34", "KEP-FOOD-36")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start to eat the food in hand."""
    if _held(world, actor, step.a) < 0:
        return Outcome.STOP
    p = world.params
    at_place = _is_at_place(world, step)
    seated = at_place and _is_seat(world, moves.flat_of(world, actor))
    speed = food.eating_speed(p.food, int(at_place), int(seated))
    plans.wait(world, actor, food.eating_ticks(ground.ticks_of_minutes(p.sim, p.food.floor_minutes), speed))
    return Outcome.ON


@rule("KEP-FOOD-06", "KEP-FOOD-07", "KEP-FOOD-08", "KEP-FOOD-09", "KEP-FOOD-32", "KEP-FOOD-36")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The food is eaten: the bar rises, filth is left on the floor; more raw food while the bar is low."""
    state = world.state
    item = _held(world, actor, step.a)
    if item < 0:
        return Outcome.STOP
    p = world.params
    kind = world.content.items[step.a].food_kind
    points = food.nutrition(p.food, kind, is_carnivore(world, actor))
    after = food.after_eating(p.food, bar(world, actor, needs.FOOD), points)
    state.actors.needs[actor, needs.FOOD] = int(after * p.need.units_per_point)
    use_up(world, item, 1)
    x, y = moves.here(world, actor)
    at_place = _is_at_place(world, step)
    if food.leaves_filth(int(at_place)):
        set_stain(world, x, y, world.content.ground["filth"])
    world.emit(
        "ate", "KEP-FOOD-36", actor=actor, kind=step.a, points=points, place=step.b if at_place else -1
    )
    rampaging = state.actors.rampage[actor] >= 0
    if not rampaging and food.eats_again(p.food, after, kind in (*food.RAW, "humanoid_meat")):
        more = plan(world, actor, raw=True)
        if more:
            plans.extend(world, actor, more)
    return Outcome.ON
