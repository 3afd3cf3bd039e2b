"""The game: a practice module on a bomb, pressed button by button."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from meikyu.books.floor2 import generator
from meikyu.books.floor2.codex import BUTTONS
from meikyu.books.floor2.course import Course, FightFacts, StageFacts, begin, enter, fight, is_solved
from meikyu.books.floor2.edgework import Edgework, facts
from meikyu.books.floor2.params import BombParams, Floor2Params
from meikyu.core.game import Dice
from meikyu.core.log import Event
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import IllegalCommandError, InputError, Text

TIMEOUT = "timeout"


class Difficulty(NamedTuple):
    """A practice setting: its name, minutes on the clock (0 for none) and the strike limit."""

    id: str
    name: Text
    minutes: int
    strikes: int


@cache
@rule("FL2-BMB-11")
def difficulties(p: BombParams) -> dict[str, Difficulty]:
    """The practice settings by id; one that names no strikes of its own has the bomb's limit."""
    path = Path(__file__).parent / "tables" / "difficulties.toml"
    data = cast("dict[str, dict[str, Any]]", tomllib.loads(path.read_text(encoding="utf-8"))["difficulties"])
    return {
        k: Difficulty(k, Text(r["en"], r["ja"]), r["minutes"], r.get("strikes", p.strike_limit))
        for k, r in data.items()
    }


class Module(NamedTuple):
    """A module on a bomb, at one moment.

    Args:
        p: numbers of the book, house rules included.
        edge: the bomb's edgework. zones: a letter a stage. fights: stages after which a fight comes.
        course: with the present stage completed in advance, since its facts follow from its zone.
        stage: the present stage's facts. fight: the present fight's facts, or None.
        done: correct actions of the present fight.
        strikes: so far. limit: strikes that explode the bomb. minutes: on the clock, 0 for none.
        turn: presses so far. over: "", "solved", "exploded" or "timeout".
    """

    p: Floor2Params
    edge: Edgework
    zones: str
    fights: tuple[int, ...]
    course: Course
    stage: StageFacts
    fight: FightFacts | None
    done: int
    strikes: int
    limit: int
    minutes: int
    turn: int
    over: str


def start(params: Floor2Params, options: dict[str, Any], dice: Dice) -> Module:
    """A fresh module.

    Args:
        params: numbers of the book.
        options: `difficulty` (id, default "normal").
        dice: what the bomb is drawn with.

    Raises:
        InputError: an unknown option or difficulty.
    """
    unknown = sorted(set(options) - {"difficulty"})
    if unknown:
        raise InputError("unknown_field", unknown[0], options[unknown[0]], ["difficulty"])
    chosen = options.get("difficulty", "normal")
    settings = difficulties(params.bomb)
    if chosen not in settings:
        raise InputError("not_allowed", "difficulty", chosen, list(settings))
    setting = settings[chosen]
    return of_draft(params, generator.draft(params, dice), setting.strikes, setting.minutes)


def of_draft(params: Floor2Params, made: generator.Draft, limit: int, minutes: int = 0) -> Module:
    """A module of given edgework, zones and fights."""
    course, stage = enter(params, begin(params), facts(made.edge).digit, made.zones[0])
    return Module(
        params, made.edge, made.zones, made.fights, course, stage, None, 0, 0, limit, minutes, 0, ""
    )


@rule("FL2-GEN-08", "FL2-CMB-24")
def led(state: Module) -> str:
    """What the LED shows: the zone's letter, "!" for white in a fight, "" when the module is over."""
    if state.over:
        return ""
    return "!" if state.fight is not None else state.stage.zone


@rule("FL2-STG-07")
def display(state: Module) -> int:
    """The number on the stage display; in a fight still the stage just completed."""
    return state.stage.stage


@rule("FL2-IDN-04")
def legal(state: Module) -> list[str]:
    """Every button, and the clock running out where there is one; nothing once the module is over."""
    if state.over:
        return []
    return [*BUTTONS, TIMEOUT] if state.minutes else [*BUTTONS]


@rule("FL2-BMB-12")
def plan(state: Module, move: Any) -> Ruling[bool]:
    """May this be pressed: any of the five buttons while the module is unsolved (a wrong one strikes)."""
    if state.over:
        text = Text(
            "The module is over and takes no more input", "モジュールは終わっていて、もう入力を受け付けません"
        )
        return Ruling(False, (Step("FL2-BMB-12", "over", state.over, text),))
    if move not in legal(state):
        told = ", ".join(legal(state))
        text = Text(
            f"There is no button {move!r}; there are {told}", f"ボタン {move!r} はありません。あるのは {told}"
        )
        return Ruling(False, (Step("FL2-IDN-04", "button", move, text),))
    return Ruling(True, (Step("FL2-IDN-04", "button", move),))


