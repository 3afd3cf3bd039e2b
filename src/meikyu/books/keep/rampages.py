"""Rampages (KEP-RAMP): the fourteen kinds, when one starts, which one it is, how long it lasts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from meikyu.books.keep.params import RampageParams
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.errors import Text

MINOR, MAJOR, EXTREME = 0, 1, 2
SEVERITIES = ("minor", "major", "extreme")
SEVERITY_NAMES = (Text("minor", "小規模"), Text("major", "大規模"), Text("extreme", "甚大"))


class Kind(NamedTuple):
    """One of the fourteen rampages.

    Args:
        id: of the rampage. severity: MINOR, MAJOR or EXTREME. name, told: what it is called and does.
    """

    id: str
    severity: int
    name: Text
    told: Text


KINDS: tuple[Kind, ...] = (
    Kind("pester", MINOR, Text("Pester", "付きまとい"), Text("dogs a worker", "働く仲間につきまとう")),
    Kind("gorge", MINOR, Text("Gorge", "暴食"), Text("stuffs itself", "食料を食い荒らす")),
    Kind("revel", MINOR, Text("Revel", "勝手な宴"), Text("holds a feast", "勝手に宴を開く")),
    Kind("brawl", MINOR, Text("Brawl", "喧嘩"), Text("picks a fist fight", "殴り合いを始める")),
    Kind("strike", MINOR, Text("Strike", "怠業"), Text("refuses to work", "働こうとしない")),
    Kind("prank", MAJOR, Text("Prank", "悪ふざけ"), Text("plays a trick on you", "あなたにいたずらする")),
    Kind("gold_theft", MAJOR, Text("Gold theft", "金貨泥棒"), Text("steals gold", "金貨を盗む")),
    Kind("vandalism", MAJOR, Text("Vandalism", "打ち壊し"), Text("smashes structures", "建造物を壊す")),
    Kind("vendetta", MAJOR, Text("Vendetta", "仲間討ち"), Text("goes for one it hates", "憎む相手を襲う")),
    Kind(
        "beast_baiting",
        MAJOR,
        Text("Beast-baiting", "弱い者いじめ"),
        Text("goes for a creature or prisoner", "クリーチャーか囚人を襲う"),
    ),
    Kind("desertion", EXTREME, Text("Desertion", "脱走"), Text("runs away for good", "逃げ出して戻らない")),
    Kind("berserk", EXTREME, Text("Berserk", "凶暴化"), Text("attacks whoever is near", "誰彼なく襲う")),
    Kind("havoc", EXTREME, Text("Havoc", "大暴れ"), Text("wrecks all about it", "手当たりしだいに壊す")),
    Kind("mutiny", EXTREME, Text("Mutiny", "反乱"), Text("rises against you", "あなたに反旗を翻す")),
)
"""In order; `Actors.rampage` holds the number."""

IDS = tuple(kind.id for kind in KINDS)
NUMBER = {name: n for n, name in enumerate(IDS)}
PESTER, GORGE, REVEL, BRAWL, STRIKE = range(5)
PRANK, GOLD_THEFT, VANDALISM, VENDETTA, BEAST_BAITING = range(5, 10)
DESERTION, BERSERK, HAVOC, MUTINY = range(10, 14)


@rule(
    *("KEP-RAMP-03", "KEP-RAMP-05", "KEP-RAMP-06", "KEP-RAMP-07", "KEP-RAMP-08", "KEP-RAMP-09"),
    *("KEP-RAMP-11", "KEP-RAMP-12", "KEP-RAMP-13", "KEP-RAMP-14", "KEP-RAMP-15"),
    *("KEP-RAMP-17", "KEP-RAMP-18", "KEP-RAMP-19", "KEP-RAMP-20"),
)
def severity_of(kind: str) -> str:
    """How grave a rampage of this kind is."""
    return SEVERITIES[KINDS[NUMBER[kind]].severity]


@rule("KEP-RAMP-03")
def counted() -> dict[str, int]:
    """How many kinds there are in all and of each severity."""
    by = {name: sum(kind.severity == n for kind in KINDS) for n, name in enumerate(SEVERITIES)}
    return {"total": len(KINDS), **by}


@rule("KEP-RAMP-01")
def may_start(p: RampageParams, grudge: int) -> int:
    """1 for a grudge from which a rampage may come."""
    return int(grudge >= p.threshold)


@rule("KEP-RAMP-22")
def is_checked(p: RampageParams, grudge: int, awake: int, rampaging: int, down: int, quiet: int) -> int:
    """1 for a minion whose chance is drawn at the full hour."""
    return int(may_start(p, grudge) and awake and not (rampaging or down or quiet))


@rule("KEP-RAMP-22")
def start_percent(p: RampageParams, grudge: int) -> int:
    """Percent an hour that a rampage starts."""
    return max(0, min(100, p.per_point_percent * (grudge - p.threshold + 1)))


@rule("KEP-RAMP-22")
def day_chance(p: RampageParams, grudge: int, hours: int) -> Fraction:
    """Chance that a rampage starts within so many hours awake at this grudge."""
    return 1 - (1 - Fraction(start_percent(p, grudge), 100)) ** hours


@rule("KEP-RAMP-23")
def shares(p: RampageParams, grudge: int) -> tuple[int, int, int]:
    """Percent of minor, major and extreme, which is the rest, at this grudge; the lowest row serves below."""
    row = max(0, min(3, grudge - p.threshold))
    minor = (p.minor_7, p.minor_8, p.minor_9, p.minor_10)[row]
    major = min(100 - minor, (p.major_7, p.major_8, p.major_9, p.major_10)[row])
    return minor, major, 100 - minor - major


@rule("KEP-RAMP-23")
def severity(p: RampageParams, grudge: int, drawn: int) -> int:
    """The severity that a draw 0-99 gives."""
    minor, major, _ = shares(p, grudge)
    return MINOR if drawn < minor else MAJOR if drawn < minor + major else EXTREME


@rule("KEP-RAMP-24")
def candidates(severity: int, possible: Collection[int]) -> list[int]:
    """The kinds that are drawn from evenly: those possible of the severity, or of the next lower with any."""
    for level in range(severity, -1, -1):
        found = [n for n, k in enumerate(KINDS) if k.severity == level and (n in possible or n == STRIKE)]
        if found:
            return found
    return [STRIKE]


@rule("KEP-RAMP-25")
def hours(p: RampageParams, severity: int) -> int:
    """Longest duration in hours."""
    return (p.minor_hours, p.major_hours, p.extreme_hours)[severity]


@rule("KEP-RAMP-25")
def end_tick(p: RampageParams, severity: int, tick: int) -> int:
    """Tick at which a rampage that starts now is over at the latest."""
    return tick + hours(p, severity) * TICKS_PER_HOUR


@rule("KEP-RAMP-26")
def quiet_until(p: RampageParams, tick: int) -> int:
    """Tick until which no rampage starts after one has ended."""
    return tick + p.quiet_hours * TICKS_PER_HOUR


@rule("KEP-RAMP-02", "KEP-RAMP-27")
def obeys(rampaging: int) -> int:
    """1 for a minion that takes jobs and forced orders."""
    return int(not rampaging)


@rule("KEP-NEED-11", "KEP-RAMP-27", "KEP-RAMP-32")
def holds(kind: int) -> int:
    """1 for a rampage that only an empty bar breaks off; -1 for no rampage."""
    return int(kind >= 0 and kind != STRIKE)


@rule("KEP-RAMP-27")
def is_told(severity: int) -> int:
    """1 for a rampage that a letter announces."""
    return int(severity > MINOR)


@rule("KEP-RAMP-21")
def may_attack(target: str) -> int:
    """1 for a being that a rampage may strike; by id of what it is."""
    return int(target != "envoy")


@rule("KEP-RAMP-28")
def pesters(p: RampageParams, dx: int, dy: int) -> int:
    """1 while a pesterer at this offset slows its target's work."""
    return int(max(abs(dx), abs(dy)) <= p.pester_cells)


