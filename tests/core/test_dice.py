"""Dice notation: what is read, what is refused and where, how dice fall."""

import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests import strategies

from meikyu.core.dice import (
    LIMITS,
    Binary,
    Die,
    Extreme,
    Keep,
    Limits,
    Minus,
    Number,
    Pool,
    parse,
    range_of,
    roll,
    show,
)
from meikyu.core.rng import KeyedDice, ScriptedDice, Stream
from meikyu.errors import NotationError

FULL = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("7", Number(7)),
        ("d20", Pool(1, 20)),
        ("2d6", Pool(2, 6)),
        ("d%", Pool(1, 100)),
        ("3D%", Pool(3, 100)),
        ("2d20kh", Pool(2, 20, keep=Keep("kh", 1))),
        ("2d20kl1", Pool(2, 20, keep=Keep("kl", 1))),
        ("4d6dl", Pool(4, 6, keep=Keep("kh", 3))),
        ("4d6dh3", Pool(4, 6, keep=Keep("kl", 1))),
        ("d6dl0", Pool(1, 6, keep=Keep("kh", 1))),
        ("d6!", Pool(1, 6, explode=10)),
        ("d6!3", Pool(1, 6, explode=3)),
        ("2d6r<=2", Pool(2, 6, reroll=2)),
        ("3d6r≦1!2kl2", Pool(3, 6, 1, 2, Keep("kl", 2))),
        ("1-2-3", Binary(Binary(Number(1), "-", Number(2)), "-", Number(3))),
        ("1+2*3", Binary(Number(1), "+", Binary(Number(2), "*", Number(3)))),
        ("(1+2)*3", Binary(Binary(Number(1), "+", Number(2)), "*", Number(3))),
        ("-2*3", Binary(Minus(Number(2)), "*", Number(3))),
        ("--d6", Minus(Minus(Pool(1, 6)))),
        ("d6//2", Binary(Pool(1, 6), "//", Number(2))),
        ("1+1>=2", Binary(Binary(Number(1), "+", Number(1)), ">=", Number(2))),
        ("(1<2)==1", Binary(Binary(Number(1), "<", Number(2)), "==", Number(1))),
        ("min(d6,d8,3)", Extreme("min", (Pool(1, 6), Pool(1, 8), Number(3)))),
        ("max(1, 2)", Extreme("max", (Number(1), Number(2)))),
        (" 2 d 6\t+ 3\n", Binary(Pool(2, 6), "+", Number(3))),
        ("２ｄ６＋３", Binary(Pool(2, 6), "+", Number(3))),
        ("２Ｄ２０ＫＨ１　≧　１５", Binary(Pool(2, 20, keep=Keep("kh", 1)), ">=", Number(15))),
        ("（ｄ％）＊２－１", Binary(Binary(Pool(1, 100), "*", Number(2)), "-", Number(1))),
        ("2×3−1", Binary(Binary(Number(2), "*", Number(3)), "-", Number(1))),
        ("ｍａｘ（１、２）", Extreme("max", (Number(1), Number(2)))),
    ],
)
def test_reads(text, expr):
    assert parse(text) == expr
    assert parse(show(expr)) == expr


@given(strategies.exprs(size=8))
def test_shown_text_reads_back(expr):
    assert parse(show(expr)) == expr


