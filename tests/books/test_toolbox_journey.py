"""Journeys: the forecast against enumeration and samples, replays, faults, words in both languages."""

import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import toolbox
from meikyu.books.toolbox import game, journey_forecast, journey_input, journey_words
from meikyu.books.toolbox.journey import exhaustion
from meikyu.core.asking import answer
from meikyu.core.params import House
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import InputError

DESK = toolbox.journeys()
PARAMS = toolbox.BOOK.params()


def one(con_save=0, **stage):
    """A day's journey of one traveler."""
    return {
        "stages": [{"terrain": "hill", "good_road": True, **stage}],
        "party": [{"name": "A", "con_save": con_save}],
    }


def enumerated(con_save, dcs):
    """Levels after saves, by trying every die."""
    found = {}
    for dice in product(range(1, 21), repeat=len(dcs)):
        level = 0
        for die, dc in zip(dice, dcs, strict=True):
            level += die + con_save - 2 * level < dc
        found[level] = found.get(level, 0) + Fraction(1, 20 ** len(dcs))
    return found


@pytest.mark.parametrize(
    ("hours", "stage", "dcs"),
    [
        (8, {}, ()),
        (11, {}, (11, 12, 13)),
        (6, {"altitude_ft": 12000}, (12, 14)),
        (3, {"fahrenheit": -10}, (10, 10, 10)),
        (3, {"fahrenheit": 105, "water": False}, (5, 6, 7)),
    ],
)
def test_the_odds_of_a_day_are_those_of_every_die(hours, stage, dcs):
    state = game.start(PARAMS, one(1, **stage))
    member, kept = journey_forecast.today(state, 0, hours)
    assert member.evening == enumerated(1, dcs)
    assert kept == enumerated(1, dcs)[0]


def test_the_odds_of_a_day_hold_over_many_played_days():
    state = game.start(PARAMS, one(2, altitude_ft=11000))
    member, _ = journey_forecast.today(state, 0, 7)
    runs, found = 20_000, {}
    for seed in range(runs):
        after, _ = game.apply(state, ("march", "normal", 7, False), KeyedDice(seed, Stream.JOURNEY))
        level = exhaustion(after.party[0])
        found[level] = found.get(level, 0) + 1
    for level, share in member.morning.items():
        assert found.get(level, 0) / runs == pytest.approx(float(share), abs=0.015)


def test_a_day_of_a_week_is_foreseen_as_it_is_played():
    options = one(0) | {"stages": [{"terrain": "hill", "days": 3, "good_road": True}]}
    state = game.start(PARAMS, options)
    foreseen = journey_forecast.foresee(state, "normal", 12)
    runs, found = 4000, [0, 0, 0]
    for seed in range(runs):
        now = state
        for day in range(3):
            if not now.over:
                paces = {m[1] for m in game.legal(now) if m[0] == "march"}
                pace = "normal" if "normal" in paces else "slow"
                now, _ = game.apply(now, ("march", pace, 12, False), KeyedDice(seed, Stream.JOURNEY, day))
            found[day] += exhaustion(now.party[0])
    for day, total in zip(foreseen, found, strict=True):
        expected = float(sum(level * share for level, share in day.members[0].morning.items()))
        assert total / runs == pytest.approx(expected, abs=0.08)


def test_miles_decide_where_a_stage_has_them():
    state = game.start(PARAMS, one(miles=30))
    state, _ = game.apply(state, ("march", "normal", 8, False), KeyedDice(1, Stream.JOURNEY))
    assert state.over == ""
    state, _ = game.apply(state, ("march", "normal", 8, False), KeyedDice(2, Stream.JOURNEY))
    assert (state.over, state.miles, state.day) == ("arrived", 30, 2)


def test_thirty_days_at_a_height_and_the_hours_count_like_any_others():
    options = one(0, altitude_ft=12000, days=40)
    state = game.start(PARAMS, options)
    for day in range(30):
        assert game.plan(state, ("rest", False)).value
        state, _ = game.apply(state, ("rest", False), KeyedDice(day, Stream.JOURNEY))
    assert journey_forecast.today(state, 0, 8)[1] == 1
    assert journey_forecast.today(game.start(PARAMS, options), 0, 8)[1] < 1


