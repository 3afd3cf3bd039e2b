"""The background builder: abilities, feat, skills, tool and a package worth fifty gold pieces."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from meikyu.books.toolbox.equipment import Item, items
from meikyu.books.toolbox.equipment import register as item_register
from meikyu.books.toolbox.naming import Register, code_of
from meikyu.books.toolbox.params import BackgroundParams
from meikyu.core.ruling import rule
from meikyu.errors import Text

Stage = Literal["abilities", "feat", "skills", "tool", "equipment"]
Reason = Literal[
    "wrong_count",
    "repeated",
    "unknown",
    "not_origin",
    "choose_variant",
    "martial_weapon",
    "armor",
    "over_budget",
]
STAGES: tuple[Stage, ...] = ("abilities", "feat", "skills", "tool", "equipment")
PLAIN = ("magic_initiate",)


class Fault(NamedTuple):
    """Something wrong with a background: the step, the reason, and the thing at fault, None where none is."""

    step: Stage
    reason: Reason
    item: str | None


class Background(NamedTuple):
    """A background.

    Args:
        abilities: codes such as "str".
        feat: an Origin feat; skills: codes or names; tool: name of a tool.
        equipment: pairs of a thing's name and how many.
    """

    abilities: tuple[str, ...] = ()
    feat: str = ""
    skills: tuple[str, ...] = ()
    tool: str = ""
    equipment: tuple[tuple[str, int], ...] = ()


@cache
def tables() -> dict[str, dict[str, dict[str, Any]]]:
    """The data of tables/backgrounds.toml."""
    return tomllib.loads((Path(__file__).parent / "tables" / "backgrounds.toml").read_text(encoding="utf-8"))


@cache
def register(kind: Literal["abilities", "skills", "feats", "tools"]) -> Register:
    """Abilities, skills, feats, or the tools of which a variant must be chosen, by any of their names."""
    rows = tables()[kind]
    return Register({c: Text(r["en"], r["ja"]) for c, r in rows.items()}, Text(kind, kind))


@rule("SRD-BGR-01")
def edited(base: Background, change: Background) -> Background:
    """A copy of a background in which every part that the change names is replaced."""
    return base._replace(**{part: value for part, value in change._asdict().items() if value})


@rule("SRD-BGR-02")
def missing_steps(background: Background) -> tuple[Stage, ...]:
    """Steps of the builder still to be taken; a package of nothing is all its gold unspent."""
    return tuple(s for s in STAGES if s != "equipment" and not getattr(background, s))


@rule("SRD-BGR-02")
def is_complete(p: BackgroundParams, background: Background) -> bool:
    """Whether all five steps are taken and hold."""
    return not faults(p, background)


def _counted(step: Stage, count: int, given: Sequence[str], known: Register) -> list[Fault]:
    """Faults of a list of so many different known things."""
    codes = [known.find(name) or name for name in given]
    found = [Fault(step, "wrong_count", None)] if len(codes) != count else []
    twice = dict.fromkeys(c for i, c in enumerate(codes) if c in codes[:i])
    unknown = dict.fromkeys(c for c in codes if c not in known.names)
    return [
        *found,
        *(Fault(step, "repeated", c) for c in twice),
        *(Fault(step, "unknown", c) for c in unknown),
    ]


@rule("SRD-BGR-03")
def ability_faults(p: BackgroundParams, abilities: tuple[str, ...]) -> list[Fault]:
    """What is wrong with the abilities: three different ones are wanted."""
    return _counted("abilities", p.abilities, abilities, register("abilities"))


@rule("SRD-BGR-04")
def suggested(themes: tuple[str, ...]) -> tuple[str, ...]:
    """Abilities that suit a background's themes."""
    rows = tables()["themes"]
    return tuple(dict.fromkeys(a for theme in themes for a in rows[theme]["abilities"]))


@rule("SRD-BGR-05")
def is_increase(p: BackgroundParams, increase: dict[str, int], listed: tuple[str, ...]) -> bool:
    """Whether a character may raise its scores so: one by 2 and another by 1, or all three by 1."""
    amounts = sorted(increase.values())
    small, big = p.small_increase, p.big_increase
    return set(increase) <= set(listed) and amounts in ([small, big], [small] * p.abilities)


@rule("SRD-BGR-05")
def raised(p: BackgroundParams, score: int, by: int) -> int:
    """A score after an increase."""
    return max(score, min(score + by, p.most_score))


@rule("SRD-BGR-06", "SRD-BGR-07")
def feat_faults(p: BackgroundParams, feat: str) -> list[Fault]:
    """What is wrong with the feat: an Origin feat is wanted, its spell list chosen."""
    known = register("feats")
    code = known.find(feat) or code_of(feat)
    if code in p.origin_feats:
        return []
    if code not in known.names:
        return [Fault("feat", "unknown", feat)]
    reason = "choose_variant" if code in PLAIN else "not_origin"
    return [Fault("feat", reason, known.names[code].en)]


