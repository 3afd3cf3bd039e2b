"""The encounter builder's facts, faults, search and sheets, without a browser."""

import json

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from meikyu.books import toolbox
from meikyu.core.asking import read_struct
from meikyu.web.gm import encounter, encounter_ideas, encounter_sheet, nav
from meikyu.web.gm.encounter_inputs import State
from meikyu.web.pages import gm

GUARDS = [
    {"code": "wight", "count": 1, "kept": 1},
    {"code": "warhorse_skeleton", "count": 1},
    {"code": "skeleton", "count": 6},
]


def state(**more):
    given = {"party": [[5, 3]], "meetings": [{"monsters": GUARDS}]} | more
    return read_struct(State, given)


@pytest.fixture
def client():
    app = FastAPI()
    gm.attach(app)
    return TestClient(app)


def test_the_page_shows_what_the_question_says():
    told = encounter.view(state(), "en")
    shown = told["meetings"][0]
    asked = toolbox.ask(
        "encounter.judge",
        levels=[3] * 5,
        monsters=[[m["code"], m["count"]] for m in GUARDS],
        difficulty="moderate",
        advice=True,
    )["value"]
    assert (shown["xp"], shown["label"], shown["left"]) == (asked["xp"], asked["label"], asked["left"])
    assert shown["xp"] == sum(row["xp"] for row in shown["rows"]) == 1100
    assert [d["budget"] for d in told["difficulties"]] == [750, 1125, 2000]
    assert shown["absent"][0]["remove"] == [
        {"code": "skeleton", "count": 2, "name": "Skeleton"},
        {"code": "warhorse_skeleton", "count": 1, "name": "Warhorse Skeleton"},
    ]
    assert [(a["mark"], a["rule"]) for a in shown["advice"]] == [
        ("note", "SRD-TRB-09"),
        ("ok", "SRD-TRB-02"),
        ("ok", "SRD-TRB-10"),
    ]
    assert told["faults"] == []


def test_mixed_levels_add_up_and_each_level_may_be_absent():
    told = encounter.view(state(party=[[4, 3], [1, 4]]), "en")
    assert told["mixed"]
    assert told["difficulties"][1]["budget"] == 4 * 225 + 375
    assert [a["level"] for a in told["meetings"][0]["absent"]] == [3, 4]


def test_a_dragon_in_its_lair_is_worth_more():
    dragon = {"code": "adult_red_dragon", "count": 1}
    home = encounter.view(state(meetings=[{"monsters": [dragon | {"lair": True}]}]), "en")["meetings"][0]
    away = encounter.view(state(meetings=[{"monsters": [dragon]}]), "en")["meetings"][0]
    assert (home["xp"], away["xp"]) == (20000, 18000)
    assert home["rows"][0]["has_lair"]


def test_every_fault_is_told_at_once_at_its_field():
    wrong = state(
        party=[[5, 0], [-1, 3], [40, 30]],
        meetings=[{"monsters": [{"code": "wightt", "count": 1}, {"code": "skeleton", "count": -6}]}],
        pool=["Rat", "ogr"],
        hp=-1,
    )
    told = encounter.view(wrong, "en")
    assert [f["field"] for f in told["faults"]] == [
        "party[0].level",
        "party[1].count",
        "party[2].level",
        "party[2].count",
        "meetings[0].monsters[0]",
        "meetings[0].monsters[1]",
        "pool[1]",
    ]
    by_field = {f["field"]: f["text"] for f in told["faults"]}
    assert "Wight (ワイト)" in by_field["meetings[0].monsters[0]"]
    assert "-6" in by_field["meetings[0].monsters[1]"]
    assert "label" not in told["meetings"][0]
    japanese = {f["text"] for f in encounter.view(wrong, "ja")["faults"]}
    assert all(any("\u3040" <= c <= "\u30ff" for c in text) for text in japanese)


def test_names_in_either_language_are_understood():
    told = encounter.view(
        state(meetings=[{"monsters": [{"code": "オーガ", "count": 2}]}], pool=["Giant Rat"]), "ja"
    )
    assert told["meetings"][0]["rows"][0]["code"] == "ogre"
    assert told["pool"] == [{"code": "giant_rat", "name": "ジャイアント・ラット"}]