def test_every_fault_is_named_at_once():
    options = {
        "stages": [{"terrain": "moon"}, {"terrain": "hill", "days": 0}, {"terrain": "waterborne"}],
        "party": [{"name": ""}, {"name": "B", "con_save": 1000}],
        "food_lb": -1,
        "gear": "tent",
    }
    journey, faults = journey_input.read(PARAMS, options)
    assert journey is None
    fields = [f.field for f in faults]
    assert fields[:5] == [
        "stages[0].terrain",
        "stages[1].days",
        "stages[2].vehicle",
        "party[0].name",
        "party[1].con_save",
    ]
    assert fields[5] in ("food_lb", "gear")
    with pytest.raises(InputError, match="terrain"):
        game.start(PARAMS, options)


@pytest.mark.parametrize("options", [{"party": []}, {"stages": [], "party": []}, {"stages": 3, "party": 4}])
def test_an_empty_journey_is_refused(options):
    journey, faults = journey_input.read(PARAMS, options)
    assert journey is None
    assert faults


moves = st.lists(st.integers(0, 400), max_size=60)


@given(seed=st.integers(0, 2**32), picks=moves)
@settings(max_examples=25, deadline=None)
def test_a_journey_is_played_again_from_its_moves_and_every_fact_has_words(seed, picks):
    options = DESK.choices("en")["sample"]
    state, made = game.start(PARAMS, options), []
    for turn, pick in enumerate(picks):
        legal = game.legal(state)
        if not legal:
            break
        move = legal[pick % len(legal)]
        state, _ = game.apply(state, move, KeyedDice(seed, Stream.JOURNEY, turn))
        made.append(list(move))
    played = DESK.play(PARAMS, options, json.loads(json.dumps(made)), seed)
    assert played.journey == state
    assert played.stopped is None
    names = [t.traits.name for t in state.party]
    for event in played.events:
        said = journey_words.words(event, names)
        assert said.en
        assert said.ja
    for lang in ("en", "ja"):
        json.dumps([DESK.log(played, lang), DESK.travelers(state, lang)])
        if not state.over:
            json.dumps([DESK.today(state, "normal", 9, lang), DESK.strip(played, "normal", 9, lang)])
    assert all(journey_words.move_words(m).ja for m in game.legal(state))


def test_moves_that_do_not_fit_stop_the_play_with_their_reason():
    options = one(days=2)
    made = [["march", "fast", 8, False], ["rest", False]]
    played = DESK.play(PARAMS, options, made, 1)
    assert (played.played, played.stopped) == (2, None)
    slow = options | {"stages": [{"terrain": "swamp", "days": 2}]}
    played = DESK.play(PARAMS, slow, made, 1)
    assert played.played == 0
    assert played.stopped.steps[0].value == "slow"


@pytest.mark.parametrize(
    "move",
    [
        ["march", "normal", 17, False],
        ["march", "normal", 0, False],
        ["march", "normal", True, False],
        ["march", "normal", 8, True],
        ["rest", True],
        ["poison", 0, "tea"],
        ["poison", 1, "torpor"],
        ["expose", -1, "sight_rot", "skin"],
        ["level", 0, 2],
        ["level", 0, -1],
        ["sky", "clear"],
        ["sky", "frogs"],
        ["tend", 0],
        ["brew"],
        [],
        7,
        None,
        [["march"]],
    ],
)
def test_moves_that_make_no_sense_are_refused(move):
    state = game.start(PARAMS, one())
    ruling = game.plan(state, move)
    assert not ruling.value
    assert ruling.steps[0].text.ja


def test_a_sample_journey_foretells_supplies_and_says_so_when_they_are_short():
    told = toolbox.ask("travel.route", **DESK.choices("en")["sample"] | {"food_lb": 7})["value"]
    assert [d["food_lb"] for d in told["days"]] == [3, 0, 0, 0]
    assert [d["short"] for d in told["days"]] == [False, True, True, True]
    assert told["complete"]
    assert told["miles"] == 24 * 3 + 18


