"""Facts of a body's wounds: the diagram by parts, points, healing, the chance to die, the wait for care."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from meikyu.books.keep import wound_odds
from meikyu.books.keep import wounds as book
from meikyu.core.clock import duration
from meikyu.core.odds import exact
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.inspect.words import action, fact, joined
from meikyu.realm.state import Side
from meikyu.realm.systems import care, fights, sickness, stock, wounds
from meikyu.realm.world import World

BLEEDS = Text("bleeding", "出血")
BANDAGED = Text("bandaged", "包帯")
WHOLE = Text("unhurt", "無傷")
POINTS = Text("{n} points", "負傷ポイント{n}")
STATES = {
    "dead": Text("dead", "死亡"),
    "down": Text("knocked out", "昏倒"),
    "bleeding": Text("bleeding", "出血している"),
    "undead": Text("undead: nothing heals it", "アンデッド：傷は治らない"),
    "sick": Text("sick: nothing heals meanwhile", "病気：そのあいだ傷は治らない"),
    "starving": Text("starving: nothing heals meanwhile", "飢餓：そのあいだ傷は治らない"),
    "wounded": Text("wounded", "負傷"),
    "whole": Text("unhurt", "無傷"),
}


@rule("KEP-WND-03")
def injuries(world: World, actor: int, lang: str) -> dict[str, Any]:
    """The wound diagram of a being.

    `figure` is the picture of its body, whose digits are the `digit` of each of `parts`; each part has
    `wounds` (severities, lightest first), `points`, `bleeds`, `bandaged`, `next` (until its next step, or "")
    and `live`, one spoken line. `state` is dead, down, bleeding, undead, sick, starving, wounded or whole.
    `p_death` is exact where one part bleeds and nobody treats it, 0 where none does, null where several do.
    """
    row = wounds.row_of(world, actor)
    parts = [_part(world, actor, n, part, lang) for n, part in enumerate(wounds.parts_of(world, actor))]
    state = _state(world, actor)
    chance = death_chance(world, actor)
    return {
        "figure": book.figure(row.shape),
        "parts": parts,
        "points": wounds.points(world, actor),
        "limit": world.params.wound.limit,
        "state": state,
        "text": STATES[state].say(lang),
        "bloodless": not wounds.can_bleed(world, actor),
        "p_death": None if chance is None else exact(chance),
        "facts": _facts(world, actor, lang, chance),
        "care": _care(world, actor, lang),
    }


def _part(world: World, actor: int, n: int, part: book.Part, lang: str) -> dict[str, Any]:
    rows, p = world.state.actors, world.params.wound
    counts = wounds.counts_of(world, actor, n)
    names = [book.SEVERITIES[s] for s in range(3) for _ in range(counts[s])]
    bleeds = bool(rows.bleeds[actor, n] >= 0)
    bandaged = bool(int(rows.bandages[actor]) >> n & 1)
    pace = int(rows.pace[actor, n])
    progress = int(rows.healing[actor, n]) + pace * (world.state.tick - int(rows.settled[actor]))
    left = duration(max(0, book.ticks_to_step(p, progress, pace))).say(lang) if pace else ""
    heaviest = book.heaviest(counts)
    points = book.points(p, counts)
    spoken = [
        part.name.say(lang),
        (book.SEVERITY_NAMES[heaviest] if heaviest >= 0 else WHOLE).say(lang),
        BLEEDS.say(lang) if bleeds else "",
        BANDAGED.say(lang) if bandaged else "",
        POINTS.fill(n=points).say(lang) if points else "",
    ]
    return {
        "id": part.id,
        "label": part.name.say(lang),
        "digit": str(n + 1),
        "wounds": names,
        "heaviest": book.SEVERITIES[heaviest] if heaviest >= 0 else "none",
        "points": points,
        "bleeds": bleeds,
        "bandaged": bandaged,
        "next": left,
        "live": joined(lang, spoken),
    }


def _state(world: World, actor: int) -> str:
    rows = world.state.actors
    if not rows.alive[actor]:
        return "dead"
    if wounds.is_down(world, actor):
        return "down"
    if wounds.is_bleeding(world, actor):
        return "bleeding"
    if wounds.worst(world, actor) < 0:
        return "sick" if rows.sick[actor] else "whole"
    if wounds.is_undead(world, actor):
        return "undead"
    if rows.sick[actor]:
        return "sick"
    return "starving" if wounds.is_starving(world, actor) else "wounded"


@rule("KEP-WND-31")
def death_chance(world: World, actor: int) -> Fraction | None:
    """Exact chance to die of bleeding that nobody treats; None where several parts bleed."""
    rows, p = world.state.actors, world.params.wound
    bleeding = [n for n in range(book.MOST_PARTS) if rows.bleeds[actor, n] >= 0]
    if len(bleeding) > 1:
        return None
    if not bleeding or not rows.alive[actor]:
        return Fraction(0)
    counts = wounds.counts_of(world, actor, bleeding[0])
    return wound_odds.death_chance(
        p,
        counts=counts,
        elsewhere=wounds.points(world, actor) - book.points(p, counts),
        faints=int(rows.side[actor] in wounds.FAINTING),
        knocked_out=int(wounds.is_down(world, actor)),
    )


def _facts(world: World, actor: int, lang: str, chance: Fraction | None) -> list[dict[str, Any]]:
    rows, p = world.state.actors, world.params.wound
    total = Text(f"{wounds.points(world, actor)} of {p.limit}", f"{wounds.points(world, actor)}／{p.limit}")
    found = [fact(lang, Text("Wound points", "負傷ポイント"), total, "KEP-WND-08")]
    if chance is None:
        several = Text("several parts bleed", "複数の部位から出血している")
        found.append(fact(lang, Text("Untreated", "処置しないと"), several, "KEP-WND-30"))
    elif chance:
        percent = f"{float(100 * chance):.4g}%"
        label = Text("Dies untreated", "処置しないと死ぬ見込み")
        found.append(fact(lang, label, Text(f"{percent} ({chance})", f"{percent}（{chance}）"), "KEP-WND-31"))
    if rows.sick[actor]:
        ill = sickness.told(world, actor)
        name = Text("plague", "疫病") if ill["sick"] > 1 else Text("sick", "病気")
        more = Text(" (treated)", "（処置済み）") if ill["treated"] else Text("", "")
        found.append(
            fact(lang, Text("Sickness", "病気"), Text(name.en + more.en, name.ja + more.ja), "KEP-HEAL-21")
        )
    return found


CARE = {
    "none": Text("nothing to treat", "処置するものはない"),
    "lying": Text("lies on a bone-saw table", "骨鋸台に横になっている"),
    "going": Text("goes to a bone-saw table it has reserved", "予約した骨鋸台へ向かっている"),
    "down": Text("is treated where it lies", "倒れた場所で処置を受ける"),
    "combat": Text("in combat: does not lie down", "戦闘中：横にならない"),
    "order": Text("an order keeps it from treatment", "命令のあいだは治療を受けない"),
    "below": Text("its wounds are below the level chosen", "傷が指定の段階に届いていない"),
    "no_table": Text("no bone-saw table stands", "骨鋸台がない"),
    "wait": Text("waits for a free table", "台が空くのを待っている"),
}


@rule("KEP-HEAL-17", "KEP-HEAL-18", "KEP-HEAL-30", "KEP-HEAL-31")
def _care(world: World, actor: int, lang: str) -> dict[str, Any] | None:
    """How a minion stands with treatment, and the levels at which it may ask for it."""
    rows = world.state.actors
    if rows.side[actor] != Side.MINION or not rows.alive[actor]:
        return None
    why = _waits(world, actor)
    level = int(rows.ask[actor])
    return {
        "state": why,
        "text": CARE[why].say(lang),
        "level": book.SEVERITIES[level],
        "actions": [
            action(lang, name, "ask_care", {"actor": actor, "level": book.SEVERITIES[n]}, primary=n == level)
            for n, name in enumerate(book.SEVERITY_NAMES)
        ],
    }


def _waits(world: World, actor: int) -> str:
    rows = world.state.actors
    if not care.treatments(world, actor):
        return "none"
    if wounds.is_down(world, actor):
        return "down"
    if care.is_lying(world, actor):
        return "lying"
    if care.is_bound(world, actor):
        return "going"
    if fights.in_combat(world, actor):
        return "combat"
    if rows.forced[actor]:
        return "order"
    if not care.seeks(world, actor):
        return "below"
    return "wait" if stock.places(world, "bone_saw_table").size else "no_table"
