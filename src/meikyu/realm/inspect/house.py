"""Facts of the whole dungeon: what stands at the rim of the map, and Dungeon management."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from meikyu.books.keep import BOOK, food, needs, rooms
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.inspect.people import BARS
from meikyu.realm.inspect.words import action, fact
from meikyu.realm.systems import letters
from meikyu.realm.systems.cook import pieces
from meikyu.realm.tables import minions
from meikyu.realm.world import World

CAPS = (
    ("none", Text("No limit", "制限なし")),
    ("medium", Text("Up to medium", "中盛りまで")),
    ("small", Text("Small only", "小盛りまで")),
)
FOODS = {
    "meal_small": Text("small", "小盛り"),
    "meal_medium": Text("medium", "中盛り"),
    "meal_large": Text("large", "大盛り"),
    "raw_plant": Text("raw food", "生の食料"),
}
NIGHT = (20, 6)
"""From this hour to that one the page shows the moon; nothing else depends on it."""


def summary(world: World, lang: str) -> dict[str, Any]:
    """Heads, stores and the clock."""
    now = world.clock()
    return {
        "minions": minions(world).size,
        "meals": pieces(world, "meals"),
        "raw_food": pieces(world, "raw_food"),
        "stone": pieces(world, "stone"),
        "wood": pieces(world, "wood"),
        "gold": pieces(world, "gold_coin"),
        "books": pieces(world, "books"),
        "clock": {
            "day": now.day,
            "hour": now.hour,
            "minute": now.minute,
            "text": now.text().say(lang),
            "night": now.hour >= NIGHT[0] or now.hour < NIGHT[1],
        },
    }


def management(world: World, lang: str) -> dict[str, Any]:
    """Dungeon management: meal cap, stock in days, needs, rooms, settings, house rules in force."""
    return {
        "meal_cap": _meal_cap(world, lang),
        "stock": _stock(world, lang),
        "needs": _needs(world, lang),
        "rooms": _rooms(world, lang),
        "letters": _letters(world, lang),
        "letters_pause": letters.choices(world).get("", True),
        "settings": _settings(world, lang),
        "house": _house(world),
    }


@rule("KEP-FOOD-24", "KEP-FOOD-25")
def _meal_cap(world: World, lang: str) -> dict[str, Any]:
    now = CAPS[world.state.meal_cap][0]
    return {
        "value": now,
        "rule": "KEP-FOOD-25",
        "options": [
            {
                "id": cap,
                "label": label.say(lang),
                "live": _live(world, cap, lang),
                "action": action(lang, label, "meal_cap", {"value": cap}),
            }
            for cap, label in CAPS
        ],
        "live": _live(world, now, lang),
    }


def _live(world: World, cap: str, lang: str) -> str:
    """What the hungriest minion would take under a meal cap, with every size and raw food at hand."""
    band = minions(world).tolist()
    if not band:
        return ""
    p = world.params
    hungriest = min(band, key=lambda a: (int(world.state.actors.needs[a, 0]), a))
    units = int(world.state.actors.needs[hungriest, 0])
    kind = world.content.species[world.state.actors.species[hungriest]]
    ruling = food.choose(
        p.food,
        bar=Fraction(units, p.need.units_per_point),
        offers=[food.Offer(n, name, 0) for n, name in enumerate(FOODS)],
        starving=bool(needs.is_starving(p.need, units)),
        carnivore=kind.carnivore,
        meal_cap=cap,
    )
    names = [list(FOODS.values())[n] for n in ruling.value]
    order = Text(", then ".join(n.en for n in names), "、次に".join(n.ja for n in names))
    text = Text(
        "At food {bar}, {name} takes {order} when all are at hand",
        "食事{bar}の{name}は、どれも手元にあれば{order}の順に取る",
    )
    bar = -(-units // p.need.units_per_point)
    return text.fill(bar=bar, name=world.name(hungriest), order=order).say(lang)


def _stock(world: World, lang: str) -> list[dict[str, Any]]:
    """Food in the dungeon and the days that it feeds everybody."""
    p = world.params
    heads = minions(world).size
    a_day = heads * p.need.food_per_hour * 24
    rows = (
        ("meals", Text("Meals", "飯"), ("meal_small", "meal_medium", "meal_large")),
        ("raw_food", Text("Raw food", "生の食料"), ("raw_food",)),
        ("drinks", Text("Drinks", "酒類"), ()),
    )
    found: list[dict[str, Any]] = []
    for group, label, parts in rows:
        count = pieces(world, group)
        points = sum(
            pieces(world, part) * food.nutrition(p.food, part if part != "raw_food" else "raw_plant", False)
            for part in parts
        )
        if "raw_food" in parts:  # meat of humanoids feeds only carnivores and the starving
            points -= pieces(world, "humanoid_meat") * p.food.raw_nutrition
        days = round(points / a_day, 1) if a_day and parts else None
        text = Text("{n} pieces", "{n}食").fill(n=count)
        if days is not None:
            text = Text("{n} pieces, {days} days", "{n}食、{days}日分").fill(n=count, days=days)
        row = {"id": group, "label": label.say(lang), "pieces": count, "days": days, "text": text.say(lang)}
        found.append({**row, "rule": "KEP-NEED-07"})
    return found


def _needs(world: World, lang: str) -> list[dict[str, Any]]:
    """Heads by need: at or under the threshold, and at nothing."""
    p = world.params.need
    found: list[dict[str, Any]] = []
    for n, label in enumerate(BARS):
        bars = [(a, int(world.state.actors.needs[a, n])) for a in minions(world).tolist()]
        pressing = [a for a, units in bars if needs.is_pressing(p, units)]
        crisis = [a for a, units in bars if needs.is_crisis(p, units)]
        found.append(
            {
                "id": needs.NEEDS[n],
                "label": label.say(lang),
                "pressing": len(pressing),
                "crisis": len(crisis),
                "actors": pressing,
                "names": [world.name(a).say(lang) for a in pressing],
                "rule": "KEP-NEED-06",
            }
        )
    return found


def _rooms(world: World, lang: str) -> list[dict[str, Any]]:
    width = world.state.width
    found: list[dict[str, Any]] = []
    for room in world.state.rooms:
        middle = room.cells[len(room.cells) // 2]
        found.append(
            {
                "id": room.id,
                "name": room.name,
                "label": rooms.NAMES[room.name].say(lang),
                "cells": len(room.cells),
                "cell": [middle % width, middle // width],
                "facts": [
                    fact(
                        lang,
                        Text("Work here", "ここでの作業"),
                        Text(f"+{world.params.sim.room_bonus}%", f"+{world.params.sim.room_bonus}%"),
                        "KEP-ROOM-03",
                    )
                ],
                "rule": "KEP-ROOM-08",
            }
        )
    return found


def _letters(world: World, lang: str) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "label": row.name.say(lang),
            "urgency": row.urgency,
            "pauses": letters.choices(world).get(row.id, row.urgency == "urgent"),
            "sent": sum(letter.kind == row.id for letter in world.state.letters),
            "rule": row.rules[0] if row.rules else "",
        }
        for row in world.content.letters
    ]


_SETTINGS = (
    (
        "auto_gather",
        True,
        Text("Mark wild plants when food or wood runs low", "食料や木材が減ったら採集する"),
    ),
    (
        "auto_heirs",
        True,
        Text(
            "When the last minion with a needed job is gone, the next best takes it over",
            "要る職務の最後の1体がいなくなったら、次に得意な者が引き継ぐ",
        ),
    ),
    ("meals_per_minion", 2, Text("Meals kept ready a minion", "ミニオン1体あたりの作り置きの飯")),
    ("drinks_per_minion", 1, Text("Drinks kept ready a minion", "ミニオン1体あたりの酒")),
)


def _settings(world: World, lang: str) -> list[dict[str, Any]]:
    return [
        {"id": name, "label": label.say(lang), "value": world.state.settings.get(name, usual)}
        for name, usual, label in _SETTINGS
    ]


def _house(world: World) -> list[dict[str, Any]]:
    """Every number that is played otherwise than the book has it."""
    found: list[dict[str, Any]] = []
    for key, param in BOOK.param_table.items():
        value: Any = world.params
        for part in key.split(".")[1:]:
            value = getattr(value, part)
        if value != param.value:
            found.append(
                {"key": key, "rule": param.rule, "unit": param.unit, "was": param.value, "now": value}
            )
    return found
