"""The contagion calendar against the exact course, and dice that are told one by one."""

from fractions import Fraction

import pytest

from meikyu.books import toolbox


def calendar(**inputs):
    return toolbox.ask("contagion.calendar", **inputs)["value"]


@pytest.mark.parametrize(("contagion", "con_save"), [("sewer_plague", 0), ("sewer_plague", 3)])
def test_calendars_end_as_often_as_the_exact_course_says(contagion, con_save):
    runs = 3000
    ends = [calendar(contagion=contagion, con_save=con_save, days=366, seed=s)["state"] for s in range(runs)]
    exact = Fraction(
        toolbox.ask("contagion.odds", contagion=contagion, con_save=con_save)["value"]["p_cured"]["fraction"]
    )
    spread = (exact * (1 - exact) / runs) ** 0.5
    assert set(ends) <= {"cured", "dead"}
    assert abs(ends.count("cured") / runs - exact) < 4 * spread


def test_the_fevers_length_is_the_exact_one_when_incubation_is_shortest():
    runs, save = 3000, 2
    days = [
        calendar(
            contagion="cackle_fever",
            con_save=save,
            days=366,
            seed=s,
            by_hand=[{"day": 0, "die": 1}, {"day": 1, "die": 1}],
        )["days"][-1]["day"]
        - 1
        for s in range(runs)
    ]
    exact = toolbox.ask("contagion.odds", contagion="cackle_fever", con_save=save)["value"]["expected_days"]
    mean = sum(days) / runs
    spread = (sum((d - mean) ** 2 for d in days) / runs / runs) ** 0.5
    assert abs(mean - exact["value"]) < 4 * spread


def test_more_days_leave_the_earlier_ones_as_they_were():
    short = calendar(contagion="sewer_plague", con_save=2, days=3, seed=11)
    long = calendar(contagion="sewer_plague", con_save=2, days=8, seed=11)
    assert long["days"][: len(short["days"])] == short["days"]


def test_every_die_of_a_trap_is_told():
    answer = toolbox.ask("trap.roll", trap="collapsing_roof", tier="5-10", saves=[5, -1], seed=3)
    for member in answer["value"]["members"]:
        (sides, face), *rest = member["dice"]
        assert (sides, face) == (20, member["die"])
        assert [s for s, _ in rest] == [10] * 4
        rolled = sum(f for _, f in rest)
        assert member["damage"] == (rolled // 2 if member["saved"] else rolled)
