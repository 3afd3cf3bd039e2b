"""The expert's sheet and the defuser's module as JSON-like facts; every number is asked of the floor2."""

from __future__ import annotations

from typing import Any, NamedTuple

from meikyu.books import floor2
from meikyu.core.log import Event
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text

P = floor2.BOOK.params()

LED_WORDS = floor2.stages.ZONE_NAMES | {
    floor2.stages.WHITE: Text("white: a fight", "白：遭遇"),
    "": Text("off", "消灯"),
}


class Sheet(NamedTuple):
    """What the expert has written down.

    Args:
        serial, bob, batteries: the three facts of the bomb; serial "" until they are entered.
        seen: observations so far, as in floor2.next.
        ticked: actions of the present fight ticked off.
        confirmed: the expert has said that the module is solved.
    """

    serial: str = ""
    bob: bool = False
    batteries: int = 0
    seen: str = ""
    ticked: int = 0
    confirmed: bool = False


def with_bomb(sheet: Sheet, serial: str, bob: bool, batteries: int) -> Sheet:
    """The sheet for a bomb; what was seen so far is kept and worked out anew.

    Raises:
        InputError: the serial number or the batteries cannot be.
    """
    floor2.ask("next", serial=serial, bob=bob, batteries=batteries, seen="")
    clean = floor2.edgework.serial_number(serial)
    return sheet._replace(serial=clean, bob=bob, batteries=batteries, ticked=0, confirmed=False)


def saw(sheet: Sheet, colour: str) -> Sheet:
    """The sheet after one more observation, checked before it is written down.

    Raises:
        InputError: no such colour, or it cannot be seen now; the sheet stays as it was.
    """
    longer = sheet.seen + floor2.stages.colour(colour)
    _check(sheet, longer)
    return sheet._replace(seen=longer, ticked=0, confirmed=False)


@rule("FL2-SOL-08")
def corrected(sheet: Sheet, stage: int, colour: str) -> Sheet:
    """The sheet with the colour of an earlier stage put right; later observations are kept.

    Raises:
        InputError: no such stage or colour.
    """
    letter = floor2.stages.colour(colour)
    places = [i for i, c in enumerate(sheet.seen) if c != "!"]
    if not 1 <= stage <= len(places) or letter == "!":
        allowed = Text(
            f"stages 1 to {len(places)} and a zone colour", f"ステージ1〜{len(places)}とゾーンの色"
        )
        raise InputError("out_of_range", "stage", stage, allowed)
    place = places[stage - 1]
    mended = sheet.seen[:place] + letter + sheet.seen[place + 1 :]
    _check(sheet, mended)
    return sheet._replace(seen=mended, ticked=0, confirmed=False)


def undone(sheet: Sheet) -> Sheet:
    """The sheet one input back: a tick of the fight, else the last observation."""
    if sheet.confirmed:
        return sheet._replace(confirmed=False)
    if sheet.ticked:
        return sheet._replace(ticked=sheet.ticked - 1)
    return sheet._replace(seen=sheet.seen[:-1])


@rule("FL2-SOL-06")
def ticked(sheet: Sheet) -> Sheet:
    """The sheet with the next action of the fight ticked off; a strike never loses the place."""
    sequence = now(sheet, "en")["sequence"]
    return sheet._replace(ticked=min(sheet.ticked + 1, len(sequence)))


@rule("FL2-SOL-11")
def confirmed(sheet: Sheet) -> Sheet:
    """The sheet marked as finished: only after the last stage, and only because the player says so.

    Raises:
        InputError: stages are left.
    """
    stages = sum(c != "!" for c in sheet.seen)
    if stages < P.stages.total:
        allowed = Text(f"after stage {P.stages.total}", f"ステージ{P.stages.total}の後")
        raise InputError("not_allowed", "confirm", stages, allowed)
    return sheet._replace(confirmed=True)


def _check(sheet: Sheet, seen: str) -> None:
    serial = sheet.serial or "AA0AA0"
    floor2.ask("next", serial=serial, bob=sheet.bob, batteries=sheet.batteries, seen=seen)


def now(sheet: Sheet, lang: str) -> dict[str, Any]:
    """The answer of floor2.next for this sheet, its reasons beside it."""
    told = floor2.answer(
        "next",
        {"serial": sheet.serial, "bob": sheet.bob, "batteries": sheet.batteries, "seen": sheet.seen},
        lang,
    )
    return told["value"] | {"because": told["because"]}


