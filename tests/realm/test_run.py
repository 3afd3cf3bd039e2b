"""Headless runs: a day passes, told in a summary, the same for the same seed."""

import pytest

from meikyu.errors import InputError
from meikyu.realm import run


def test_a_day_is_told() -> None:
    told: list[tuple[int, int]] = []
    summary = run.run(
        3, 1, "hunting_grounds", 48, 48, progress=lambda done, whole: told.append((done, whole))
    )
    assert summary["ticks"] == 14_400 == told[-1][0] == told[-1][1]
    assert summary["minions"] == 6
    assert summary["stock"]["wood"] > 0
    assert summary["events"]["wish_eased"] == 1
    assert 0 <= summary["lowest"]["food"] < 100
    assert run.run(3, 1, "hunting_grounds", 48, 48)["digest"] == summary["digest"]


def test_bad_options_are_named() -> None:
    with pytest.raises(InputError, match="width"):
        run.run(1, 1, width=1)
