"""One runner for the case files of every book (src/meikyu/books/<book>/cases/*.toml).

A case has `name`, `rules` and one of

- `call = "module.function"` inside the book, with `given` (keyword arguments). A first parameter named `p`
  gets the section of the book's params that its annotation names; one named `dice` gets the scripted `dice`.
- `ask = "question"`: a public question of the book, with `given` as its input.
- `game` and `moves`: a start position and moves for the book's game, told by the adapters below.
- `scenario` or `page`: run by tests/realm and tests/browser; only their shape is looked at here.

`expect` holds `value`, the value's own keys, or the `what` of steps; tables match in part, lists whole, a
digit key is a place in a list. `error` holds facts of the error instead. TOML has no null: "∅" stands for
None. A map is `{ map = [rows], true = ".P" }` where truth values are wanted, and
`{ map = [rows], mark = "x" }` where cells are. Fractions are written "9/40".
"""

import collections.abc
import inspect
import re
import types
import typing
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from tests.cases import plain

from meikyu.books import BOOKS
from meikyu.core import catalogue
from meikyu.core.rng import ScriptedDice
from meikyu.core.ruling import Ruling
from meikyu.errors import MeikyuError

KINDS = ("call", "ask", "game", "scenario", "page")
KEYS = {"name", "rules", *KINDS, "given", "dice", "expect", "error", "moves"}


def all_cases():
    return [
        pytest.param(book, case, id=f"{book.name}/{file}: {case.get('name')}")
        for book in BOOKS
        for file, case in catalogue.cases(book.name)
    ]


def is_named(kind):
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def made(kind, value):
    """The value as the annotation `kind` wants it."""
    if value is None:
        return None
    if isinstance(value, dict) and set(value) == {"map", "true"}:
        return [[glyph in value["true"] for glyph in row] for row in value["map"]]
    if isinstance(value, dict) and set(value) == {"map", "mark"}:
        return marked(value)
    if is_named(kind):
        hints = typing.get_type_hints(kind)
        if isinstance(value, dict):
            return kind(**{k: made(hints[k], v) for k, v in value.items()})
        return kind(*(made(hints[k], v) for k, v in zip(kind._fields, value, strict=False)))
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        if isinstance(value, str) and Fraction in args and str not in args:
            return Fraction(value)
        fit = [a for a in args if a is not type(None)]
        for inner in fit:
            if is_named(inner) or typing.get_origin(inner) is not None:
                return made(inner, value)
        return value
    if origin is tuple:
        inner = [args[0]] * len(value) if len(args) == 2 and args[1] is ... else args
        return tuple(made(k, v) for k, v in zip(inner, value, strict=True))
    if origin in (list, collections.abc.Sequence, collections.abc.Iterable):
        return [made(args[0], v) for v in value]
    if origin in (set, frozenset):
        return origin(made(args[0], v) for v in value)
    if origin in (dict, collections.abc.Mapping):
        key = args[0]
        return {(int(k) if key is int else k): made(args[1], v) for k, v in value.items()}
    if kind is Fraction and isinstance(value, (str, int)):
        return Fraction(value)
    if isinstance(kind, type) and issubclass(kind, np.ndarray):
        return np.array(value)
    return value


def marked(drawn):
    return [(x, y) for y, row in enumerate(drawn["map"]) for x, g in enumerate(row) if g == drawn["mark"]]


def check(want, got, path="value"):
    """Hold `got` to what the case expects."""
    if isinstance(want, dict) and set(want) == {"map", "mark"}:
        cells = sorted((tuple(c) for c in got), key=lambda c: (c[1], c[0]))
        assert cells == marked(want), f"{path}: got {cells}"
    elif isinstance(want, dict):
        for key, inner in want.items():
            check(inner, part(got, key, path), f"{path}.{key}")
    elif isinstance(want, list):
        assert isinstance(got, (list, tuple)), f"{path}: got {got!r}, not a list"
        assert len(want) == len(got), f"{path}: want {want}, got {got}"
        for i, (w, g) in enumerate(zip(want, got, strict=True)):
            check(w, g, f"{path}[{i}]")
    elif isinstance(got, Fraction) and isinstance(want, str):
        assert got == Fraction(want), f"{path}: want {want}, got {got}"
    else:
        assert got == want, f"{path}: want {want!r}, got {got!r}"


def part(got, key, path):
    if isinstance(got, (list, tuple)) and not hasattr(got, "_fields"):
        assert key.lstrip("-").isdigit(), f"{path}: a list has no {key}"
        return got[int(key)]
    if isinstance(got, dict):
        assert key in got or (key.isdigit() and int(key) in got), (
            f"{path}: no {key} in {sorted(map(str, got))}"
        )
        return got[key] if key in got else got[int(key)]
    assert hasattr(got, key), f"{path}: {got!r} has no {key}"
    return getattr(got, key)


def steps_of(steps):
    """Step values by `what`; several of one name make a list."""
    found = collections.defaultdict(list)
    for what, value in steps:
        found[what].append(value)
    return {k: v[0] if len(v) == 1 else v for k, v in found.items()}


def check_answer(expect, value, steps):
    assert expect, "a case expects something"
    named = steps_of(steps)
    for key, want in expect.items():
        if isinstance(value, dict) and key in value:
            check(want, value[key], key)
        elif key == "value":
            check(want, value)
        else:
            assert key in named, f"no step {key}; there are {sorted(named)}"
            check(want, named[key], key)


