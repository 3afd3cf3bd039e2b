"""The journey desk without a browser: facts in both languages, faults at their fields, sheets and files."""

import json

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from meikyu.books import toolbox
from meikyu.web.pages import gm_journey

SAMPLE = toolbox.journeys().choices("en")["sample"]
MOVES = [["march", "fast", 10, True], ["expose", 1, "cackle_fever", "tainted_drink"], ["rest", False]]


@pytest.fixture(scope="module")
def client():
    app = FastAPI()
    gm_journey.attach(app)
    return TestClient(app)


def ask(client, lang="en", path="", **parts):
    body = {"options": SAMPLE, "moves": [], "seed": 7} | parts
    return client.post(f"/web/gm/journey{path}?lang={lang}", json=body)


def test_a_morning_told_in_both_languages(client):
    told = {lang: ask(client, lang, moves=MOVES).json() for lang in ("en", "ja")}
    for lang, answer in told.items():
        assert answer["faults"] == []
        view = answer["view"]
        assert view["day"] == 3
        assert view["played"] == 3
        assert [d["past"] for d in view["strip"]] == [True, True, False, False, False]
        assert view["log"][-1]["day"] == 1
        assert all(f["rule"].startswith("SRD-") for day in view["log"] for f in day["facts"])
        marks = view["travelers"][1]["marks"]
        assert any(m["rule"].startswith("SRD-CKF") for m in marks), (lang, marks)
    texts = [f["text"] for day in told["ja"]["view"]["log"] for f in day["facts"]]
    assert all(any(ord(c) > 0x3000 for c in text) for text in texts)
    assert told["en"]["view"]["today"]["odds"] == told["ja"]["view"]["today"]["odds"]


def test_the_pace_names_its_reasons_and_the_odds_are_those_of_the_question(client):
    view = ask(client, hours=10).json()["view"]
    today = view["today"]
    assert [w["rule"] for w in today["why"]] == ["SRD-TRV-07", "SRD-TRV-09"]
    saves = [m["con_save"] for m in SAMPLE["party"]]
    for hours in (8, 10, 16):
        asked = toolbox.ask("travel.march", hours=hours, con_saves=saves)["value"]
        row = today["odds"][hours - 1]
        assert row["nobody"] == asked["nobody_tires"]
        assert [m["levels"] for m in row["members"]] == [m["levels"] for m in asked["members"]]
    assert today["hours"] == 10
    assert today["miles"] == 30


def test_faults_stand_at_their_fields_in_the_readers_language(client):
    options = {
        "stages": [{"terrain": "forrest"}, {"terrain": "hill", "days": 0}],
        "party": [{"name": "A", "hp": 0}],
    }
    for lang in ("en", "ja"):
        told = ask(client, lang, options=options).json()
        assert told["view"] is None
        assert [f["field"] for f in told["faults"]] == ["stages[0].terrain", "stages[1].days", "party[0].hp"]
        japanese = [any(ord(c) > 0x3000 for c in f["text"]) for f in told["faults"]]
        assert all(japanese) == (lang == "ja")
        assert not any(f["text"].startswith(("stages", "party", "terrain")) for f in told["faults"])


@pytest.mark.parametrize(
    "parts",
    [
        {"options": 5},
        {"moves": "march"},
        {"moves": [[]]},
        {"seed": -1},
        {"pace": "gallop"},
        {"hours": 25},
        {"more": 1},
        {"moves": [["rest", False]] * 5001},
    ],
)
def test_what_is_no_journey_is_refused(client, parts):
    answer = ask(client, **parts)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_nonsense_among_the_moves_stops_the_play_and_is_told(client):
    for move in (["fly"], ["march", "normal", 99, False], ["poison", 40, "torpor"], ["level", 0, True]):
        view = ask(client, moves=[["rest", False], move, ["rest", False]]).json()["view"]
        assert view["played"] == 1
        assert view["stopped"][0]["text"]