def facts(sheet: Sheet, lang: str) -> dict[str, Any]:
    """Everything that the expert's page shows.

    Returns:
        `bomb`, `stages` (zone, dice, move, fought a stage), `now` (floor2.next, `name` of the enemy, counters
        `after` it), `found` (the reasons of the last stage's move), `lists` of the five levels, `last`,
        `ticked`, `confirmed`, `needs` ("bomb" until the edgework is entered).
    """
    bomb = {"serial": sheet.serial, "bob": sheet.bob, "batteries": sheet.batteries}
    if not sheet.serial:
        return {
            "bomb": bomb,
            "needs": "bomb",
            "stages": [],
            "now": None,
            "lists": [],
            "total": P.stages.total,
        }
    facts_of_bomb = floor2.combat.Bomb(floor2.edgework.first_digit(sheet.serial), sheet.bob, sheet.batteries)
    course = floor2.course.begin(P)
    rows: list[dict[str, Any]] = []
    after: dict[str, int] = {}
    fighting = 0
    for letter in sheet.seen:
        if letter == "!":
            course, met = floor2.course.fight(P, course, facts_of_bomb)
            rows[-1]["fight"] = met.number
            fighting = met.number
            after = {"s": met.s, "b": met.b, "m": met.m, "level": met.after}
        else:
            course, stage = floor2.course.enter(P, course, facts_of_bomb.digit, letter)
            told = {"stage": stage.stage, "zone": letter, "dice": stage.value.dice, "move": stage.move}
            rows.append(told | {"level": stage.level, "fight": None})
            fighting = 0
            after = {"s": course.s, "b": course.b, "m": course.m, "level": stage.after}
    answer = now(sheet, lang)
    found = now(sheet._replace(seen=sheet.seen.removesuffix("!")), lang)["because"] if rows else []
    codex = floor2.codex.codex()
    answer["name"] = codex[answer["monster"]].name.say(lang) if answer["monster"] else ""
    answer["z"] = (
        rows[-2]["dice"] if answer["do"] == "move" and len(rows) > 1 else rows[-1]["dice"] if rows else 0
    )
    if answer["do"] == "move" and len(rows) == 1:
        answer["z"] = 0
    answer["after"] = after
    lists = [
        {
            "level": level,
            "monsters": [
                {
                    "number": n,
                    "name": codex[n].name.say(lang),
                    "state": "now" if n == fighting else "fought" if n in course.fought else "",
                }
                for n in floor2.codex.level_list(level)
            ],
        }
        for level in range(P.level.lowest, P.level.highest + 1)
    ]
    return {
        "bomb": bomb,
        "needs": "",
        "seen": sheet.seen,
        "stages": rows,
        "now": answer,
        "found": found,
        "lists": lists,
        "total": P.stages.total,
        "ticked": sheet.ticked,
        "confirmed": sheet.confirmed,
        "last": len(rows) == P.stages.total,
    }


def codex_rows(lang: str) -> list[dict[str, Any]]:
    """The searchable codex: number, both names, list, sequence in letters and words, effect with its rule."""
    rows: list[dict[str, Any]] = []
    for monster in floor2.codex.codex().values():
        effect = monster.effect
        rows.append(
            {
                "number": monster.number,
                "name": monster.name.say(lang),
                "other": monster.name.say("ja" if lang == "en" else "en"),
                "list": monster.list,
                "sequence": monster.sequence,
                "words": floor2.codex.words(monster.sequence).say(lang),
                "effect": effect.text.say(lang) if effect else "",
                "rule": effect.rule if effect else monster.rule,
            }
        )
    return rows


def past_rows(events: list[Event], lang: str) -> list[dict[str, Any]]:
    """What can be asked for after the solve (FL2-LOG-04), enemies by name."""
    codex = floor2.codex.codex()
    rows = floor2.logs.history(events)
    return [row | {"name": codex[row["enemy"]].name.say(lang) if row["enemy"] else ""} for row in rows]


def module_facts(state: Any, lang: str) -> dict[str, Any]:
    """Everything that the defuser's page shows of the module; never what is right to press."""
    light = floor2.game.led(state)
    edge = state.edge
    return {
        "stage": floor2.game.display(state),
        "led": light,
        "word": LED_WORDS[light].say(lang),
        "strikes": state.strikes,
        "limit": state.limit,
        "right": state.turn - state.strikes,
        "over": state.over,
        "serial": edge.serial,
        "batteries": edge.batteries,
        "holders": edge.holders,
        "indicators": [{"label": label, "lit": lit} for label, lit in edge.indicators],
        "plates": [list(plate) for plate in edge.plates],
        "line": floor2.edgework.write_line(edge),
    }


def hint(state: Any, lang: str) -> dict[str, Any]:
    """The one right press now and the reasons, from what the module's LED has shown."""
    bomb = floor2.edgework.facts(state.edge)
    seen = "".join(
        zone + ("!" if stage in state.fights and (stage < state.stage.stage or state.fight) else "")
        for stage, zone in enumerate(state.zones[: state.stage.stage], 1)
    )
    told = floor2.answer(
        "next",
        {"serial": state.edge.serial, "bob": bomb.bob, "batteries": bomb.batteries, "seen": seen},
        lang,
    )
    press = floor2.game.wanted(state)
    return {"press": press, "word": floor2.codex.words(press).say(lang), "because": told["because"]}
