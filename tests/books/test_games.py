"""One conformance suite for the games of all books: start, legal, plan, apply, outcome."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import BOOKS
from meikyu.core.log import Event
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import IllegalCommandError

GAMES = [book for book in BOOKS if book.game is not None]
STEPS = 300


def play(book, seed, picks):
    """States and events of a course that takes the picked legal moves."""
    game = book.game()
    state = game.start(book.params(), {}, KeyedDice(seed, Stream.TEST, 0))
    course = [(state, ())]
    for turn, pick in enumerate(picks):
        moves = game.legal(state)
        if not moves:
            break
        state, events = game.apply(state, moves[pick % len(moves)], KeyedDice(seed, Stream.TEST, turn + 1))
        course.append((state, events))
    return game, course


@pytest.mark.parametrize("book", GAMES, ids=lambda b: b.name)
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 100), max_size=STEPS))
@settings(max_examples=40)
def test_any_course_of_legal_moves_keeps_the_contract(book, seed, picks):
    game, course = play(book, seed, picks)
    for state, events in course:
        assert all(isinstance(e, Event) for e in events)
        assert all(e.rule in book.catalogue.entries for e in events)
        moves = game.legal(state)
        over = game.outcome(state)
        assert (over is None) == bool(moves)
        assert len(moves) == len({repr(m) for m in moves})
        assert all(game.plan(state, m).value for m in moves)
        hash(state)  # immutable all the way down


@pytest.mark.parametrize("book", GAMES, ids=lambda b: b.name)
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 100), max_size=60))
@settings(max_examples=20)
def test_same_dice_and_moves_are_the_same_course(book, seed, picks):
    assert play(book, seed, picks)[1] == play(book, seed, picks)[1]


@pytest.mark.parametrize("book", GAMES, ids=lambda b: b.name)
def test_apply_leaves_the_state_alone_and_refuses_what_plan_refuses(book):
    game, course = play(book, 5, range(10))
    state = course[-1][0]
    before = copy.deepcopy(state)
    for move in game.legal(state):
        game.apply(state, move, KeyedDice(5, Stream.TEST, 99))
        assert state == before
    ruling = game.plan(state, "no such move")
    assert not ruling.value
    assert ruling.steps
    assert all(s.rule in book.catalogue.entries for s in ruling.steps)
    with pytest.raises(IllegalCommandError) as caught:
        game.apply(state, "no such move", KeyedDice(5, Stream.TEST, 99))
    assert caught.value.ruling.steps == ruling.steps
