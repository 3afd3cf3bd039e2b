"""The keep's formulas on whole numbers compile as they stand and give the same when compiled."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import keep
from meikyu.core.kernels import jit

P = keep.BOOK.params()
BARS = st.integers(0, 60_000)
BIT = st.integers(0, 1)
CELLS = st.integers(-60, 60)

FORMULAS = {
    "after_tick": (keep.needs.after_tick, P.need, (st.integers(0, 2), BARS, BIT)),
    "is_pressing": (keep.needs.is_pressing, P.need, (BARS,)),
    "first_need": (keep.needs.first_need, P.need, (BARS, BARS, BARS)),
    "breaks_off": (keep.needs.breaks_off, P.need, (BARS, BIT, BIT)),
    "after_sleep_tick": (keep.needs.after_sleep_tick, P.need, (BARS, BIT)),
    "after_idle_tick": (keep.needs.after_idle_tick, P.need, (BARS, st.integers(0, 40))),
    "speed_percent": (keep.ground.speed_percent, P.sim, (st.integers(-1, 30), BIT, BIT, BIT)),
    "fumble_percent": (keep.ground.fumble_percent, P.sim, (st.integers(-1, 30), BIT, BIT)),
    "work_after_fumble": (
        keep.ground.work_after_fumble,
        P.sim,
        (st.integers(0, 10**6), st.integers(0, 10**6)),
    ),
    "search_score": (keep.jobs.search_score, P.job, (st.integers(0, 10**5), st.integers(0, 10**5))),
    "sight_range": (keep.sight.sight_range, P.sight, (st.integers(0, 10), BIT)),
    "fog_level": (keep.sight.fog_level, P.sight, (BIT, st.integers(0, 10**6), BIT, st.integers(1, 1000))),
    "holds_up": (keep.roof.holds_up, P.roof, (CELLS, CELLS)),
    "crack_count": (keep.roof.crack_count, P.roof, (st.integers(0, 300_000),)),
    "qualifies": (keep.roof.qualifies, P.roof, (st.integers(0, 36),)),
}


@pytest.mark.parametrize("name", FORMULAS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_compiled_equals_plain(name, data):
    formula, p, kinds = FORMULAS[name]
    arguments = [data.draw(kind) for kind in kinds]
    assert compiled(name)(p, *arguments) == formula(p, *arguments)


def compiled(name, made={}):  # noqa: B006  one compilation a formula
    if name not in made:
        made[name] = jit(FORMULAS[name][0])
    return made[name]
