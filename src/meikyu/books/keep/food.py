"""Food (KEP-FOOD): nutrition, the choice of food, eating places, cooking."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from meikyu.books.keep.params import FoodParams, NeedParams
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

Bar: TypeAlias = int | Fraction
"""A bar in points."""

SIZES = ("small", "medium", "large")
MEALS = ("meal_small", "meal_medium", "meal_large")
MEATS = ("raw_meat", "humanoid_meat")
RAW = ("raw_meat", "raw_plant")
KINDS = (*MEALS, *RAW, "humanoid_meat")
CAPS = ("none", "medium", "small")


class Offer(NamedTuple):
    """A food that a minion might take.

    Args:
        number: item number; settles ties.
        kind: one of KINDS.
        walk: walking cells to it, None where no way leads.
        name: what people call it, for the reasons.
    """

    number: int
    kind: str
    walk: int | None
    name: str = ""


@rule("KEP-FOOD-01", "KEP-FOOD-04", "KEP-FOOD-05")
def raw_class(group: str) -> str | None:
    """Class of a raw food from its item group: "meat", "plant", or None for what is no raw food.

    Args:
        group: group path of the items table, such as "food/raw_food/meat".
    """
    parts = group.split("/")
    return parts[2] if parts[:2] == ["food", "raw_food"] and len(parts) == 3 else None


@rule("KEP-FOOD-11")
def kind_of(item: str, group: str) -> str:
    """The kind of a food by its item id and group, one of KINDS; "" for what is no food."""
    if item in (*MEALS, "humanoid_meat"):
        return item
    raw = raw_class(group)
    return f"raw_{raw}" if raw else ""


@rule("KEP-FOOD-06", "KEP-FOOD-09", "KEP-FOOD-17")
def nutrition(p: FoodParams, kind: str, carnivore: bool) -> int:
    """Points that one portion adds to the food bar."""
    if kind in MEALS:
        return (p.small, p.medium, p.large)[MEALS.index(kind)]
    return p.carnivore_nutrition if carnivore and kind in MEATS else p.raw_nutrition


@rule("KEP-FOOD-07")
def after_eating(p: FoodParams, bar: Bar, points: int) -> Bar:
    """The food bar after `points` of nutrition; what passes the full bar is lost."""
    return min(p.full, bar + points)


@rule("KEP-FOOD-08")
def eats_again(p: FoodParams, bar: Bar, was_raw: bool) -> bool:
    """True when, after one raw food, another is eaten at once."""
    return was_raw and bar < p.repeat_below


def raw_meal(p: FoodParams, *, food: Bar, raw_portions: int, carnivore: bool = False) -> Ruling[Bar]:
    """The bar after a sitting of raw plants, one after the other while it stays low."""
    eaten = 0
    while eaten < raw_portions and (eaten == 0 or eats_again(p, food, True)):
        food = after_eating(p, food, nutrition(p, "raw_plant", carnivore))
        eaten += 1
    return Ruling(food, (Step("KEP-FOOD-08", "eaten", eaten),))


@rule("KEP-FOOD-18", "KEP-FOOD-19")
def size_order(p: FoodParams, bar: Bar) -> tuple[str, ...]:
    """The three sizes, best first: the fullest that fits, then those that overflow, least excess first."""
    points: dict[str, int] = dict(zip(SIZES, (p.small, p.medium, p.large), strict=True))
    room = p.full - bar
    fits = sorted((s for s in SIZES if points[s] <= room), key=lambda s: -points[s])
    over = sorted((s for s in SIZES if points[s] > room), key=lambda s: points[s])
    return (*fits, *over)


@rule("KEP-FOOD-20", "KEP-FOOD-21")
def score(p: FoodParams, walk: int, rank: int) -> int:
    """Score of a meal; the lowest is taken. Ranks count over all three sizes."""
    return walk + p.cells_per_rank * rank


@rule("KEP-FOOD-24", "KEP-FOOD-25")
def is_allowed(kind: str, meal_cap: str) -> bool:
    """True when the meal cap lets a minion that is not starving eat this."""
    barred = {"none": 0, "medium": 1, "small": 2}[meal_cap]
    return kind not in MEALS[len(MEALS) - barred :]


@rule("KEP-FOOD-12", "KEP-FOOD-26")
def starving_order(offers: Sequence[Offer], carnivore: bool) -> list[Offer]:
    """What a starving minion takes, nearest first; only reachable food is given here.

    Meat of humanoids is left to carnivores, and to others that reach nothing else.
    """
    plain = [o for o in offers if carnivore or o.kind != "humanoid_meat"]
    return nearest_first(plain or offers)


@rule("KEP-FOOD-23")
def nearest_first(offers: Sequence[Offer]) -> list[Offer]:
    """Foods by walking distance, ties by item number."""
    return sorted(offers, key=lambda o: (o.walk, o.number))


@rule("KEP-FOOD-37")
def reachable(offers: Sequence[Offer]) -> list[Offer]:
    """The foods that a way leads to."""
    return [o for o in offers if o.walk is not None]


@rule("KEP-FOOD-10", "KEP-FOOD-22", "KEP-FOOD-38")
def choose(
    p: FoodParams,
    *,
    bar: Bar,
    offers: Sequence[Offer],
    starving: bool,
    carnivore: bool = False,
    meal_cap: str = "none",
) -> Ruling[tuple[int, ...]]:
    """Numbers of every food that a minion would take, best first; empty when it does not eat."""
    near = reachable(offers)
    steps: list[Step] = []
    if len(near) < len(offers):
        steps.append(Step("KEP-FOOD-37", "unreachable", len(offers) - len(near)))
    if starving:
        order = starving_order(near, carnivore)
        steps.append(Step("KEP-FOOD-26", "starving", True))
        if any(o.kind == "humanoid_meat" for o in near) and not carnivore:
            steps.append(Step("KEP-FOOD-12", "humanoid_meat", any(o.kind == "humanoid_meat" for o in order)))
        return Ruling(tuple(o.number for o in order), tuple(steps))
    sizes = size_order(p, bar)
    steps.append(Step("KEP-FOOD-18", "sizes", list(sizes)))
    meat = nearest_first([o for o in near if carnivore and o.kind in MEATS])
    if meat:
        steps.append(Step("KEP-FOOD-10", "meat_first", True))
    meals = [o for o in near if o.kind in MEALS and is_allowed(o.kind, meal_cap)]
    if any(o.kind in MEALS and not is_allowed(o.kind, meal_cap) for o in near):
        steps.append(Step("KEP-FOOD-25", "meal_cap", meal_cap))
    names = {o.number: o.name or str(o.number) for o in meals}
    ranked: list[tuple[int, int, int, int]] = []
    for offer in meals:
        rank = sizes.index(SIZES[MEALS.index(offer.kind)])
        walk = offer.walk or 0
        ranked.append((score(p, walk, rank), rank, walk, offer.number))
    ranked.sort()
    for points, rank, walk, number in ranked[:6]:
        told = _SCORE.fill(name=names[number], walk=walk, rank=rank, score=points)
        steps.append(Step("KEP-FOOD-20", "score", points, told))
    raw = nearest_first([o for o in near if o.kind in RAW and o not in meat])
    if raw and ranked:
        steps.append(Step("KEP-FOOD-22", "meals_first", True))
    if not carnivore and any(o.kind == "humanoid_meat" for o in near):
        steps.append(Step("KEP-FOOD-12", "humanoid_meat", False))
    order = [o.number for o in meat] + [number for _, _, _, number in ranked] + [o.number for o in raw]
    if not order:
        steps.append(Step("KEP-FOOD-38", "nothing", True))
    return Ruling(tuple(order), tuple(steps))


_SCORE = Text(
    "{name}: {walk} cells to walk, rank {rank} from the best size, together {score}; the lowest is taken",
    "{name}：歩く距離{walk}マス、大きさの順位は最上位から{rank}番目、合わせて{score}。いちばん小さいものを取る",
)


@rule("KEP-FOOD-27", "KEP-FOOD-28")
def eats_before_sleep(p: NeedParams, food: Bar, sleep: Bar, bed: int) -> bool:
    """True when the food bar would reach 0 during the sleep; both bars in the same measure of `full`."""
    return forecast(p, food, sleep, bed) <= 0


@rule("KEP-FOOD-28")
def forecast(p: NeedParams, food: Bar, sleep: Bar, bed: int) -> Bar:
    """Food bar in points at the end of the sleep, below 0 where it would have run out before."""
    gain = p.bed_per_hour if bed else p.floor_per_hour
    return food - Fraction(p.food_per_hour) * (p.full - sleep) / gain


@rule("KEP-FOOD-29", "KEP-FOOD-30")
def is_in_carrying_reach(p: FoodParams, walk: int) -> int:
    """1 when an eating place so many walking cells from the food is near enough; -1 is no way."""
    return int(0 <= walk <= p.carry_cells)


@rule("KEP-FOOD-15")
def is_eating_place(campfire: int, burning: int) -> int:
    """1 for a table, and for a campfire that burns; a dead one serves neither eating nor cooking."""
    return int(not campfire or burning)


class Place(NamedTuple):
    """A table or burning campfire.

    Args:
        number: structure number; settles ties.
        walk: walking cells from the food, -1 where no way leads.
        free: free spots around it.
    """

    number: int
    walk: int
    free: int


@rule("KEP-FOOD-31")
def eating_place(p: FoodParams, places: Sequence[Place]) -> int | None:
    """Number of the place where a food is eaten, None for where it was picked up."""
    fit = [x for x in places if x.free > 0 and is_in_carrying_reach(p, x.walk)]
    return min(fit, key=lambda x: (x.walk, x.number)).number if fit else None


@rule("KEP-FOOD-35")
def is_seat(seats: int) -> int:
    """1 for furniture whose row gives seats: chair, stool, sitting stone, small and large bench."""
    return int(seats > 0)


@rule("KEP-FOOD-31")
def spot_order(spots: Sequence[tuple[int, bool, int]]) -> list[int]:
    """Free spots around an eating place, best first: seats, then the nearest, then the lower number.

    Args:
        spots: (number, has a seat, walking cells) a spot.
    """
    return [n for n, _, _ in sorted(spots, key=lambda s: (not s[1], s[2], s[0]))]


@rule("KEP-FOOD-33", "KEP-FOOD-34")
def eating_speed(p: FoodParams, at_place: int, seated: int) -> int:
    """Eating speed in percent; a seat counts only at a table or campfire."""
    return 100 + at_place * (p.table_bonus + p.seat_bonus * seated)


@rule("KEP-FOOD-36")
def eating_ticks(base_ticks: int, speed: int) -> int:
    """Ticks that eating one food takes, from those on the floor; a part of a tick counts whole."""
    return -(-base_ticks * 100 // speed)


@rule("KEP-FOOD-32")
def leaves_filth(at_place: int) -> int:
    """1 when eating there leaves filth on the floor."""
    return int(not at_place)


def eating(p: FoodParams, *, place: str, seated: bool = False) -> Ruling[int]:
    """Ticks of eating one food at `place` (floor, table or campfire)."""
    at_place = int(place != "floor")
    speed = eating_speed(p, at_place, int(seated))
    base = p.floor_minutes * TICKS_PER_MINUTE
    ticks = eating_ticks(base, speed)
    steps = [Step("KEP-FOOD-36", "floor_ticks", base)]
    if at_place:
        steps.append(Step("KEP-FOOD-34" if seated else "KEP-FOOD-33", "speed_percent", speed))
    steps.append(Step("KEP-FOOD-32", "filth", bool(leaves_filth(at_place))))
    return Ruling(ticks, tuple(steps))
