"""Every scenario case of the keep (src/meikyu/books/keep/cases/realm_*.toml); see scenario.py."""

import importlib.util
from pathlib import Path

import pytest

from meikyu.core import catalogue

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)


def scenarios():
    return [
        pytest.param(case, id=f"{file}: {case['name']}")
        for file, case in catalogue.cases("keep")
        if "scenario" in case
    ]


@pytest.mark.parametrize("case", scenarios())
def test_scenario(case):
    scenario.run(case)
