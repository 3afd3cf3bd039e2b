"""Facts of a minion's whole card: state and wounds, what moves its grudge, gear, and its last days."""

from __future__ import annotations

from typing import Any

from meikyu.books.keep import grudges, needs
from meikyu.core.clock import TICKS_PER_HOUR, clock_of
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.content import QUALITIES
from meikyu.realm.inspect.people import BARS, actor
from meikyu.realm.inspect.words import fact
from meikyu.realm.state import PAST_HOURS, PAST_SAMPLES, Side
from meikyu.realm.systems.history import VALUES
from meikyu.realm.world import World

OPEN = Text("open", "あり")
USED = Text("used today", "今日は済み")
FREE = Text("no limit", "制限なし")
ORDER = Text("on order", "命令で")
NONE = Text("none", "なし")
SLOTS = (
    (Text("Weapon", "武器"), "weapon", 0),
    (Text("Armour", "防具"), "armour", 1),
    (Text("Shield", "盾"), "shield", 2),
    (Text("Tool", "道具"), "tool", -1),
)
GRADES = {
    "poor": Text("poor", "粗末"),
    "normal": Text("normal", "並"),
    "fine": Text("fine", "良品"),
    "masterwork": Text("masterwork", "傑作"),
}


def card(world: World, who: int, lang: str) -> dict[str, Any]:
    """Everything that a minion's card shows but its log; of other beings what there is."""
    minion = world.state.actors.side[who] == Side.MINION
    return {
        **actor(world, who, lang),
        "joined": _joined(world, who, lang),
        "mood": _mood(world, who, lang) if minion else None,
        "gear": _gear(world, who, lang),
        "past": _past(world, who, lang) if minion else None,
    }


def _joined(world: World, who: int, lang: str) -> str:
    born = clock_of(int(world.state.actors.born[who]), world.state.opened)
    return Text("since day {day}", "{day}日目から").fill(day=born.day).say(lang)


@rule("KEP-GRDG-22", "KEP-GRDG-28")
def _mood(world: World, who: int, lang: str) -> dict[str, Any]:
    """The grudge, what can still lower it today, and what moved it last."""
    state, p = world.state, world.params.grudge
    rows = state.actors
    today = clock_of(state.tick, state.opened).day - clock_of(0, state.opened).day
    by_id = {cause.id: cause for cause in grudges.causes(p)}
    reliefs: list[dict[str, Any]] = []
    for n, name in enumerate(grudges.IDS):
        cause = by_id[name]
        if cause.points >= 0 or (name == "orc" and world.content.species[rows.species[who]].id != "orc"):
            continue
        left = grudges.counts_today(int(cause.daily), int(rows.counted[who, n]), today)
        mark, text = ("ok", OPEN if cause.daily else FREE) if left else ("off", USED)
        if left and name == "whipped":
            mark, text = "note", ORDER
        reliefs.append(
            {
                "id": name,
                "label": cause.text.say(lang),
                "points": cause.points,
                "state": mark,
                "text": text.say(lang),
                "rule": cause.rule,
            }
        )
    moved = [
        {
            "tick": tick,
            "when": clock_of(tick, state.opened).text().say(lang),
            "text": by_id[name].text.say(lang),
            "points": points,
            "rule": by_id[name].rule,
        }
        for tick, name, points in reversed(state.ledger.get(who, ()))
    ]
    threshold = world.params.rampage.threshold
    note = Text("of {most} · rampages possible from {n}", "／{most}　{n}から暴走のおそれ")
    return {
        "value": int(rows.grudge[who]),
        "most": p.most,
        "line": threshold,
        "note": note.fill(most=p.most, n=threshold).say(lang),
        "reliefs": reliefs,
        "moved": moved,
    }


def _gear(world: World, who: int, lang: str) -> list[dict[str, Any]]:
    rows, items = world.state.actors, world.content.items
    found: list[dict[str, Any]] = []
    for label, column, place in SLOTS:
        kind = int(getattr(rows, column)[who])
        name = items[kind].name if kind >= 0 else NONE
        grade = GRADES.get(QUALITIES[int(rows.qualities[who, place])]) if kind >= 0 and place >= 0 else None
        if grade is not None and items[kind].has_quality:
            name = Text(f"{name.en} ({grade.en})", f"{name.ja}（{grade.ja}）")
        found.append({**fact(lang, label, name), "kind": items[kind].id if kind >= 0 else ""})
    if rows.lent[who] >= 0:
        lent = Text("from a rack, goes back after the hunt", "武器架から借りたもの。狩りの後に返す")
        found.append({**fact(lang, Text("Borrowed", "借り物"), lent, "KEP-HAUL-08"), "kind": ""})
    return found


def _past(world: World, who: int, lang: str) -> dict[str, Any]:
    """Needs and grudge of the last days, the oldest first, and the hour of the last sample."""
    state = world.state
    notes = state.actors.past[who].reshape(PAST_SAMPLES, VALUES)
    known = notes[notes[:, 0] >= 0]
    clock = state.opened + state.tick
    step = PAST_HOURS * TICKS_PER_HOUR
    last = clock - clock % step
    names = {**dict(zip(needs.NEEDS, BARS, strict=True)), "grudge": Text("Grudge", "鬱憤")}
    bars = enumerate(needs.bars())
    lines = [{"label": names[bar].say(lang), "values": known[:, n].tolist()} for n, bar in bars]
    return {
        "hours": PAST_HOURS,
        "samples": PAST_SAMPLES,
        "last_hour": last // TICKS_PER_HOUR % 24,
        "last_day": last // (24 * TICKS_PER_HOUR) + 1,
        "need_line": world.params.need.threshold,
        "grudge_line": world.params.rampage.threshold,
        "lines": lines,
        "label": Text("Needs and grudge over seven days", "7日間の欲求と鬱憤").say(lang),
    }
