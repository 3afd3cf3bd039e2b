"""The defusal module: solver and game against each other, and what a wrong press may do."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import floor2
from meikyu.books.floor2 import edgework, game, generator, logs
from meikyu.books.floor2.codex import codex
from meikyu.core.asking import answer
from meikyu.core.log import Event
from meikyu.core.params import House
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import BookError, IllegalCommandError, InputError, NotationError

P = floor2.BOOK.params()


def module(seed: int, difficulty: str = "calm") -> game.Module:
    return game.start(P, {"difficulty": difficulty}, KeyedDice(seed, Stream.BOMB))


def solve(state: game.Module) -> tuple[game.Module, list[Event]]:
    """Play by what the LED shows, asking the public question before every press."""
    facts = edgework.facts(state.edge)
    seen, events = "", [game.stage_event(state)]
    while not state.over:
        seen += game.led(state)
        told = floor2.ask(
            "next", serial=state.edge.serial, bob=facts.bob, batteries=facts.batteries, seen=seen
        )["value"]
        for press in told["move"] or told["sequence"]:
            state, more = game.apply(state, press)
            events += more
        if more and any(e.kind == "auto_win" for e in more):
            seen += "!"  # the white flash of a fight won at once
    return state, events


@pytest.mark.parametrize("block", range(10))
def test_solver_against_game_on_ten_thousand_seeds(block):
    from meikyu.books.floor2.course import begin, enter, fight

    for seed in range(block * 1000, block * 1000 + 1000):
        state = module(seed)
        facts = edgework.facts(state.edge)
        course = begin(P)
        while not state.over:
            if game.led(state) != "!":
                course, stage = enter(P, course, facts.digit, game.led(state))
                presses = stage.move
            else:
                course, met = fight(P, course, facts)
                presses = met.actions.sequence
            for press in presses:
                state, events = game.apply(state, press)
            if any(e.kind == "auto_win" for e in events):
                course, _ = fight(P, course, facts)
        assert game.outcome(state) == {"result": "solved", "strikes": 0, "presses": state.turn}


@pytest.mark.parametrize("seed", range(25))
def test_the_public_question_solves_what_the_led_shows(seed):
    state, _ = solve(module(seed))
    assert game.outcome(state)["result"] == "solved"
    assert state.strikes == 0


@given(seed=st.integers(0, 2**63), wander=st.lists(st.sampled_from("SBLFR"), max_size=60))
@settings(max_examples=60, deadline=None)
def test_a_wrong_press_strikes_and_changes_nothing_else(seed, wander):
    state = module(seed)
    for press in wander:
        if state.over:
            break
        right = game.wanted(state)
        after, events = game.apply(state, press)
        if press == right:
            assert after.strikes == state.strikes
        else:
            assert after == state._replace(turn=state.turn + 1, strikes=state.strikes + 1, over=after.over)
            assert events[0].kind in ("wrong_move", "wrong_action")
            assert events[0].args["wanted"] == right
        state = after


def test_one_seed_is_one_bomb():
    assert module(7) == module(7)
    assert module(7) != module(8)


@pytest.mark.parametrize("seed", range(200))
def test_generated_bombs_keep_the_rules(seed):
    made = generator.draft(P, KeyedDice(seed, Stream.BOMB))
    assert edgework.serial_number(made.edge.serial) == made.edge.serial
    assert not edgework.is_modded(P.bomb, made.edge.serial)
    assert "M" not in made.zones[:10]
    assert len(made.zones) == 15
    gaps = [b - a for a, b in zip((0, *made.fights), made.fights, strict=False)]
    assert set(gaps) <= {1, 2, 3}
    assert made.fights[-1] <= 14
    assert edgework.read_line(P.bomb, edgework.write_line(made.edge)) == made.edge


def test_events_log_and_history_agree():
    state, events = solve(module(3))
    rows = logs.history(events)
    assert [r["zone"] for r in rows] == list(state.zones)
    assert [r["stage"] for r in rows if r["enemy"] or r["auto"]] == list(state.fights)
    lines = logs.log_lines(events)
    assert all(line.startswith("[Dungeon 2nd Floor #1] ") for line in lines)
    assert lines[-1].endswith("Module solved")
    assert sum("Fighting" in line for line in lines) == sum(r["enemy"] is not None for r in rows)
    assert logs.log_lines(events, lang="ja")[-1].endswith("モジュール解除")
    msgspec.json.encode([e._asdict() for e in events])


def test_a_command_stops_at_the_first_strike():
    state = module(1)
    right = game.wanted(state)
    then, _ = game.apply(state, right)
    wrong = next(b for b in "SBLFR" if b != game.wanted(then))
    after, _, pressed = logs.run_command(state, [right, wrong, wrong, game.wanted(then)])
    assert (pressed, after.strikes) == (2, 1)
    assert after._replace(strikes=0, turn=then.turn) == then


def test_sudden_death_and_the_clock():
    state = module(5, "sudden")
    assert game.TIMEOUT in game.legal(state)
    lost, _ = game.apply(state, game.TIMEOUT)
    assert game.outcome(lost)["result"] == "timeout"
    wrong = next(b for b in "SBLFR" if b != game.wanted(state))
    assert game.apply(state, wrong)[0].over == "exploded"


def test_refusals_say_why():
    state, _ = solve(module(2))
    ruling = game.plan(state, "S")
    assert not ruling.value
    assert ruling.steps[0].rule == "FL2-BMB-12"
    assert ruling.steps[0].text.ja
    with pytest.raises(IllegalCommandError):
        game.apply(state, "S")
    assert not game.plan(module(2), "X").value
    with pytest.raises(InputError, match="difficulty"):
        game.start(P, {"difficulty": "silly"}, KeyedDice(0, Stream.BOMB))
    with pytest.raises(InputError, match="level"):
        game.start(P, {"level": 3}, KeyedDice(0, Stream.BOMB))


def test_a_house_with_more_stages_is_played_to_its_end():
    given = {"serial": "AB3CD4", "bob": False, "batteries": 1, "zones": "RYGB" * 4, "fights_after": [15]}
    longer = House("longer", {"floor2.stages.total": 16}, {})
    told = answer(floor2.BOOK, "play", given, house=longer)
    assert [row["stage"] for row in told["value"]["stages"]] == list(range(1, 17))
    assert told["house"]["changes"][0]["key"] == "floor2.stages.total"
    with pytest.raises(InputError, match="16 letters"):
        answer(floor2.BOOK, "play", given | {"zones": "RYGB"}, house=longer)
    with pytest.raises(InputError, match="15 letters") as caught:
        floor2.ask("play", **given)
    assert (caught.value.field, caught.value.got) == ("zones", "RYGB" * 4)


@pytest.mark.parametrize("seen", ["!", "R!!", "R" * 15 + "!", "R" * 16, "RX"])
def test_what_cannot_have_been_seen_is_named_with_its_place(seen):
    with pytest.raises(InputError) as caught:
        floor2.ask("next", serial="AB3CD4", bob=False, batteries=1, seen=seen)
    error = caught.value
    assert (error.kind, error.field, error.got) == ("not_allowed", "seen", seen)
    assert str(len(seen)) in error.say("en")
    assert str(len(seen)) in error.say("ja")


def test_each_monster_is_met_at_most_once_and_all_can_be_met():
    met = set()
    for seed in range(400):
        _, events = solve_fast(module(seed))
        numbers = [e.args["monster"] for e in events if e.kind == "fight"]
        assert len(set(numbers)) == len(numbers)
        met |= set(numbers)
    assert met == set(codex()) - {9}


def solve_fast(state: game.Module) -> tuple[game.Module, list[Event]]:
    events: list[Event] = []
    while not state.over:
        state, more = game.apply(state, game.wanted(state))
        events += more
    return state, events


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("zone.magenta_back_low", 0),
        ("zone.magenta_minus", 0),
        ("zone.magenta_back_high", 0),
        ("effect.fallback", "Q"),
        ("level.lowest", 0),
    ],
)
def test_a_house_cannot_point_magenta_ahead_or_invent_buttons_and_levels(key: str, value: object):
    odd = House("odd", {f"floor2.{key}": value}, {})
    given = {"serial": "AB3CD4", "bob": False, "batteries": 2, "seen": "RRRRR!RRRRRM"}
    with pytest.raises(BookError, match=key):
        answer(floor2.BOOK, "next", given, house=odd)


def test_all_faults_of_a_bomb_are_named_at_once():
    given = {"serial": "ABC", "bob": False, "batteries": 2, "zones": "RYX", "fights_after": [0, 3, 3]}
    with pytest.raises(InputError) as caught:
        floor2.ask("play", **given)
    faults = (caught.value, *caught.value.more)
    assert [f.field for f in faults] == ["serial", "zones", "fights_after[0]", "fights_after[2]"]
    with pytest.raises(InputError) as caught:
        floor2.ask("next", serial="ABC", bob=False, batteries=2, seen="!")
    assert [f.field for f in (caught.value, *caught.value.more)] == ["serial", "seen"]


def test_a_number_too_long_to_be_one_is_refused_by_name():
    """Python reads no number of more than 4,300 digits."""
    long = "9" * 5_000
    with pytest.raises(NotationError):
        logs.read_command(f"!{long} s")
    with pytest.raises(InputError) as caught:
        edgework.read_line(P.bomb, f"{long}B 2H // none // none // AB3CD4")
    assert caught.value.field == "batteries"