@given(strategies.exprs(), st.data())
def test_blanks_capitals_and_full_width_mean_the_same(expr, data):
    text = show(expr)
    wide = "".join(data.draw(st.sampled_from([c, c.upper(), c.translate(FULL)])) for c in text)
    assert parse(wide) == expr
    spaced = wide.replace("+", " +\u3000").replace("(", "( ")
    assume(len(spaced) <= LIMITS.length)
    assert parse(spaced) == expr


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "- min max d a number ("),
        ("   ", 3, "- min max d a number ("),
        ("2d", 2, "% a number"),
        ("(1+2", 4, ")"),
        ("1+", 2, "- min max d a number ("),
        ("2d6)", 3, "the end"),
        ("2d6kh1!", 6, "the end"),
        ("abc", 0, "- min max d a number ("),
        ("d6/2", 2, "//"),
        ("d6=3", 2, "=="),
        ("1<d6<5", 4, "the end"),
        ("min(1)", 5, ","),
        ("2d6 3", 4, "+ - * //"),
        ("２ｄ６？", 3, "kh kl dh dl"),
        ("2d6²", 3, "r<="),
        ("d6\x00", 2, "!"),
        ("d-6", 1, "% a number"),
        ("+3", 0, "- min max d a number ("),
    ],
)
def test_unreadable_text_tells_where_and_what_is_expected(text, position, expected):
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert error.position == position
    assert expected in error.say("en")
    assert f"character {position + 1}" in error.say("en")
    assert expected.replace("a number", "数").replace("the end", "文末") in error.say("ja")
    assert f"{position + 1}文字目" in error.say("ja")


def test_the_offending_sign_is_quoted():
    with pytest.raises(NotationError, match=r"'kh'"):
        parse("2d6+kh")
    with pytest.raises(NotationError, match=r"U\+0007"):
        parse("2d6\a")


@pytest.mark.parametrize(
    ("text", "position", "got", "limit"),
    [
        ("0d6", 0, "0", "1,000"),
        ("1001d6", 0, "1,001", "1,000"),
        ("999d6+d6+2d4", 9, "1,002", "1,000"),
        ("1000d6+d6", 7, "1,001", "1,000"),
        ("d0", 1, "0", "10,000"),
        ("2d10001", 2, "10,001", "10,000"),
        ("4d6kh5", 5, "5", "4"),
        ("4d6kh0", 5, "0", "4"),
        ("4d6dl4", 5, "4", "3"),
        ("d20dl", 3, "1", "0"),
        ("d6r<=6", 5, "6", "5"),
        ("d6!21", 3, "21", "20"),
        ("1000000000001", 0, "1,000,000,000,001", "1,000,000,000,000"),
        ("9" * 100, 0, "9,999,999,999,999,99...", "1,000,000,000,000"),
        ("1000001*1000000", 7, "1,000,001,000,000", "1,000,000,000,000"),
        ("-1000001*1000000", 8, "-1,000,001,000,000", "1,000,000,000,000"),
        ("(" * 31 + "1" + ")" * 31, 30, "31", "30"),
        ("1" + "+1" * 100, 200, "201", "200"),
    ],
)
def test_past_a_limit_is_refused_with_limit_and_place(text, position, got, limit):
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert error.position == position
    assert f"to {limit}, got {got} (character {position + 1})" in error.say("en")
    assert f"から{limit}までです。受け取った値：{got}（{position + 1}文字目）" in error.say("ja")


@pytest.mark.parametrize(
    ("text", "position", "low", "high"),
    [("1//0", 1, 0, 0), ("2d6//(d6-3)", 3, -2, 3), ("1//(d4-4)", 1, -3, 0)],
)
def test_a_divisor_that_may_be_zero_is_refused(text, position, low, high):
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert error.position == position
    assert f"from {low} to {high} (character {position + 1})" in error.say("en")
    assert f"{low}から{high}の値になります（{position + 1}文字目）" in error.say("ja")


@pytest.mark.parametrize(
    "text",
    ["1000d10000", "999d6+d6", "1000d6!20", "4d6kh4", "4d6dl3", "d6r<=5", "1000000*1000000",
     "(" * 30 + "1" + ")" * 30, "-" * 199 + "1", "1" + "+1" * 99, "1//d6", "1//(d6-7)", "d1"],
)  # fmt: skip
def test_at_a_limit_is_read(text):
    expr = parse(text)
    assert parse(show(expr)) == expr


def test_limits_can_be_set_lower():
    assert parse("10d6", Limits(dice=10)) == Pool(10, 6)
    with pytest.raises(NotationError):
        parse("11d6", Limits(dice=10))


