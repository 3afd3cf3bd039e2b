"""Questions about food: what a minion takes, how long it eats."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import food, needs
from meikyu.books.keep.params import KeepParams
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text

Points = Annotated[float, msgspec.Meta(ge=0, le=100)]
Kind = Literal["meal_small", "meal_medium", "meal_large", "raw_meat", "raw_plant", "humanoid_meat"]
Cap = Literal["none", "medium", "small"]
Walk = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Offer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One food on offer."""

    id: str | int
    kind: Kind
    walk: Walk | None


class Choose(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.food.choose."""

    food_bar: Points
    foods: Annotated[list[Offer], msgspec.Meta(max_length=10_000)]
    carnivore: bool = False
    meal_cap: Cap | None = None


class Eating(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.food.eating."""

    place: Literal["floor", "table", "campfire"]
    seated: bool = False


def exact(number: float) -> Fraction:
    """The number as the decimal it is written as."""
    return Fraction(repr(number))


def _choose(p: KeepParams, given: Choose) -> Ruling[dict[str, Any]]:
    seen: set[str] = set()
    for i, offered in enumerate(given.foods):
        if str(offered.id) in seen:
            raise InputError(
                "not_allowed", f"foods[{i}].id", offered.id, Text("each id once", "id は一度ずつ")
            )
        seen.add(str(offered.id))
    bar = exact(given.food_bar)
    offers = [food.Offer(i, o.kind, o.walk, str(o.id)) for i, o in enumerate(given.foods)]
    starving = needs.is_starving(p.need, -(-bar.numerator * p.need.units_per_point // bar.denominator))
    ruling = food.choose(
        p.food,
        bar=bar,
        offers=offers,
        starving=bool(starving),
        carnivore=given.carnivore,
        meal_cap=given.meal_cap or p.food.meal_cap,
    )
    order = [given.foods[number].id for number in ruling.value]
    return Ruling({"choice": order[0] if order else None, "order": order}, ruling.steps)


def _eating(p: KeepParams, given: Eating) -> Ruling[dict[str, Any]]:
    ruling = food.eating(p.food, place=given.place, seated=given.seated)
    filth = bool(food.leaves_filth(int(given.place != "floor")))
    return Ruling({"ticks": ruling.value, "filth": filth}, ruling.steps)


QUESTIONS = (
    Question(
        "food.choose",
        Text("Which food does a minion take?", "ミニオンはどの食料を取る？"),
        Choose,
        _choose,
        {
            "food_bar": 20,
            "foods": [
                {"id": "shelf", "kind": "meal_medium", "walk": 40},
                {"id": "hall", "kind": "meal_small", "walk": 24},
                {"id": "patch", "kind": "raw_plant", "walk": 1},
            ],
        },
        {
            "food_bar": Text("food bar, 0 to 100; 0 is starving", "食事のバー（0〜100）。0は飢餓"),
            "foods": Text(
                "what there is: id, kind, walking cells (null: unreachable); earlier in the list wins ties",
                "ある食料：id、種類、歩くマス数（null は行けない）。同点なら先に書いたもの",
            ),
            "carnivore": Text("eats meat first, such as a gnoll", "ノールのように肉を先に食べる"),
            "meal_cap": Text(
                "the meal cap of Dungeon management; left out: the book's (none)",
                "ダンジョン管理の「食事の上限」。書かなければ本の値（制限なし）",
            ),
        },
    ),
    Question(
        "food.eating",
        Text(
            "How long does eating take, and does it leave filth?", "食べるのに何ティックかかり、汚物は残る？"
        ),
        Eating,
        _eating,
        {"place": "table", "seated": True},
        {
            "place": Text("where it is eaten", "食べる場所"),
            "seated": Text("on a seat at the table or campfire", "テーブルや焚き火の席に座って食べる"),
        },
    ),
)
