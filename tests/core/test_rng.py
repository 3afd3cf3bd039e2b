"""Keyed draws: fixed answers, compiled twins, evenness at fixed seeds, and dice that follow a script."""

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import seeds, ticks

from meikyu.core import kernels, rng
from meikyu.core.rng import KeyedDice, ScriptedDice, Stream

# Without the compiler the twins run on numpy numbers, which warn where they wrap.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

TOP = 2**64 - 1


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ((0, 0, 0, 0, 0), 0x78AE5A9A6B5FD45E),
        ((1, 0, 0, 0, 0), 0x348C3D1AF8BEC8E5),
        ((0, 1, 0, 0, 0), 0xF9AC6E337C2F0F1E),
        ((0, 0, 1, 0, 0), 0x3CEEA767ACC0E20D),
        ((0, 0, 0, 1, 0), 0x2D6527BA78AF243F),
        ((0, 0, 0, 0, 1), 0xA5D3758B95B92366),
        ((TOP, 25, 14_400, 999, 3), 0xA4D1CB390B2F0C45),
        ((TOP, TOP, TOP, TOP, TOP), 0xB89A7AD323425B56),
    ],
)
def test_draws_have_fixed_answers(key, answer):
    assert rng.draw(*key) == answer


def test_mixing_starts_as_splitmix64_does():
    golden = 0x9E3779B97F4A7C15
    assert [rng.mix(n * golden % 2**64) for n in range(2)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]


def test_dice_have_fixed_answers():
    assert [rng.die(6, 42, Stream.TEST, 0, 0, n) for n in range(12)] == [5, 2, 1, 1, 5, 4, 1, 5, 6, 3, 6, 2]
    assert [rng.die(20, 42, Stream.DICE, 7, 3, n) for n in range(12)] == [
        10,
        2,
        10,
        6,
        8,
        5,
        13,
        18,
        19,
        10,
        12,
        5,
    ]
    assert [rng.below(2**32, TOP, Stream.TEST, 0, 0, n) for n in range(3)] == [
        1254815768,
        251568580,
        4227256775,
    ]
    assert [rng.below(1, seed, Stream.TEST, 0, 0, 0) for seed in (0, 1, TOP)] == [0, 0, 0]


@given(seeds, ticks, ticks, ticks, ticks)
def test_compiled_draw_equals_draw(seed, stream, tick, actor, n):
    assert int(kernels.draw(np.uint64(seed), stream, tick, actor, n)) == rng.draw(
        seed, stream, tick, actor, n
    )


@given(st.integers(0, TOP))
def test_compiled_mix_equals_mix(z):
    assert int(kernels.mix(np.uint64(z))) == rng.mix(z)


@given(st.integers(1, 2**32), seeds, ticks, ticks, ticks, ticks)
def test_compiled_below_and_die_equal_theirs(limit, seed, stream, tick, actor, n):
    key = (seed, stream, tick, actor, n)
    twin = (np.uint64(seed), *key[1:])
    found = rng.below(limit, *key)
    assert 0 <= found < limit
    assert int(kernels.below(limit, *twin)) == found
    assert int(kernels.die(limit, *twin)) == rng.die(limit, *key) == found + 1


@pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="numpy refuses the negative numbers that numba wraps"
)
@given(seeds, st.integers(-(2**63), -1), st.integers(-(2**63), -1))
def test_negative_parts_wrap_alike(seed, tick, actor):
    assert int(kernels.draw(np.uint64(seed), 0, tick, actor, 0)) == rng.draw(seed, 0, tick, actor, 0)


@given(seeds, ticks, st.integers(0, 4))
def test_each_part_of_the_key_matters(seed, tick, part):
    key = [seed, 3, tick, 5, 7]
    other = [value ^ (i == part) for i, value in enumerate(key)]
    assert rng.draw(*key) != rng.draw(*other)


def chi_square(counts: list[int]) -> float:
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 / even for count in counts)


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
@pytest.mark.parametrize("along", [0, 2, 3, 4])
def test_faces_are_even_whichever_part_of_the_key_runs(sides, along):
    runs, free, total = 16, sides - 1, 0.0
    for run in range(runs):
        counts = [0] * sides
        for n in range(20 * sides):
            key = [1000 * run, Stream.TEST, run, 0, 0]
            key[along] += n
            counts[rng.die(sides, *key) - 1] += 1
        total += chi_square(counts)
    assert abs(total - runs * free) < 4 * (2 * runs * free) ** 0.5  # four deviations; the keys are fixed


def test_neighbouring_draws_do_not_lean_on_each_other():
    counts = [0] * 36
    for n in range(7200):
        counts[6 * rng.below(6, 5, Stream.TEST, n, 0, 0) + rng.below(6, 5, Stream.TEST, n, 1, 0)] += 1
    assert chi_square(counts) < 35 + 4 * 70**0.5


def test_about_half_of_all_bits_turn_with_one_bit_of_the_key():
    turned = 0
    for bit in range(64):
        turned += (rng.draw(1 << bit, 0, 0, 0, 0) ^ rng.draw(0, 0, 0, 0, 0)).bit_count()
    assert abs(turned - 2048) < 4 * 32  # four deviations of 4,096 coins


@given(seeds, ticks, ticks, st.integers(1, 2**32))
def test_keyed_dice_take_one_draw_after_another(seed, tick, actor, sides):
    dice = KeyedDice(seed, Stream.LOOK, tick, actor)
    key = (seed, int(Stream.LOOK), tick, actor)
    assert dice.roll(sides) == rng.die(sides, *key, 0)
    assert dice.below(sides) == rng.below(sides, *key, 1)
    assert dice.percent(30) == (rng.below(100, *key, 2) < 30)
    assert dice.thrown == 3
    assert dice.key == key


def test_percent_ends():
    dice = KeyedDice(9, Stream.TEST)
    assert not any(dice.percent(0) for _ in range(300))
    assert all(dice.percent(100) for _ in range(300))


def test_streams_are_numbered_once():
    assert len({int(stream) for stream in Stream.__members__.values()}) == len(Stream.__members__)


def test_scripted_dice_fall_as_written():
    dice = ScriptedDice([(20, 12), (6, 0), (100, 29), (100, 30)])
    assert dice.roll(20) == 12
    assert dice.below(6) == 0
    assert dice.percent(30)
    assert not dice.percent(30)
    dice.done()


def test_scripted_dice_refuse_the_wrong_die():
    dice = ScriptedDice([(20, 12), (6, 1)])
    dice.roll(20)
    with pytest.raises(AssertionError, match=r"throw 1: a die of 8, the script has one of 6"):
        dice.roll(8)


def test_scripted_dice_refuse_one_throw_too_many():
    dice = ScriptedDice([(6, 3)])
    dice.roll(6)
    with pytest.raises(AssertionError, match=r"a die of 6 was thrown, but the script is over"):
        dice.roll(6)


def test_scripted_dice_tell_of_dice_left_over():
    dice = ScriptedDice([(6, 3), (6, 4)])
    dice.roll(6)
    with pytest.raises(AssertionError, match=r"1 scripted dice were not thrown"):
        dice.done()
