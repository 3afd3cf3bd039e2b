"""The desks of traps, illness, poison, hazards and backgrounds, and the session sheet, without a browser."""

import json
from fractions import Fraction

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from meikyu.books import toolbox
from meikyu.convert import markdown
from meikyu.web.pages import gm_desks

PARTY = [
    {"name": "Aldis", "dex": 5, "con": 2, "hp": 58, "perception": 2},
    {"name": "Bren", "dex": 1, "con": 4, "hp": 44, "perception": 5},
    {"name": "Ciel", "dex": 3, "con": 1, "hp": 38},
    {"name": "Dorr", "dex": -1, "hp": 31, "perception": 1},
]


@pytest.fixture(scope="module")
def client():
    app = FastAPI()
    gm_desks.attach(app)
    return TestClient(app)


def ask(client, desk, lang="en", **inputs):
    answer = client.post(f"/web/gm/{desk}?lang={lang}", content=json.dumps(inputs))
    assert answer.status_code == 200, answer.text
    return answer.json()


def fields(told):
    return [f["field"] for f in told["faults"]]


def test_the_collapsing_roof_as_it_is_drawn(client):
    told = ask(client, "traps", trap="collapsing_roof", tier="5-10", party=PARTY)
    assert [m["p_fail"]["fraction"] for m in told["members"]] == ["9/20", "13/20", "11/20", "3/4"]
    assert told["bars"][0]["p"]["fraction"] == "693/32000"
    assert told["mean"] == pytest.approx(2.4)
    assert told["together"]["fraction"] == "391/400"
    assert any("11–16" in w["text"] and "Dorr" in w["text"] for w in told["warnings"])
    assert sum(float(b["p"]["value"]) for b in told["bars"]) == pytest.approx(1)


def test_a_level_picks_the_tier_and_the_rolling_stone_warns(client):
    told = ask(client, "traps", trap="rolling_stone", level=7, party=PARTY)
    assert told["tier"] == "5-10"
    assert told["card"]["severity"] is None
    assert told["warnings"][0]["rule"] == "SRD-TRP-08"


def test_without_a_party_the_odds_stand_for_each_bonus(client):
    told = ask(client, "traps", party=[])
    by_bonus = {b["bonus"]: b["p_fail"]["fraction"] for b in told["bonuses"]}
    assert by_bonus[0] == "3/5"
    assert by_bonus[2] == "1/2"
    assert "members" not in told


def test_all_faults_of_a_party_are_told_at_once_in_the_readers_language(client):
    party = [{"dex": 99, "hp": 0}, {"dex": 0, "hp": 9999}]
    told = ask(client, "traps", "ja", level=44, party=party)
    assert fields(told) == ["level", "party[0].dex", "party[0].hp", "party[1].hp"]
    assert all("範囲の外" in f["text"] for f in told["faults"])