def test_a_journey_that_is_over_offers_no_more_moves(client):
    options = SAMPLE | {"stages": [{"terrain": "hill", "good_road": True}]}
    view = ask(client, options=options, moves=[["march", "slow", 8, False]]).json()["view"]
    assert view["over"]["result"] == "arrived"
    assert view["may"] == {"march": False, "rest": False, "encounter": False, "brew": False}
    assert all(t["moves"] == [] for t in view["travelers"])


def test_sheets_and_files_carry_the_licence_and_open_again(client):
    sheet = ask(client, "ja", "/sheet", moves=MOVES).json()
    assert "CC" in sheet["attribution"] or "クリエイティブ" in sheet["attribution"]
    assert [p["title"] for p in sheet["parts"]] == ["道のり", "旅をする者", "読み上げ", "記録"]
    text = ask(client, "en", "/export/md", moves=MOVES).text
    assert text.startswith("# Journey, day 3")
    assert "System Reference Document 5.2.1" in text
    told = json.loads(ask(client, "en", "/export/json", moves=MOVES, link="/gm/journey?s=x").text)
    assert told["format"] == "meikyu.journey"
    again = ask(client, options=told["options"], moves=told["moves"], seed=told["seed"]).json()
    assert again["view"]["log"] == ask(client, moves=MOVES).json()["view"]["log"]
    assert ask(client, "en", "/export/pdf").status_code == 422
    assert ask(client, "en", "/export/md", options={}).status_code == 422


def test_a_sheet_that_holds_only_the_last_days_says_so(client):
    options = SAMPLE | {"stages": [{"terrain": "grassland", "days": 9}]}
    moves = [["march", "slow", 8, False]] * 5
    log = ask(client, "en", "/sheet", options=options, moves=moves).json()["parts"][-1]
    assert log["title"] == "Log, the last 3 days"
    assert {line.split(":")[0] for line in log["lines"]} == {"Day 3", "Day 4", "Day 5"}
    whole = ask(client, "en", "/export/md", options=options, moves=moves).text
    assert "## Log\n" in whole
    assert "Day 1:" in whole


def test_a_thousand_days_are_told_too(client):
    options = SAMPLE | {"stages": [{"terrain": "forest", "days": 2000}]}
    options = {k: v for k, v in options.items() if k not in ("food_lb", "water_gal")}
    view = ask(client, options=options, moves=[["march", "slow", 8, False]] * 1000).json()["view"]
    assert view["day"] == 1001
    assert len(view["log"]) <= 40


def test_choices_name_everything_in_both_languages(client):
    told = {lang: client.get(f"/web/gm/journey/choices?lang={lang}").json() for lang in ("en", "ja")}
    for key in ("terrains", "vehicles", "skies", "winds", "airs", "armors", "gears", "creatures", "sizes"):
        assert [r["id"] for r in told["en"][key]] == [r["id"] for r in told["ja"][key]]
        assert all(any(ord(c) > 0x3000 for c in row["name"]) for row in told["ja"][key])


def test_a_sheet_tells_what_the_way_is_like_and_how_long(client):
    stages = [
        {"terrain": "forest", "days": 2, "good_road": True},
        {"terrain": "mountain", "days": 1, "altitude_ft": 10500, "fahrenheit": -5, "water": False},
    ]
    told = ask(client, "en", "/sheet", options=SAMPLE | {"stages": stages}, moves=MOVES[:1]).json()
    way = told["parts"][0]
    assert way["lines"] == [
        "Forest (2 days, good road) → Mountain (1 day, extreme cold, 10,500 ft, no drinkable water)",
        "In all 3 days, 80 miles",  # ten hours at a fast pace are 38, then a day of 24 and one of 18
    ]
    assert [row[2] for row in way["rows"][1:]] == ["24 (Normal)", "18 (Slow)"]


def test_the_foreseen_whole_counts_the_days_that_are_no_longer_told(client):
    options = SAMPLE | {"stages": [{"terrain": "grassland", "days": 60}]}
    options = {k: v for k, v in options.items() if k not in ("food_lb", "water_gal")}
    told = ask(client, options=options, moves=[["march", "normal", 8, False]] * 50).json()["view"]
    assert told["whole"] == {"days": 60, "miles": 60 * 24.0, "more": False}
    assert ask(client, options=options).json()["view"]["whole"]["more"] is True
