"""Questions on traps and on searching."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import harm, trap_card, trap_odds, traps
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.recorded import Recorded
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Bonus = Annotated[int, msgspec.Meta(ge=-30, le=50)]
Bonuses = Annotated[list[Bonus], msgspec.Meta(min_length=1, max_length=100)]
TierName = Literal["1-4", "5-10", "11-16", "17-20"]
HitPoints = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class TrapOdds(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.odds."""

    trap: str
    tier: TierName
    saves: Bonuses
    hp: Annotated[list[HitPoints], msgspec.Meta(max_length=100)] | None = None


class TrapCard(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.card."""

    trap: str
    tier: TierName


class TrapRoll(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.roll."""

    trap: str
    tier: TierName
    saves: Bonuses
    seed: Seed


class SearchOdds(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of search.odds."""

    dc: Annotated[int, msgspec.Meta(ge=0, le=100)]
    bonuses: Bonuses
    advantage: bool = False


def _trap(name: str) -> str:
    return traps.register().need("trap", name)


def odds_of_trap(p: ToolboxParams, given: TrapOdds) -> Ruling[dict[str, Any]]:
    """What a trap holds for each member of a party, and how many of them fail."""
    trap = _trap(given.trap)
    if given.hp is not None and len(given.hp) != len(given.saves):
        n = len(given.saves)
        allowed = Text(f"{n} numbers, one for each of `saves`", f"`saves` と同じ{n}個の数")
        raise InputError("out_of_range", "hp", given.hp, allowed)
    found = {bonus: trap_odds.member(p.check, trap, given.tier, bonus) for bonus in given.saves}
    members: list[dict[str, Any]] = []
    for place, bonus in enumerate(given.saves):
        row: dict[str, Any] = {
            "expected_damage": exact(found[bonus].expected),
            "p_fail": exact(found[bonus].fails),
        }
        if given.hp is not None:
            row["p_zero_hp"] = exact(trap_odds.drops(found[bonus], given.hp[place]))
        members.append(row)
    failing = trap_odds.failures(p.check, trap, given.tier, tuple(given.saves))
    value = {
        "members": members,
        "failures": {str(count): exact(chance) for count, chance in failing.items()},
    }
    mean = failing.mean
    record = traps.traps()[trap]
    dc = traps.figures(trap, given.tier).dc
    save_rule = Step("SRD-COR-06", "dc", dc) if record.save else Step("SRD-CND-16", "p_fail", 1)
    why = (
        Step("SRD-TRP-09", "tier", given.tier),
        traps.figures_step(trap, given.tier),
        save_rule,
        Step("SRD-SIM-02", "expected_damage", sum(found[b].expected for b in given.saves)),
        Step("SRD-SIM-01", "failures", mean),
    )
    return Ruling(value, why, traps.below_range_warnings(trap, given.tier))


def card_of_trap(p: ToolboxParams, given: TrapCard) -> Ruling[dict[str, Any]]:
    """Everything a gamemaster reads out."""
    return trap_card.card(p, trap=_trap(given.trap), tier=given.tier)


def roll_trap(p: ToolboxParams, given: TrapRoll) -> Ruling[dict[str, Any]]:
    """The trap goes off: each member's die, damage and condition, from a seed."""
    trap = _trap(given.trap)
    members: list[dict[str, Any]] = []
    why: tuple[Step, ...] = ()
    for place, bonus in enumerate(given.saves):
        dice = Recorded(KeyedDice(given.seed, Stream.DICE, actor=place))
        ruling = harm.strike(p.check, dice, trap=trap, tier=given.tier, bonus=bonus)
        hit = ruling.value
        saves = bool(traps.traps()[trap].save)
        members.append(
            {
                "die": hit.die if saves else None,
                "total": hit.total if saves else None,
                "saved": hit.saved,
                "damage": hit.damage,
                "condition": hit.condition or None,
                "dice": [list(thrown) for thrown in dice.faces],
            }
        )
        why = why or (*ruling.steps, Step("SRD-COR-13", "seed", given.seed))
    return Ruling({"members": members}, why, traps.below_range_warnings(trap, given.tier))


def odds_of_search(p: ToolboxParams, given: SearchOdds) -> Ruling[dict[str, Any]]:
    """The chance that somebody finds it."""
    chance = trap_odds.detection(p.check, given.dc, tuple(given.bonuses), given.advantage)
    why = (Step("SRD-COR-06", "dc", given.dc), Step("SRD-SIM-07", "p_detect", chance))
    if given.advantage:
        why = (Step("SRD-COR-04", "mode", "advantage"), *why)
    return Ruling({"p_detect": exact(chance)}, why)


_TRAP_NOTES = {
    "trap": Text("name of the trap, in either language", "罠の名前（日英どちらでも）"),
    "tier": Text("levels the trap is meant for", "罠を使うレベルの段階"),
    "saves": Text("each member's bonus to the save the trap asks for", "罠が求めるセーヴの各自のボーナス"),
    "hp": Text("each member's Hit Points", "各自のヒット・ポイント"),
    "seed": Text("same seed, same dice", "同じ種なら同じ出目"),
}

QUESTIONS = (
    Question(
        "trap.odds",
        Text(
            "A trap against a party: damage and failures, exactly", "罠と一団：ダメージと失敗人数の正確な確率"
        ),
        TrapOdds,
        odds_of_trap,
        {"trap": "collapsing_roof", "tier": "1-4", "saves": [2, 2]},
        _TRAP_NOTES,
    ),
    Question(
        "trap.card",
        Text("The card of a trap, to read out", "読み上げ用の罠カード"),
        TrapCard,
        card_of_trap,
        {"trap": "fire_casting_statue", "tier": "5-10"},
        _TRAP_NOTES,
    ),
    Question(
        "trap.roll",
        Text("The trap goes off: every die, from a seed", "罠の発動：種から振る全ての出目"),
        TrapRoll,
        roll_trap,
        {"trap": "poisoned_darts", "tier": "5-10", "saves": [5, 1, 3], "seed": 7},
        _TRAP_NOTES,
    ),
    Question(
        "search.odds",
        Text("Searchers against a DC: does anybody find it?", "捜索とDC：誰かが見つける確率"),
        SearchOdds,
        odds_of_search,
        {"dc": 15, "bonuses": [4, 0]},
        {
            "dc": Text("DC of the check", "判定のDC"),
            "bonuses": Text("each searcher's bonus", "捜索する各自のボーナス"),
            "advantage": Text("all of them have Advantage", "全員が有利で振る"),
        },
    ),
)