@given(st.text(alphabet="0123456789dkhlr!<>=+-*/%(),minax ２ｄ≧　é", max_size=30))
def test_any_text_is_read_or_refused_inside_itself(text):
    try:
        shown = show(parse(text))
    except NotationError as error:
        said = error
    else:
        assert show(parse(shown)) == shown
        return
    assert 0 <= said.position <= len(text)
    assert f"haracter {said.position + 1}" in said.say("en")
    assert f"{said.position + 1}文字目" in said.say("ja")


def test_a_kept_die_counts_and_the_others_are_shown():
    got = roll(parse("4d6kh3+2"), ScriptedDice([(6, 2), (6, 5), (6, 2), (6, 6)]))
    assert got.total == 15
    (thrown,) = got.pools
    assert thrown.total == 13
    assert thrown.pool == Pool(4, 6, keep=Keep("kh", 3))
    assert thrown.dice == (Die((2,), 2, True), Die((5,), 5, True), Die((2,), 2, False), Die((6,), 6, True))


def test_keep_lowest_counts_the_lowest():
    got = roll(parse("3d20kl1"), ScriptedDice([(20, 9), (20, 4), (20, 4)]))
    assert got.total == 4
    assert [die.kept for die in got.pools[0].dice] == [False, True, False]


def test_reroll_happens_once_and_the_second_stands():
    dice = ScriptedDice([(6, 2), (6, 1), (6, 3)])
    got = roll(parse("2d6r<=2"), dice)
    assert got.pools[0].dice == (Die((2, 1), 1, True), Die((3,), 3, True))
    assert got.total == 4
    dice.done()


def test_explosions_add_up_to_the_bound_and_are_not_thrown_again():
    dice = ScriptedDice([(6, 1), (6, 6), (6, 6), (6, 6), (6, 5), (6, 6), (6, 1)])
    got = roll(parse("3d6r<=1!2kh2"), dice)
    assert got.pools[0].dice == (Die((1, 6, 6, 6), 18, True), Die((5,), 5, False), Die((6, 1), 7, True))
    assert got.total == 25
    dice.done()


def test_pools_fall_from_left_to_right_each_on_its_own():
    dice = ScriptedDice([(4, 1), (6, 2), (8, 3), (4, 4)])
    got = roll(parse("d4+max(d6,d8)*d4"), dice)
    assert got.total == 1 + 3 * 4
    assert [thrown.total for thrown in got.pools] == [1, 2, 3, 4]
    dice.done()


@pytest.mark.parametrize(
    ("text", "total"),
    [("7//2", 3), ("-7//2", -4), ("7//-2", -4), ("2>=2", 1), ("2>2", 0), ("2<=1", 0), ("1<2", 1), ("3==3", 1),
     ("3==4", 0), ("min(3,1,2)", 1), ("max(3,1,2)", 3), ("10-2-3", 5), ("-(1-3)", 2), ("2+3*4", 14)],
)  # fmt: skip
def test_sums_without_dice(text, total):
    assert roll(parse(text), ScriptedDice([])).total == total
    assert range_of(parse(text)) == (total, total)


@given(strategies.exprs(), strategies.seeds)
def test_a_throw_stays_in_range_and_repeats(expr, seed):
    got = roll(expr, KeyedDice(seed, Stream.TEST))
    low, high = range_of(expr)
    assert low <= got.total <= high
    assert got == roll(expr, KeyedDice(seed, Stream.TEST))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("2d6+3", 5, 15), ("4d6kh3", 3, 18), ("2d6!3", 2, 48), ("d1!4", 5, 5), ("d6-d4", -3, 5),
     ("-d6*2", -12, -2), ("(d6-3)*(d4-2)", -4, 6), ("d6//(d4+1)", 0, 3), ("min(d6,4)", 1, 4),
     ("max(d6,4)", 4, 6), ("d6>=7", 0, 0), ("d6>=1", 1, 1), ("d6==7", 0, 0), ("d1==1", 1, 1),
     ("d6==3", 0, 1)],
)  # fmt: skip
def test_range(text, low, high):
    assert range_of(parse(text)) == (low, high)


def test_importing_takes_in_nothing_heavy():
    code = "import sys, meikyu.core.chains; print(*{'lark', 'icepool', 'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