def test_the_same_seed_rolls_the_same_and_keeps_every_die(client):
    one = ask(client, "traps", trap="poisoned_darts", tier="5-10", party=PARTY, seed=7)["roll"]["rows"]
    two = ask(client, "traps", "ja", trap="poisoned_darts", tier="5-10", party=PARTY, seed=7)["roll"]["rows"]
    assert [r["dice"] for r in one] == [r["dice"] for r in two]
    for row in one:
        darts = [face for sides, face in row["rest"] if sides == 6]
        assert sum(darts) == row["damage"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_trap_has_a_card_at_every_tier(client, lang):
    for trap in ask(client, "traps", lang)["traps"]:
        for tier in ("1-4", "5-10", "11-16", "17-20"):
            told = ask(client, "traps", lang, trap=trap["code"], tier=tier, party=PARTY)
            assert told["trap"] == trap["code"]
            assert told["card"]["aloud"]
            assert told["sheet"]["attribution"] == toolbox.attribution().say(lang)


def test_a_plague_set_by_hand(client):
    hand = [{"day": 0, "die": 1}, {"day": 2, "die": 1}, {"day": 3, "die": 20}]
    told = ask(client, "contagions", contagion="sewer_plague", con_save=2, start=10, days=3, by_hand=hand)
    days = [(d["date"], d["state"], d["level"]) for d in told["days"]]
    assert days == [
        (10, "incubating", 0),
        (11, "symptomatic", 1),
        (12, "symptomatic", 2),
        (13, "symptomatic", 1),
    ]
    assert all(s["by_hand"] for d in told["days"] for s in d["saves"])


def test_the_course_of_a_plague_is_exact(client):
    told = ask(client, "contagions", contagion="sewer_plague", con_save=0)
    odds = told["odds"]
    assert odds["p_cured"]["fraction"] == "65/128"
    assert odds["expected_days"]["fraction"] == "249/64"
    for row in odds["rows"]:
        assert row["cured"]["value"] + row["dead"]["value"] + row["ill"]["value"] == pytest.approx(1)


def test_three_doses_end_sight_rot_and_overlaps_are_told(client):
    told = ask(client, "contagions", contagion="sight_rot", days=3, doses=[0, 24, 48])
    assert [d["state"] for d in told["days"]] == ["suppressed", "suppressed", "suppressed", "cured"]
    assert ask(client, "contagions", contagion="sight_rot", days=3, doses=[0, 12])["wasted"] == 1


def test_gnomes_and_beasts_do_not_catch_the_fever(client):
    assert not ask(client, "contagions", contagion="cackle_fever", gnome=True)["catches"]
    assert not ask(client, "contagions", contagion="cackle_fever", creature="beast")["catches"]
    assert ask(client, "contagions", contagion="sight_rot", creature="beast")["catches"]


def test_faults_of_a_calendar_are_told_at_once(client):
    told = ask(client, "contagions", con_save=500, days=-2, by_hand=[{"day": 1, "die": 99}])
    assert fields(told) == ["con_save", "days", "by_hand[1]"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_poison_has_a_card_without_codes_in_it(client, lang):
    listed = ask(client, "poisons", lang)["poisons"]
    assert len(listed) == 14
    for row in listed:
        card = ask(client, "poisons", lang, poison=row["code"], party=PARTY)["card"]
        told = " ".join(r["text"] for r in card["rows"])
        assert "_" not in told
        assert "None" not in told


def test_buying_and_harvesting(client):
    told = ask(client, "poisons", poison="serpent_venom", nature=2, proficiency=2, kit=True, skill=True)
    assert (told["buy"]["gp"], told["buy"]["days"]) == (250, "1d6")
    assert told["harvest"]["mode"] == "advantage"
    assert ask(client, "poisons", poison="serpent_venom", legal=True)["buy"]["gp"] == 200
    assert fields(ask(client, "poisons", nature=5000, proficiency=-1)) == ["nature", "proficiency"]


def test_hazards_agree_with_the_question_and_end_where_the_curve_ends(client):
    told = ask(client, "hazards", hazard="extreme_cold", hours=5, party=PARTY)
    asked = toolbox.ask("hazard.odds", hazard="extreme_cold", hours=5, con_save=2)["value"]["levels"]
    shown = {str(c["at"]): c["p"] for c in told["members"][0]["levels"] if c["p"]["value"]}
    assert shown == asked
    assert told["curve"][-1]["nobody"] == told["nobody"]
    assert [r["at"] for r in told["curve"]] == [1, 2, 3, 4, 5]


def test_the_stress_desk_agrees_with_the_question(client):
    told = ask(client, "hazards", hazard="stress", shock="fiendish_idol", party=[{"name": "Ann", "wis": 2}])
    asked = toolbox.ask("stress.odds", shock="fiendish_idol", save=2)["value"]
    assert told["shaken"] == [
        {"name": "Ann", "place": 0, "p": asked["p_fail"], "damage": asked["expected_damage"]}
    ]
    assert (told["dc"], told["dice"], told["away"]) == (15, "3d6", False)
    assert ["Ann", "60 %", "6.3"] in told["sheet"]["parts"][0]["rows"]
    bad = ask(client, "hazards", hazard="stress", shock="ennui", party=[{"wis": 0}])
    assert [f["field"] for f in bad["faults"]] == ["shock"]
    assert "shaken" not in bad


def test_every_hazard_opens_and_bad_numbers_are_told(client):
    for lang in ("en", "ja"):
        for row in ask(client, "hazards", lang)["hazards"]:
            assert ask(client, "hazards", lang, hazard=row["code"], party=PARTY)["card"]
    bad = ask(client, "hazards", hazard="extreme_heat", hours=-1, armor="paper", party=[{"con": 900}])
    assert fields(bad) == ["hours", "armor", "party[0].con"]


def test_a_background_holds(client):
    told = ask(
        client,
        "backgrounds",
        abilities=["str", "dex", "con"],
        feat="alert",
        skills=["athletics", "survival"],
        tool="herbalism_kit",
        equipment=[["spear", 2], ["rope", 1]],
    )
    assert told["valid"]
    assert (told["spent"], told["left"]) == (3, 47)


def test_every_fault_of_a_background_stands_at_its_step(client):
    told = ask(
        client,
        "backgrounds",
        "ja",
        abilities=["str", "str"],
        feat="grappler",
        skills=["athletics"],
        tool="Gaming Set",
        equipment=[["longsword", 1], ["rope", -4], ["spear", 70]],
    )
    steps = [(w["step"], w["reason"]) for w in told["wrong"]]
    assert ("abilities", "repeated") in steps
    assert ("feat", "not_origin") in steps
    assert ("skills", "wrong_count") in steps
    assert ("tool", "choose_variant") in steps
    assert ("equipment", "martial_weapon") in steps
    assert ("equipment", "over_budget") in steps
    assert fields(told) == ["equipment[1]"]
    assert any("ロングソード" in w["text"] for w in told["wrong"])


def test_the_price_list_bars_what_a_class_gives(client):
    offered = client.get("/web/gm/choices?lang=en").json()
    barred = {i["code"]: i["barred"] for i in offered["items"]}
    assert barred["spear"] is None
    assert barred["longsword"]
    assert barred["plate_armor"]


def test_the_session_sheet_as_markdown_and_json(client):
    sheets = [
        ask(client, "traps", party=PARTY)["sheet"],
        ask(client, "contagions", contagion="sewer_plague", days=3)["sheet"],
        ask(client, "hazards", party=PARTY)["sheet"],
    ]
    items = [{k: s[k] for k in ("kind", "title", "parts")} for s in sheets]
    items[0]["note"] = "before the bridge"
    body = json.dumps({"title": "The old mine", "notes": "Start at dusk", "items": items})
    text = client.post("/web/gm/session/md?lang=en", content=body).text
    assert text.startswith("# The old mine")
    for sheet in sheets:
        assert f"## {sheet['title']}".split(" (")[0] in text
    heads = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert heads == ["Notes", *(markdown.escaped(sheet["title"]) for sheet in sheets)]
    assert text.index(heads[1]) < text.index("before the bridge") < text.index(heads[2])
    assert toolbox.attribution().en in text
    twice = {
        "title": "Gate",
        "parts": [{"title": "Party", "lines": ["a"]}, {"title": "Gate", "lines": ["b"]}],
    }
    gate = json.dumps({"title": "x", "items": [twice]})
    text = client.post("/web/gm/session/md?lang=en", content=gate).text
    assert [line for line in text.splitlines() if line.startswith("#")] == ["# x", "## Gate", "### Party"]
    assert text.index("- b") < text.index("### Party") < text.index("- a")
    made = client.post("/web/gm/session/json?lang=ja", content=body).json()
    assert made["format"] == "meikyu.session"
    assert made["attribution"] == toolbox.attribution().ja
    assert [i["kind"] for i in made["items"]] == ["trap", "contagion", "hazard"]


def test_bad_bodies_are_refused_in_words(client):
    assert client.post("/web/gm/traps?lang=en", content="[1]").status_code == 422
    answer = client.post("/web/gm/session/docx?lang=en", content="{}")
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "ending"


def test_a_traps_sheet_tells_only_what_the_trap_can_do(client):
    heads = {}
    for trap in ("collapsing_roof", "falling_net", "spiked_pit"):
        sheet = ask(client, "traps", trap=trap, tier="1-4", party=PARTY)["sheet"]
        heads[trap] = sheet["parts"][0]["heads"]
        assert len(sheet["parts"][0]["rows"]) == len(PARTY)
        fails = [line for line in sheet["parts"][0]["lines"] if line.startswith("How many fail")]
        assert len(fails) == (0 if trap == "spiked_pit" else 1)  # whoever steps on a pit falls
    assert heads["collapsing_roof"] == ["Name", "Fails", "Mean damage", "Drops to 0"]
    assert heads["falling_net"] == ["Name", "Fails"]
    assert heads["spiked_pit"] == ["Name", "Mean damage", "Drops to 0"]


def test_mean_damage_by_tier_is_the_partys_and_exact(client):
    told = ask(client, "traps", trap="collapsing_roof", tier="5-10", party=PARTY)
    rows = {t["tier"]: Fraction(t["mean"]["fraction"]) for t in told["by_tier"]}
    assert list(rows) == ["1-4", "5-10", "11-16", "17-20"]
    here = [Fraction(m["expected_damage"]["fraction"]) for m in told["members"]]
    assert rows["5-10"] == sum(here) / len(here)
    assert sorted(rows.values()) == list(rows.values())
    line = next(x for x in told["sheet"]["parts"][0]["lines"] if x.startswith("Mean damage a character"))
    assert f"5–10: {float(rows['5-10']):.1f}" in line
    # one character with a bonus of 0 at DC 13: 3/5 fail, 2d10 or half of it rounded down
    alone = ask(client, "traps", trap="collapsing_roof", tier="1-4", party=[])["by_tier"][0]
    half = sum(Fraction((a + b) // 2, 100) for a in range(1, 11) for b in range(1, 11))
    assert Fraction(alone["mean"]["fraction"]) == Fraction(3, 5) * 11 + Fraction(2, 5) * half
    assert "by_tier" not in ask(client, "traps", trap="falling_net", party=PARTY)