def test_an_empty_party_has_no_label_and_the_sum_stays():
    told = encounter.view(state(party=[[0, 3]]), "en")
    assert [f["field"] for f in told["faults"]] == ["party"]
    assert "label" not in told["meetings"][0]
    assert told["meetings"][0]["xp"] == 1100
    assert told["ideas"] == []


def test_the_dungeon_is_the_sum_beside_one_budget():
    told = encounter.view(
        state(meetings=[{"monsters": GUARDS}, {"monsters": [{"code": "ogre", "count": 1}]}]), "en"
    )
    assert told["dungeon"] == {"xp": 1550, "budget": {"low": 750, "moderate": 1125, "high": 2000}}


@pytest.mark.parametrize("seed", [None, 0, 4217])
def test_building_keeps_what_is_kept_and_stays_within_the_budget(seed):
    built = encounter_ideas.built(state(kinds="undead", most=8, seed=seed), "en")
    assert built["faults"] == []
    monsters = {m["code"]: m for m in built["monsters"]}
    assert monsters["wight"]["kept"] == 1
    assert built["xp"] == 1100
    assert built["left"] == 25
    assert sum(m["count"] for m in built["monsters"]) <= 8
    kinds = {encounter.bestiary()[code]["type"] for code in monsters}
    assert kinds == {"undead"}


def test_building_again_keeps_no_more_than_was_kept():
    meetings = [{"monsters": [{"code": "skeleton", "count": 9, "kept": 2}]}]
    built = encounter_ideas.built(state(meetings=meetings, kinds="pool", pool=["skeleton"], most=4), "en")
    assert built["monsters"] == [{"code": "skeleton", "count": 4, "kept": 2, "lair": False}]


def test_a_lair_counts_when_building_around_it():
    meetings = [{"monsters": [{"code": "adult_red_dragon", "count": 1, "kept": 1, "lair": True}]}]
    given = {"party": [[6, 15]], "difficulty": "high", "meetings": meetings}
    built = encounter_ideas.built(state(**given), "en")
    again = encounter.view(state(**given | {"meetings": [{"monsters": built["monsters"]}]}), "en")[
        "meetings"
    ][0]
    assert again["xp"] == built["xp"] == again["budget"]["high"] - built["left"]
    assert built["left"] >= 0


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"most": 0}, "most"),
        ({"most": 10**9}, "most"),
        ({"seed": -1}, "seed"),
        ({"party": [[1, 1]]}, "kept"),
        ({"kinds": "pool"}, "build"),
        ({"party": [[5, 21]]}, "party[0].level"),
    ],
)
def test_what_keeps_the_builder_from_it_is_told_at_its_field(more, field):
    assert [f["field"] for f in encounter_ideas.built(state(**more), "en")["faults"]] == [field]


def test_nothing_above_the_partys_level_when_asked():
    built = encounter_ideas.built(state(meetings=[{}], under=True, difficulty="high"), "en")
    assert all(
        encounter.bestiary()[m["code"]]["cr"] in ("0", "1/8", "1/4", "1/2", "1", "2", "3")
        for m in built["monsters"]
    )


def test_other_ideas_differ_keep_what_is_kept_and_never_go_over():
    told = encounter.view(state(kinds="undead", most=8), "en")
    keys = [tuple((m["code"], m["count"]) for m in idea["monsters"]) for idea in told["ideas"]]
    assert len(set(keys)) == len(keys) == encounter_ideas.IDEAS
    for idea in told["ideas"]:
        assert idea["xp"] <= 1125
        assert ("wight", 1) in [(m["code"], m["kept"]) for m in idea["monsters"]]


