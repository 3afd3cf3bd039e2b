"""The toolbox's public questions against plain readings of the rules, from the tables as they are printed."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import toolbox
from meikyu.books.toolbox import ask
from meikyu.errors import InputError

TABLES = Path(toolbox.__file__).parent / "tables"
ROWS = csv.DictReader((TABLES / "monsters.csv").read_text(encoding="utf-8").splitlines())
CREATURES = {row["name_en"]: row for row in ROWS}
PHYSICAL = {"Bludgeoning", "Piercing", "Slashing"}
ENERGY = {"Acid", "Cold", "Fire", "Force", "Lightning", "Necrotic", "Poison", "Psychic", "Radiant", "Thunder"}
DAMAGE = PHYSICAL | ENERGY
SHARES = {1: (50, 75, 100), 2: (100, 150, 200), 4: (250, 375, 500), 5: (500, 750, 1100)}
SHARES |= {11: (1900, 2900, 4100), 17: (4500, 7200, 11700), 20: (6400, 13200, 22000)}

groups = st.lists(st.tuples(st.sampled_from(sorted(CREATURES)), st.integers(1, 9)), max_size=5)


def is_unusual(row):
    """Whether a creature flies, shrugs damage off, is legendary or has a lair, by its printed row."""
    immune = {word for part in row["immunities"].split(";") for word in part.strip().split(", ")}
    telling = (row["fly_ft"], row["resistances"], row["xp_lair"], immune & DAMAGE)
    return row["legendary"] == "yes" or any(telling)


def judged(levels, group):
    """The judgement of an encounter, read sentence by sentence from the rules."""
    low, moderate, high = (sum(SHARES[level][i] for level in levels) for i in range(3))
    rows = {name: CREATURES[name] for name, _ in group}
    xp = sum(int(rows[name]["xp"]) * n for name, n in group)
    ceilings = [("none", 0), ("low", low), ("moderate", moderate), ("high", high)]
    label = next((name for name, ceiling in ceilings if xp <= ceiling), "beyond_high")
    level, spare = min(levels), sum(n for _, n in group) - 2 * len(levels)
    frail = 7 if level < 5 else 22 if level < 11 else 45 if level < 17 else 90
    fragile = sum(n for name, n in group if int(rows[name]["hp"]) <= frail)
    small = sum(n for name, n in group if rows[name]["cr"] == "0")
    above = [row for row in rows.values() if Fraction(row["cr"]) > level]
    said = [
        ("many_creatures", "strong" if level <= 2 else "warning", spare > 0 and fragile < spare),
        ("cr0_creatures", "warning", small > 2 or any(row["xp"] == "0" for row in rows.values())),
        ("mix_kinds", "hint", len(rows) == 1),
        ("three_stat_blocks", "note", len(rows) == 3),
        ("too_many_stat_blocks", "warning", len(rows) > 3),
        ("powerful_creature", "warning", bool(above)),
        ("unusual_feature", "warning", any(map(is_unusual, above))),
    ]
    warnings = [{"code": code, "level": weight} for code, weight, raised in said if raised]
    budget = {"low": low, "moderate": moderate, "high": high}
    return {"budget": budget, "xp": xp, "label": label, "warnings": warnings}


@given(st.lists(st.sampled_from(sorted(SHARES)), min_size=1, max_size=6), groups)
@settings(max_examples=200, deadline=None)
def test_encounters_are_judged_as_the_rules_say(levels, group):
    told = ask("encounter.judge", levels=levels, monsters=[list(pair) for pair in group])
    assert told["value"] == judged(levels, group)


@pytest.mark.parametrize("con_save", [-6, -5, -1, 0, 3, 6, 13])
@pytest.mark.parametrize("level", [1, 2, 5])
def test_a_fever_ends_as_its_saves_say(con_save, level):
    states, ended = {(level, 0): Fraction(1)}, {}
    for day in range(1, 31):
        after = {}
        for (tired, made), share in states.items():
            success = min(max(Fraction(21 + con_save - 2 * tired - 13, 20), Fraction(0)), Fraction(1))
            for more, weight in ((1, share * success), (0, share * (1 - success))):
                if made + more == 3:
                    ended[day] = ended.get(day, 0) + weight
                else:
                    key = (max(1, tired - 1), made + more)
                    after[key] = after.get(key, 0) + weight
        states = after
    value = ask("contagion.odds", contagion="cackle_fever", con_save=con_save, level=level)["value"]
    got = {int(day): Fraction(row["cured"]["fraction"]) for day, row in value["by_day"].items()}
    assert got == {day: share for day, share in ended.items() if share}
    assert (value["expected_days"] is None) == (con_save <= -6)
    assert value["p_dead"]["fraction"] == "0"


def test_a_field_of_another_hazard_is_refused_as_it_was_given():
    with pytest.raises(InputError) as caught:
        ask("hazard.odds", hazard="frigid_water", con_save=3, hours=1, con_score=10)
    assert (caught.value.kind, caught.value.field) == ("unknown_field", "hours")
    assert repr(caught.value.got) == "1"


@pytest.mark.parametrize(
    ("hours", "said"), [(8, "no saves"), (9, "1 save, DC 11"), (10, "2 saves, DC 11, 12")]
)
def test_saves_of_a_march_are_counted_in_words(hours, said):
    assert ask("travel.march", hours=hours, con_saves=[0])["because"][0]["text"] == said
