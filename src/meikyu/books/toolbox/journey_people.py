"""The travelers of a journey told to a desk: how each stands, and what may happen to them."""

from __future__ import annotations

from typing import Any

from meikyu.books.toolbox import game, poisons
from meikyu.books.toolbox import journey_ills as ills
from meikyu.books.toolbox import journey_words as words
from meikyu.books.toolbox.cackle_fever import state as fever_state
from meikyu.books.toolbox.conditions import test_penalty
from meikyu.books.toolbox.journey import Journey, Traveler, exhaustion, hour_of
from meikyu.books.toolbox.sewer_plague import state as plague_state
from meikyu.errors import Text


def travelers(journey: Journey, lang: str) -> list[dict[str, Any]]:
    """Everybody: Hit Points, Exhaustion, what ails them, and what may happen to them."""
    legal = game.legal(journey)
    found: list[dict[str, Any]] = []
    for who, traveler in enumerate(journey.party):
        moves = [m for m in legal if m[0] in game.TO_SOMEBODY and m[1] == who]
        found.append(
            {
                "who": who,
                "name": traveler.traits.name,
                "hp": traveler.hp,
                "hp_max": traveler.traits.hp,
                "level": exhaustion(traveler),
                "penalty": test_penalty(journey.p.condition, exhaustion(traveler)),
                "speed": ills.speed_now(journey.p, traveler, hour_of(journey)),
                "dead": traveler.dead,
                "marks": marks(journey, traveler, lang),
                "moves": [
                    {"move": list(m), "kind": m[0], "name": words.move_words(m).say(lang)} for m in moves
                ],
            }
        )
    return found


def _mark(kind: str, said: Text, rule: str, lang: str) -> dict[str, str]:
    return {"mark": kind, "text": said.say(lang), "rule": rule}


def marks(journey: Journey, traveler: Traveler, lang: str) -> list[dict[str, str]]:
    """What ails a traveler, each with the rule that says so."""
    p, hour = journey.p, hour_of(journey)
    found: list[dict[str, str]] = []

    def add(kind: str, rule: str, en: str, ja: str) -> None:
        found.append(_mark(kind, Text(en, ja), rule, lang))

    if traveler.dead:
        add("bad", "SRD-CND-11", "dead", "死亡")
        return found
    if traveler.hp <= 0:
        add("bad", "SRD-RST-01", "0 HP: no Long Rest can begin", "HP0：大休憩を始められない")
    level = exhaustion(traveler)
    if level:
        add(
            "warn" if level < 3 else "bad",
            "SRD-CND-10",
            f"Exhaustion {level}: −{test_penalty(p.condition, level)} to D20 Tests",
            f"消耗{level}：D20テストに−{test_penalty(p.condition, level)}",
        )
    fever = fever_state(traveler.fever, journey.day)
    name = words.illness("cackle_fever")
    made, needed = traveler.fever.successes, p.cackle_fever.successes
    if fever == "incubating":
        left = traveler.fever.onset_day - journey.day
        add("note", "SRD-CKF-03", f"{name.en}: symptoms in {left} days", f"{name.ja}：発症まで{left}日")
    elif fever == "symptomatic":
        add(
            "bad",
            "SRD-CKF-10",
            f"{name.en}: {made} of {needed} saves made",
            f"{name.ja}：成功{made}／{needed}回",
        )
    elif fever == "immune":
        until = traveler.fever.immune_until
        add(
            "ok",
            "SRD-CKF-14",
            f"immune to {name.en} until day {until}",
            f"{name.ja}に{until}日目まで完全耐性",
        )
    plague, name = plague_state(traveler.plague, journey.day), words.illness("sewer_plague")
    if plague == "incubating":
        left = traveler.plague.onset_day - journey.day
        add("note", "SRD-SWP-03", f"{name.en}: symptoms in {left} days", f"{name.ja}：発症まで{left}日")
    elif plague == "symptomatic":
        add("bad", "SRD-SWP-07", f"{name.en}: a save each dawn", f"{name.ja}：毎日夜明けにセーヴ")
    rot, name = ills.rot_state(p, traveler, hour), words.illness("sight_rot")
    if rot == "infected":
        add("bad", "SRD-SRT-01", f"{name.en}: Blinded", f"{name.ja}：盲目状態")
    elif rot == "suppressed":
        add("warn", "SRD-SRT-04", f"{name.en}: suppressed by ointment", f"{name.ja}：軟膏で抑えている")
    for dose in traveler.doses:
        row = poisons.poisons()[dose.poison]
        named = [words.CONDITIONS[c] for c in dose.conditions]
        en = ", ".join(n.en for n in named) or "waits for midnight"
        ja = "・".join(n.ja for n in named) or "真夜中を待つ"
        add("bad", row.rule, f"{row.name.en}: {en}", f"{row.name.ja}：{ja}")
    if traveler.advantage:
        add("ok", "SRD-CON-03", "Advantage against the contagion", "疫病と戦うセーヴが有利")
    elif traveler.rested and (fever == "symptomatic" or plague == "symptomatic"):
        add("note", "SRD-CON-04", f"{traveler.rested} days of rest", f"静養{traveler.rested}日")
    if traveler.fast_days:
        days_ = traveler.fast_days
        add("warn", "SRD-TRV-29", f"{days_} days without food", f"食料なし{days_}日")
    if traveler.apart:
        add("off", "SRD-CKF-12", "keeps apart", "皆から離れている")
    return found