def section(params, kind):
    """The book's params or the section of that class."""
    if isinstance(params, kind):
        return params
    found = [s for s in params if isinstance(s, kind)]
    assert len(found) == 1, f"{kind} is not one section of {type(params)}"
    return found[0]


def function_of(book, name):
    """The function a case calls, found by its dotted name inside the book."""
    module, _, name = name.rpartition(".")
    return getattr(import_module(f"meikyu.books.{book.name}.{module}"), name)


def run_call(book, case, given):
    function = function_of(book, case["call"])
    hints = typing.get_type_hints(function)
    names = list(inspect.signature(function).parameters)
    arguments = {k: made(hints.get(k), v) for k, v in given.items()}
    for name in names:
        if name not in arguments and (name in ("p", "params") or name.endswith("_p")):
            arguments[name] = section(book.params(), hints[name])
    dice = None
    if "dice" in names and "dice" not in arguments:
        dice = ScriptedDice([tuple(d) for d in case.get("dice", [])])
        arguments["dice"] = dice
    result = function(**arguments)
    if dice is not None:
        dice.done()
    else:
        assert "dice" not in case, "dice are scripted but the function throws none"
    if isinstance(result, Ruling):
        return result.value, [(s.what, s.value) for s in result.steps]
    return result, []


def run_ask(book, case, given):
    answer = book_module(book).ask(case["ask"].removeprefix(f"{book.name}."), **given)
    found = [(s["what"], s["value"]) for s in answer["because"]]
    return answer["value"], [*found, ("warnings", answer["warnings"])]


def book_module(book):
    return import_module(f"meikyu.books.{book.name}")


def play_floor2(book, setting, moves):
    """Facts of a bomb after presses, for the cases of Dungeon 2nd Floor."""
    game, edgework, generator, logs = (
        import_module(f"meikyu.books.floor2.{m}") for m in ("game", "edgework", "generator", "logs")
    )
    draft = generator.Draft(
        edgework.read_line(book.params().bomb, setting["edge"]), setting["zones"], tuple(setting["fights"])
    )
    state = game.of_draft(book.params(), draft, setting["limit"])
    events = [game.stage_event(state)]
    for press in moves:
        state, more = game.apply(state, press)
        events += more
    course = state.course
    return {
        "wanted": game.wanted(state),
        "led": game.led(state),
        "display": game.display(state),
        "legal": game.legal(state),
        "strikes": state.strikes,
        "over": state.over,
        "s": course.s,
        "b": course.b,
        "m": course.m,
        "log": logs.log_lines(events),
        "history": logs.history(events),
    }


def play_toolbox(book, setting, moves):
    """Facts of a journey after moves, its dice scripted; a move at the end that is refused raises."""
    game, ills, journey = (
        import_module(f"meikyu.books.toolbox.{m}") for m in ("game", "journey_ills", "journey")
    )
    options = {k: v for k, v in setting.items() if k != "dice"}
    dice = ScriptedDice([tuple(d) for d in setting.get("dice", [])])
    state, events = game.start(book.params(), options, dice), []
    for move in moves:
        state, more = game.apply(state, move, dice)
        events += more
    dice.done()
    return {
        "day": state.day,
        "stage": state.stage,
        "miles": state.miles,
        "over": state.over,
        "food": state.food,
        "water": state.water,
        "ointment": state.ointment,
        "levels": [journey.exhaustion(t) for t in state.party],
        "hp": [t.hp for t in state.party],
        "dead": [t.dead for t in state.party],
        "ill": [list(ills.ill_with(t)) for t in state.party],
        "advantage": [t.advantage for t in state.party],
        "kinds": [e.kind for e in events if e.kind != "dawn"],
        "cited": sorted({e.rule for e in events}),
        "outcome": game.outcome(state),
    }


GAMES = {"toolbox": play_toolbox, "floor2": play_floor2}


@pytest.mark.parametrize(("book", "case"), all_cases())
def test_case(book, case):
    assert set(case) <= KEYS, f"unknown keys {set(case) - KEYS}"
    assert case["rules"]
    kinds = [k for k in KINDS if k in case]
    assert len(kinds) == 1, f"a case is one of {KINDS}"
    if kinds[0] in ("scenario", "page"):
        assert case["name"]
        return  # tests/realm and tests/browser run these
    assert ("expect" in case) != ("error" in case), "a case has expect or error"
    given = plain(case.get("given", {}))

    def run():
        if "game" in case:
            return GAMES[book.name](book, case["game"], case["moves"]), []
        return (run_call if "call" in case else run_ask)(book, case, given)

    if "error" in case:
        with pytest.raises(MeikyuError) as caught:
            run()
        for key, want in plain(case["error"]).items():
            check(want, getattr(caught.value, key), key)
        assert caught.value.text.en
        assert re.search(r"[ぁ-んァ-ヶ一-龥]", caught.value.text.ja)
    else:
        check_answer(plain(case["expect"]), *run())


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_case_names_are_unique_in_a_file(book):
    names = [(file, case.get("name")) for file, case in catalogue.cases(book.name)]
    twice = [n for n, count in collections.Counter(names).items() if count > 1]
    assert not twice