@rule("FL2-STG-02", "FL2-CMB-02")
def wanted(state: Module) -> str:
    """The one correct button now, "" once the module is over."""
    if state.over:
        return ""
    return state.stage.move if state.fight is None else state.fight.actions.sequence[state.done]


@rule("FL2-STG-03", "FL2-STG-04", "FL2-CMB-03", "FL2-CMB-04", "FL2-BMB-11", "FL2-VAR-09", "FL2-SOL-07")
def strike(state: Module, move: str) -> tuple[Module, tuple[Event, ...]]:
    """A wrong press: one strike, and nothing else changes; at the limit the bomb explodes."""
    strikes = state.strikes + 1
    cited = "FL2-STG-03" if state.fight is None else "FL2-CMB-03"
    events = [
        Event(
            state.turn,
            "wrong_move" if state.fight is None else "wrong_action",
            cited,
            {"pressed": move, "wanted": wanted(state), "strikes": strikes, "limit": state.limit},
        )
    ]
    over = ""
    if strikes >= state.limit:
        over = "exploded"
        events.append(Event(state.turn, "exploded", "FL2-BMB-11", {"strikes": strikes}))
    return state._replace(strikes=strikes, over=over), tuple(events)


def stage_event(state: Module) -> Event:
    """The fact that the present stage has begun."""
    now = state.stage
    args = {"stage": now.stage, "zone": now.zone, "dice": now.value.dice, "level": now.level}
    return Event(state.turn, "stage", "FL2-LOG-01", args)


@rule("FL2-STG-05", "FL2-STG-06", "FL2-STG-08", "FL2-CMB-06", "FL2-CMB-25", "FL2-GEN-05", "FL2-GEN-09")
def apply(state: Module, move: Any, dice: Dice | None = None) -> tuple[Module, tuple[Event, ...]]:
    """The module after a press.

    Raises:
        IllegalCommandError: `plan` refuses the press.
    """
    ruling = plan(state, move)
    if not ruling.value:
        raise IllegalCommandError(ruling.steps[0].text or Text("", ""), ruling)
    state = state._replace(turn=state.turn + 1)
    if move == TIMEOUT:
        event = Event(state.turn, "timeout", "FL2-BMB-11", {"minutes": state.minutes})
        return state._replace(over=TIMEOUT), (event,)
    if move != wanted(state):
        return strike(state, move)
    if state.fight is None:
        return _complete(state)
    done = state.done + 1
    if done < len(state.fight.actions.sequence):
        return state._replace(done=done), ()
    won = state.fight
    event = Event(
        state.turn,
        "fight_won",
        "FL2-CMB-06",
        {"monster": won.number, "s": won.s, "b": won.b, "m": won.m, "level": won.after},
    )
    after, more = _next_stage(state._replace(fight=None, done=0))
    return after, (event, *more)


def _complete(state: Module) -> tuple[Module, tuple[Event, ...]]:
    done = Event(
        state.turn, "stage_done", "FL2-STG-05", {"stage": state.stage.stage, "move": state.stage.move}
    )
    if is_solved(state.p, state.course):
        solved = Event(state.turn, "solved", "FL2-STG-06", {"strikes": state.strikes})
        return state._replace(over="solved"), (done, solved)
    if state.stage.stage not in state.fights:
        after, events = _next_stage(state)
        return after, (done, *events)
    course, met = fight(state.p, state.course, facts(state.edge))
    if met.number == 0:
        won = Event(state.turn, "auto_win", "FL2-CMB-19", {"stage": met.stage})
        after, events = _next_stage(state)
        return after, (done, won, *events)
    begun = Event(
        state.turn, "fight", "FL2-CMB-07", {"stage": met.stage, "monster": met.number, "level": met.level}
    )
    return state._replace(course=course, fight=met, done=0), (done, begun)


def _next_stage(state: Module) -> tuple[Module, tuple[Event, ...]]:
    zone = state.zones[state.course.stage]
    course, stage = enter(state.p, state.course, facts(state.edge).digit, zone)
    after = state._replace(course=course, stage=stage)
    return after, (stage_event(after),)


def outcome(state: Module) -> dict[str, Any] | None:
    """How it ended: `result` solved, exploded or timeout, with strikes and presses; None while it goes on."""
    if not state.over:
        return None
    return {"result": state.over, "strikes": state.strikes, "presses": state.turn}
