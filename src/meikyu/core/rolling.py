"""Dice text thrown, or weighed exactly, as JSON-like objects and in words."""

from __future__ import annotations

from typing import Any

from meikyu.core import dice, odds
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.telling import table
from meikyu.errors import Text

BAR = 40
"""Columns of the longest bar of a distribution."""


def roll_object(expression: str, seed: int) -> dict[str, Any]:
    """One throw of a dice expression.

    Args:
        expression: dice text, such as "2d6+3".
        seed: same seed, same dice.

    Raises:
        NotationError: the text cannot be read.
    """
    expr = dice.parse(expression)
    thrown = dice.roll(expr, KeyedDice(seed, Stream.DICE))
    pools = [
        {"sides": pool.pool.sides, "dice": [d._asdict() for d in pool.dice], "total": pool.total}
        for pool in thrown.pools
    ]
    return {"expression": dice.show(expr), "seed": seed, "total": thrown.total, "pools": pools}


def roll_lines(told: dict[str, Any], lang: str) -> list[str]:
    """A throw in words: the total, and each die; dice that do not count stand in parentheses."""
    lines = [f"{told['expression']} = {told['total']}"]
    for pool in told["pools"]:
        shown = [
            ("{}" if d["kept"] else "({})").format("+".join(str(f) for f in d["faces"])) for d in pool["dice"]
        ]
        lines.append(f"  d{pool['sides']}: {' '.join(shown)}")
    lines.append("  " + Text("seed {n}", "乱数の種 {n}").fill(n=told["seed"]).say(lang))
    return lines


def odds_object(expression: str) -> dict[str, Any]:
    """The exact distribution of a dice expression.

    Raises:
        NotationError: the text cannot be read, or weighing it takes too many steps.
    """
    expr = dice.parse(expression)
    found = odds.of_expr(expr)
    return {
        "expression": dice.show(expr),
        "least": min(found),
        "most": max(found),
        "mean": odds.exact(found.mean),
        "variance": odds.exact(found.variance),
        "median": found.quantile(odds.Fraction(1, 2)),
        "chances": {str(value): odds.exact(chance) for value, chance in found.items()},
    }


def odds_lines(told: dict[str, Any], lang: str) -> list[str]:
    """A distribution in words: mean, and a line a total with its exact chance and a bar."""
    mean, chances = told["mean"], told["chances"]
    head = Text("mean {m}, {a} to {b}", "平均 {m}、{a}〜{b}")
    said = head.fill(m=f"{mean['value']:.6g}", a=told["least"], b=told["most"])
    top = max(c["value"] for c in chances.values())
    rows = [
        [f"  {total}", chance["fraction"], f"{chance['value']:.3%}", "#" * round(BAR * chance["value"] / top)]
        for total, chance in chances.items()
    ]
    return [f"{told['expression']}: {said.say(lang)}", *table(rows, frozenset({0, 1, 2}))]
