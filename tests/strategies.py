"""Hypothesis strategies shared by the tests: seeds, dice expressions, fractions."""

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

from meikyu.core import dice

# The first call of a compiled function compiles it, and CI machines stall: no example is late here.
settings.register_profile("meikyu", deadline=None)
settings.load_profile("meikyu")

seeds = st.integers(0, 2**64 - 1)
ticks = st.integers(0, 2**63 - 1)
chances = st.builds(
    lambda whole, part: Fraction(part % (whole + 1), whole), st.integers(1, 40), st.integers(0, 40)
)


@st.composite
def pools(draw: st.DrawFn, size: int = 3, sides: int = 6, explode: int = 2) -> dice.Pool:
    """Few dice with few sides, small enough to count out every way they can fall."""
    n = draw(st.integers(1, size))
    faces = draw(st.integers(1, sides))
    again = draw(st.sampled_from([0, 0, draw(st.integers(0, faces - 1))]))
    more = draw(st.sampled_from([0, 0, draw(st.integers(0, explode))]))
    keep = draw(st.none() | st.builds(dice.Keep, st.sampled_from(["kh", "kl"]), st.integers(1, n)))
    return dice.Pool(n, faces, again, more, keep)


def _grow(inner: st.SearchStrategy[dice.Expr]) -> st.SearchStrategy[dice.Expr]:
    signs = st.sampled_from(["+", "-", "*", ">=", "<=", ">", "<", "=="])
    divisors = st.builds(dice.Number, st.integers(1, 5)) | pools(size=1, explode=1)
    return (
        st.builds(dice.Minus, inner)
        | st.builds(dice.Binary, inner, signs, inner)
        | st.builds(dice.Binary, inner, st.just("//"), divisors | st.builds(dice.Minus, divisors))
        | st.builds(
            dice.Extreme, st.sampled_from(["min", "max"]), st.lists(inner, min_size=2, max_size=3).map(tuple)
        )
    )


def exprs(leaves: st.SearchStrategy[dice.Pool] | None = None, size: int = 5) -> st.SearchStrategy[dice.Expr]:
    """Dice expressions of about `size` values, whose text stays inside the limits of notation."""
    leaf = st.builds(dice.Number, st.integers(0, 20)) | (pools() if leaves is None else leaves)
    return st.recursive(leaf, _grow, max_leaves=size).filter(lambda expr: len(dice.show(expr)) <= 200)