@rule("KEP-RAMP-29")
def gorges_on(p: RampageParams, eaten: int, food: int) -> int:
    """1 while a glutton goes on eating."""
    return int(eaten < p.gorge_foods and food)


@rule("KEP-RAMP-30")
def drinks_on(p: RampageParams, drunk: int) -> int:
    """1 while a reveller drinks on."""
    return int(drunk < p.revel_drinks)


class Guest(NamedTuple):
    """One who might join a feast: number, walking cells, recreation in points."""

    id: int
    walk: int
    recreation: int


@rule("KEP-RAMP-30")
def guests(p: RampageParams, minions: Sequence[Guest]) -> list[int]:
    """Who joins a feast, nearest first."""
    near = [g for g in minions if 0 <= g.walk <= p.revel_cells and g.recreation < p.revel_below]
    return [g.id for g in sorted(near, key=lambda g: (g.walk, g.id))][: p.revel_guests]


@rule("KEP-RAMP-31")
def brawl_over(p: RampageParams, ticks: int, most_wounds: int) -> int:
    """1 when a brawl ends: its time is up, or either has taken its wounds."""
    return int(ticks >= p.brawl_minutes * TICKS_PER_MINUTE or most_wounds >= p.brawl_wounds)


@rule("KEP-RAMP-31")
def brawl_wounds(wounds_on_part: int, points_after: int, limit: int) -> int:
    """1 when a blow of a brawl that landed gives its light wound."""
    return int(not wounds_on_part and points_after < limit)