def test_rolled_hit_points_tell_each_die():
    row = encounter.view(state(hp=5), "en")["meetings"][0]["rows"][2]
    assert row["rolled"]["hit_dice"] == "2d8+4"
    assert len(row["rolled"]["rolled"]) == 6
    assert row["rolled"]["rolled"] == [sum(dice) + 4 for dice in row["rolled"]["dice"]]
    assert encounter.view(state(), "en")["meetings"][0]["rows"][2]["rolled"] is None


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_export_carries_the_licence(client, lang):
    words = toolbox.attribution().say(lang)
    inputs = json.loads(
        json.dumps({"party": [[5, 3]], "meetings": [{"monsters": GUARDS}, {"name": "二つめ"}], "hp": 3})
    )
    for ending, media in (("md", "text/markdown"), ("csv", "text/csv"), ("json", "application/json")):
        answer = client.post(
            f"/web/gm/encounter/export/{ending}?lang={lang}&link=/gm/encounter?p=5x3", json=inputs
        )
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(media)
        assert words in answer.text
    told = answer.json()
    assert told["link"] == "/gm/encounter?p=5x3"
    assert [e["xp"] for e in told["encounters"]] == [1100, 0]
    assert read_struct(State, told["inputs"]).meetings[1].name == "二つめ"
    pieces = client.post(f"/web/gm/encounter/pieces?lang={lang}", json=inputs).json()
    assert len(pieces) == 8
    for piece in pieces:
        data = json.loads(piece["text"])["data"]
        assert words in data["memo"]
        assert data["status"][0]["value"] == data["status"][0]["max"] > 0
        assert "+-" not in data["commands"]
    sheet = client.post(f"/web/gm/encounter/sheet?lang={lang}", json=inputs).json()
    assert sheet["attribution"] == words
    no_day = encounter_sheet.NO_DAY.say(lang)
    assert no_day in sheet["parts"][-1]["lines"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "body"),
        (b"[]", "body"),
        (b'{"party": [[5, 3]], "meetings": [{}], "difficulty": "deadly"}', "difficulty"),
        (b'{"party": [[5]], "meetings": [{}]}', "party[0]"),
        (b'{"party": [[5, 3]], "meetings": []}', "meetings"),
        (b'{"party": [], "meetings": [{}], "cheat": 1}', "cheat"),
    ],
)
def test_what_cannot_be_read_is_a_named_fault(client, body, field):
    answer = client.post("/web/gm/encounter?lang=en", content=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == field


def test_an_unknown_format_is_refused(client):
    answer = client.post("/web/gm/encounter/export/exe", json={"party": [], "meetings": [{}]})
    assert answer.status_code == 422
    assert answer.json()["error"]["allowed"] == ["md", "csv", "json"]


def test_what_is_too_large_for_advice_is_still_judged():
    crowd = [{"code": code, "count": 1000} for code, row in encounter.bestiary().items() if row["xp"]][:60]
    told = encounter.view(state(meetings=[{"monsters": crowd}]), "en")
    assert [f["field"] for f in told["faults"]] == ["meetings[0]"]
    assert told["meetings"][0]["label"] == "beyond_high"
    assert told["meetings"][0]["absent"] == []
    assert told["meetings"][0]["left"]["high"] < 0


def test_the_library_has_every_creature_in_both_languages(client):
    told = client.get("/web/gm/creatures?lang=ja").json()
    assert len(told["creatures"]) == 330
    for row in told["creatures"]:
        assert row["name"]["en"]
        assert row["name"]["ja"]
        assert row["kind"]["ja"]
        assert row["body"]["ja"]
    assert {k["id"] for k in told["kinds"]} == {row["type"] for row in told["creatures"]}


def test_gm_opens_the_encounter_builder_with_its_inputs(client):
    answer = client.get("/gm?p=4x1&lang=en", follow_redirects=False)
    assert answer.headers["location"] == "/gm/encounter?p=4x1&lang=en"


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_the_page_has_its_desk_and_the_licence(user, lang):
    await user.open("/gm/encounter")
    await user.should_see(nav.DESKS[1].title.say(lang))
    await user.should_see(toolbox.attribution().say(lang))


def test_a_sheet_is_called_by_its_encounters_and_an_empty_one_has_no_table():
    told = encounter_sheet.document(
        state(meetings=[{"name": "Crypt", "monsters": GUARDS}, {"monsters": []}]), "", "en"
    )
    assert told.title == "Encounters: Crypt, Encounter 2"
    empty = next(part for part in told.parts if part.title == "Encounter 2")
    assert empty.heads == ()
    assert empty.lines == ("Nobody is here yet.",)
    alone = encounter_sheet.document(state(meetings=[{"name": "墓所", "monsters": GUARDS}]), "", "ja")
    assert alone.title == "墓所"
    many = encounter_sheet.document(state(meetings=[{"monsters": GUARDS}] * 5), "", "ja")
    assert many.title == "遭遇5回"