def test_words_to_read_aloud_hold_no_numbers_but_the_day():
    options = one(sky="heavy_snow", wind="strong", fahrenheit=-20, altitude_ft=15000)
    state = game.start(PARAMS, options)
    for lang in ("en", "ja"):
        told = DESK.aloud(state, lang)
        assert [c for c in told if c.isdigit()] == ["1"]


@pytest.mark.parametrize(
    ("poison", "pace", "who", "mode"),
    [
        ("", "normal", 0, "flat"),
        ("assassins_blood", "normal", 0, "disadvantage"),
        ("oil_of_taggit", "slow", 1, "advantage"),
    ],
)
def test_the_card_names_the_guide_and_the_odds_that_the_march_rolls(poison, pace, who, mode):
    """The best at Survival leads unless out of action, and a Poisoned guide rolls at Disadvantage."""
    options = {
        "stages": [{"terrain": "forest"}],
        "party": [{"name": "A", "survival": 5, "con_save": -30, "hp": 99}, {"name": "B"}],
    }
    journey = journey_input.read(PARAMS, options)[0]
    assert journey is not None
    dice = KeyedDice(1, Stream.JOURNEY)
    if poison:
        journey, _ = game.apply(journey, ("poison", 0, poison), dice)
    told = DESK.today(journey, pace, 8, "en")["card"]["guide"]
    _, events = game.apply(journey, ("march", pace, 8, False), dice)
    rolled = next(e for e in events if e.kind == "navigate").args
    assert (rolled["who"], rolled["mode"]) == (who, mode)
    assert told["name"] == options["party"][who]["name"]
    faces = 21 + rolled["bonus"] - rolled["penalty"] - rolled["dc"]
    share = Fraction(min(max(faces, 0), 20), 20)
    chances = {"flat": share, "disadvantage": share**2, "advantage": 1 - (1 - share) ** 2}
    assert Fraction(told["navigate"]["fraction"]) == chances[mode]


def test_the_onset_of_the_plague_tells_the_level_that_the_house_gives():
    options = {"stages": [{"terrain": "forest", "days": 9}], "party": [{"name": "A", "con_save": -30}]}
    table = PARAMS._replace(sewer_plague=PARAMS.sewer_plague._replace(exhaustion=3))
    journey = journey_input.read(table, options)[0]
    assert journey is not None
    dice = KeyedDice(1, Stream.JOURNEY)
    journey, _ = game.apply(journey, ("expose", 0, "sewer_plague", "filth"), dice)
    told = []
    while not journey.over and not told:
        journey, events = game.apply(journey, ("rest", False), dice)
        told = [e.args["level"] for e in events if e.kind == "onset"]
    assert told == [3]


def test_where_incubation_does_not_count_the_journey_and_the_calendar_fight_from_the_same_dawn():
    """The Long Rest that ends at the dawn of the onset lies in the incubation."""
    fever = PARAMS.cackle_fever._replace(incubation_counts=False)
    options = {"stages": [{"terrain": "forest", "days": 9}], "party": [{"name": "A"}]}
    journey = journey_input.read(PARAMS._replace(cackle_fever=fever), options)[0]
    assert journey is not None
    dice = KeyedDice(3, Stream.JOURNEY)
    journey, events = game.apply(journey, ("expose", 0, "cackle_fever", "tainted_drink"), dice)
    onset = next(e.args["days"] for e in events if e.kind == "infected")
    days = []
    for _ in range(6):
        journey, events = game.apply(journey, ("rest", False), dice)
        days += [journey.day for e in events if e.kind == "fight_save"]
    assert days[0] == onset + 1
    house = House("late", {"toolbox.cackle_fever.incubation_counts": False}, {})
    given = {"contagion": "cackle_fever", "con_save": 0, "days": 7, "by_hand": [{"day": 0, "die": onset}]}
    told = answer(toolbox.BOOK, "contagion.calendar", given, house=house)["value"]["days"]
    assert next(d["day"] for d in told if d["saves"]) == onset + 1
