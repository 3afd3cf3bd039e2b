"""The toolbox's questions on journeys and courses: names, bad input, houses, and what asking imports."""

import re
import subprocess
import sys

import pytest

from meikyu.books.toolbox import BOOK, ask, background, contagion, equipment, poisons, terrain, travel
from meikyu.books.toolbox.naming import code_of
from meikyu.core.asking import answer
from meikyu.core.params import House
from meikyu.errors import InputError

REGISTERS = {
    "terrains": terrain.register,
    "vehicles": travel.register,
    "contagions": contagion.register,
    "poisons": poisons.register,
    "items": equipment.register,
    "skills": lambda: background.register("skills"),
    "feats": lambda: background.register("feats"),
}
PACKED = {
    "abilities": ["str", "dex", "con"],
    "feat": "Alert",
    "skills": ["athletics", "survival"],
    "tool": "Herbalism Kit",
    "equipment": [["Spear", 1]],
}


@pytest.mark.parametrize("kind", REGISTERS)
def test_everything_is_found_by_each_of_its_names(kind):
    register = REGISTERS[kind]()
    assert register.names
    for code, name in register.names.items():
        assert register.find(code) == code
        assert register.find(name.en) == code
        assert register.find(name.ja) == code
        assert register.find(name.en.upper()) == code
        literal = re.sub(r"[^a-z]", "_", name.en.lower().replace("'", ""))
        assert register.find(literal) == code
        assert re.search(r"[ぁ-んァ-ヶー一-龥]", name.ja)


def test_near_names_are_offered_in_both_languages():
    with pytest.raises(InputError) as caught:
        ask("poison.odds", poison="wivern poison", con_save=0)
    assert "Wyvern Poison" in caught.value.text.en
    assert "ワイヴァーンの毒" in caught.value.text.ja


def test_codes():
    assert code_of("Assassin's Blood") == "assassins_blood"
    assert code_of("Spikes, Iron") == "spikes_iron"
    assert code_of("  ") == ""


@pytest.mark.parametrize(
    ("question", "given", "kind", "field"),
    [
        ("travel.pace", {"terrain": ""}, "not_allowed", "terrain"),
        ("travel.pace", {"terrain": "forest", "road": True}, "unknown_field", "road"),
        ("travel.pace", {}, "missing_field", "terrain"),
        ("travel.distance", {"hours": -1, "pace": "fast"}, "out_of_range", "hours"),
        ("travel.distance", {"hours": 1, "pace": "gallop"}, "not_allowed", "pace"),
        ("travel.distance", {"days": 1.5, "pace": "fast"}, "wrong_type", "days"),
        ("travel.distance", {"hours": 1, "speed": 60}, "missing_field", "pace"),
        ("travel.distance", {"days": 1, "vehicle": "galley"}, "not_allowed", "days"),
        ("travel.distance", {"hours": 1, "vehicle": "galley", "speed": 30}, "not_allowed", "speed"),
        ("travel.distance", {"hours": 1, "vehicle": "balloon"}, "not_allowed", "vehicle"),
        ("travel.march", {"hours": 9, "con_saves": []}, "out_of_range", "con_saves"),
        ("travel.march", {"hours": 10**9, "con_saves": [0]}, "out_of_range", "hours"),
        ("travel.march", {"hours": 9, "con_saves": [0, "x"]}, "wrong_type", "con_saves[1]"),
        ("hazard.odds", {"hazard": "lava", "hours": 1, "con_save": 0}, "not_allowed", "hazard"),
        ("hazard.odds", {"hazard": "deep_water", "con_save": 0}, "missing_field", "hours"),
        ("hazard.odds", {"hazard": "deep_water", "hours": 1}, "missing_field", "con_save"),
        ("hazard.odds", {"hazard": "thin_ice"}, "missing_field", "weight"),
        ("hazard.odds", {"hazard": "thin_ice", "weight": 1, "con_save": 0}, "unknown_field", "con_save"),
        (
            "hazard.odds",
            {"hazard": "frigid_water", "minutes": 9, "con_score": 0, "con_save": 0},
            "out_of_range",
            "con_score",
        ),
        ("contagion.odds", {"contagion": "sight_rot", "con_save": 0}, "not_allowed", "contagion"),
        ("contagion.odds", {"contagion": "flu", "con_save": 0}, "not_allowed", "contagion"),
        ("contagion.odds", {"contagion": "sewer_plague", "con_save": 0, "level": 6}, "out_of_range", "level"),
        ("poison.odds", {"poison": "", "con_save": 0}, "not_allowed", "poison"),
        ("background.check", PACKED | {"equipment": [["Rope", 10**9]]}, "out_of_range", "equipment[0][1]"),
        ("background.check", PACKED | {"skills": "stealth"}, "wrong_type", "skills"),
    ],
)
def test_bad_input_is_named(question, given, kind, field):
    with pytest.raises(InputError) as caught:
        ask(question, **given)
    assert (caught.value.kind, caught.value.field) == (kind, field)
    assert re.search(r"[ぁ-んァ-ヶ一-龥]", caught.value.text.ja)
    assert caught.value.text.en


def test_a_house_changes_a_contagion_and_says_so():
    house = House("hard", {"toolbox.sewer_plague.dc": 13}, {})
    told = answer(
        BOOK, "contagion.odds", {"contagion": "sewer_plague", "con_save": 0, "within_days": 1}, house=house
    )
    assert told["value"]["p_cured"]["fraction"] == "3/10"
    assert told["house"]["changes"][0]["key"] == "toolbox.sewer_plague.dc"


def test_a_house_may_add_an_origin_feat():
    feats = (*BOOK.params().background.origin_feats, "lantern_bearer")
    house = House("lamps", {"toolbox.background.origin_feats": feats}, {})
    given = PACKED | {"feat": "Lantern Bearer"}
    assert not answer(BOOK, "background.check", given)["value"]["valid"]
    assert answer(BOOK, "background.check", given, house=house)["value"]["valid"]


def test_printed_backgrounds_but_for_their_dear_or_open_parts():
    for name in background.tables()["backgrounds"]:
        built = background.printed(name)
        reasons = {f.reason for f in background.faults(BOOK.params().background, built)}
        assert reasons <= ({"choose_variant"} if name == "soldier" else set())


@pytest.mark.parametrize(
    "name", [n for n in BOOK.questions if not n.startswith(("trap.", "encounter.", "search."))]
)
def test_asking_imports_nothing_heavy(name):
    script = (
        "import sys\n"
        "from meikyu.books.toolbox import BOOK, ask\n"
        f"ask({name!r}, **BOOK.questions[{name!r}].example)\n"
        "print(*sorted({'numpy', 'numba', 'icepool', 'lark', 'nicegui', 'sqlalchemy'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