@rule("SRD-BGR-08", "SRD-DAT-06")
def skill_faults(p: BackgroundParams, skills: tuple[str, ...]) -> list[Fault]:
    """What is wrong with the skills: two different ones are wanted, whatever the abilities."""
    return _counted("skills", p.skills, skills, register("skills"))


@rule("SRD-DAT-06")
def skill_ability(skill: str) -> str:
    """The ability of a skill."""
    return tables()["skills"][skill]["ability"]


@rule("SRD-DAT-05")
def variants(tool: str) -> tuple[str, ...]:
    """Codes of the variants of a tool."""
    return tuple(c for c, item in items().items() if item.category == "tool" and c.startswith(f"{tool}_"))


@rule("SRD-BGR-09", "SRD-DAT-05")
def tool_faults(tool: str) -> list[Fault]:
    """What is wrong with the tool: one is wanted, its variant chosen."""
    plain = register("tools").find(tool)
    if plain is not None:
        return [Fault("tool", "choose_variant", register("tools").names[plain].en)]
    code = item_register().find(tool)
    known = code is not None and items()[code].category == "tool"
    return [] if known else [Fault("tool", "unknown", tool)]


@cache
def _families() -> dict[str, str]:
    """Names that stand before a comma in several items' names, by code: each leaves a choice open."""
    heads = [item.name.en.split(", ")[0] for item in items().values() if ", " in item.name.en]
    return {code_of(head): head for head in heads if heads.count(head) > 1}


@rule("SRD-BGR-12")
def barred(item: Item) -> Reason | None:
    """Why an item may not be in the package, or None."""
    if item.category == "armor":
        return "armor"
    return "martial_weapon" if item.kind.startswith("martial") else None


@rule("SRD-BGR-11")
def copper(
    p: BackgroundParams, gold: int, silver: int = 0, plain: int = 0, other: tuple[int, int] = (0, 0)
) -> int:
    """Coins in copper.

    Args:
        p: the builder's numbers.
        gold: gold pieces.
        silver: silver pieces.
        plain: copper pieces.
        other: electrum and platinum pieces.
    """
    electrum, platinum = other
    return (
        gold * p.copper_of_gold
        + silver * p.copper_of_silver
        + plain
        + electrum * p.copper_of_electrum
        + platinum * p.copper_of_platinum
    )


@rule("SRD-BGR-11")
def cost_copper(equipment: Iterable[tuple[str, int]]) -> int:
    """What a package costs, in copper; unknown things cost nothing."""
    codes = ((item_register().find(name), count) for name, count in equipment)
    return sum(items()[code].copper * count for code, count in codes if code is not None)


@rule("SRD-BGR-10")
def unspent_copper(p: BackgroundParams, cost: int) -> int:
    """Copper left of the budget, negative when it is passed."""
    return p.budget_copper - cost


@rule("SRD-BGR-13")
def alternative_copper(p: BackgroundParams) -> int:
    """Copper that a character may have instead of the package."""
    return p.plain_copper


@rule("SRD-BGR-10", "SRD-BGR-11", "SRD-BGR-12")
def equipment_faults(p: BackgroundParams, equipment: tuple[tuple[str, int], ...]) -> list[Fault]:
    """What is wrong with the package."""
    found: list[Fault] = []
    for name, _ in equipment:
        code = item_register().find(name)
        if code is None:
            family = _families().get(code_of(name))
            found.append(Fault("equipment", "choose_variant" if family else "unknown", family or name))
        elif (reason := barred(items()[code])) is not None:
            found.append(Fault("equipment", reason, items()[code].name.en))
    if unspent_copper(p, cost_copper(equipment)) < 0:
        found.append(Fault("equipment", "over_budget", None))
    return list(dict.fromkeys(found))


@rule("SRD-BGR-02")
def faults(p: BackgroundParams, background: Background) -> list[Fault]:
    """Everything that is wrong with a background, in the order of the steps."""
    return [
        *ability_faults(p, background.abilities),
        *feat_faults(p, background.feat),
        *skill_faults(p, background.skills),
        *tool_faults(background.tool),
        *equipment_faults(p, background.equipment),
    ]


@rule("SRD-BGR-14", "SRD-DAT-07")
def printed(name: str) -> Background:
    """A printed background as it stands, its package never corrected."""
    row = tables()["backgrounds"][name]
    packed = tuple((str(thing), int(count)) for thing, count in row["equipment"])
    return Background(tuple(row["abilities"]), row["feat"], tuple(row["skills"]), row["tool"], packed)


@rule("SRD-BGR-14")
def printed_copper(p: BackgroundParams, name: str, variant: str = "") -> int:
    """What a printed background's package is worth at list prices, its gold counted.

    Args:
        p: the builder's numbers.
        name: code of the background.
        variant: the gaming set that a soldier takes.
    """
    extra = [(variant, 1)] if variant else []
    return cost_copper([*printed(name).equipment, *extra]) + copper(p, tables()["backgrounds"][name]["gold"])