@rule("KEP-RAMP-33")
def stun_ticks(p: RampageParams) -> int:
    """How long the lord cannot act after a prank."""
    return p.stun_minutes * TICKS_PER_MINUTE


@rule("KEP-RAMP-34")
def stolen(p: RampageParams, coins: int) -> int:
    """Coins that a thief takes of a store with so many."""
    return min(p.theft_coins, coins)


@rule("KEP-RAMP-35", "KEP-RAMP-38")
def breaks_on(p: RampageParams, kind: int, broken: int) -> int:
    """1 while a vandal goes on breaking; havoc knows no limit."""
    return int(kind == HAVOC or broken < p.vandal_structures)


@rule("KEP-RAMP-35", "KEP-RAMP-38")
def breaking_ticks(p: RampageParams) -> int:
    """Ticks to break one structure."""
    return p.break_minutes * TICKS_PER_MINUTE


@rule("KEP-RAMP-36")
def attack_over(target_down: int, target_dead: int, out_of_reach: int) -> int:
    """1 when an attack on one target is over."""
    return int(target_down or target_dead or out_of_reach)


@rule("KEP-RAMP-37")
def may_desert(edge_walk: int) -> int:
    """1 when a cell of the map's edge can be reached; -1 for none."""
    return int(edge_walk >= 0)


@rule("KEP-RAMP-38")
def havoc_attacks(p: RampageParams, distance: int) -> int:
    """1 for a being at this distance that havoc attacks."""
    return int(distance <= p.havoc_cells)


@rule("KEP-RAMP-39")
def may_join(p: RampageParams, grudge: int, walk: int) -> int:
    """1 for a minion whose draw decides whether it joins a mutiny."""
    return int(grudge >= p.mutiny_grudge and 0 <= walk <= p.mutiny_cells)


@rule("KEP-RAMP-39")
def joins(p: RampageParams, drawn: int) -> int:
    """1 when the draw has it join a mutiny."""
    return int(drawn < p.mutiny_percent)


@rule("KEP-RAMP-39")
def mutiny_over(lord_down: int, mutineers_standing: int) -> int:
    """1 when a mutiny has ended."""
    return int(lord_down or not mutineers_standing)


def odds(p: RampageParams, grudge: int, possible: Mapping[str, bool]) -> dict[str, Fraction]:
    """Chance of each kind, given that a rampage starts."""
    able = {NUMBER[name] for name, can in possible.items() if can}
    found: dict[str, Fraction] = dict.fromkeys(IDS, Fraction(0))
    for level, share in enumerate(shares(p, grudge)):
        drawn = candidates(level, able)
        for kind in drawn:
            found[IDS[kind]] += Fraction(share, 100 * len(drawn))
    return found
