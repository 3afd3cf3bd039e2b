"""Rooms, seats and sheets of Dungeon 2nd Floor, without a browser."""

import json

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from meikyu.books import floor2
from meikyu.errors import InputError
from meikyu.web.floor2 import line, rooms, sheet


@pytest.fixture
def client(monkeypatch):
    monkeypatch.setattr(line, "ROOMS", rooms.Rooms())
    app = FastAPI()
    line.attach(app)
    return TestClient(app)


@pytest.fixture
def link(client):
    return client.post("/web/floor2/room").json()["link"]


def view(socket):
    """The next view; faults and hints are failures."""
    told = socket.receive_json()
    assert told["t"] == "view", told
    return told


def ask(socket, **message):
    socket.send_text(json.dumps(message))
    return socket.receive_json()


def test_seats_see_only_what_is_theirs(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as alone:
        links = view(alone)["links"]
        assert set(links) == {"defuser", "expert"}
        with client.websocket_connect(links["defuser"].replace("/floor2/", "/floor2/line/")) as defuser:
            told = view(defuser)
            assert "sheet" not in told
            assert "links" not in told
            assert told["module"]["led"]
            assert "wanted" not in told["module"]
            view(alone)
            with client.websocket_connect(links["expert"].replace("/floor2/", "/floor2/line/")) as expert:
                told = view(expert)
                assert told["module"] is None
                assert told["sheet"]["needs"] == "bomb"
                for page in (alone, defuser):
                    assert view(page)["seats"] == ["both", "defuser", "expert"]
                assert ask(expert, t="press", b="S")["t"] == "fault"
                assert ask(defuser, t="see", c="R")["t"] == "fault"


def test_an_unknown_link_is_told_so(client):
    with client.websocket_connect("/floor2/line/nothing") as socket:
        assert socket.receive_json() == {"t": "gone"}


def test_faults_name_the_field_in_the_readers_language_and_change_nothing(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=ja") as page:
        before = view(page)
        for message, field in (
            ({"t": "bomb", "serial": "ABCDEF", "bob": False, "batteries": 1}, "serial"),
            ({"t": "bomb", "serial": "AB3CD4", "bob": False, "batteries": -1}, "batteries"),
            ({"t": "bomb", "serial": "AB3CD4", "bob": False, "batteries": "two"}, "batteries"),
            ({"t": "see", "c": "W"}, "seen"),
            ({"t": "see", "c": "orange"}, "colour"),
            ({"t": "begin", "seed": -4, "difficulty": "calm"}, "seed"),
            ({"t": "begin", "seed": 4, "difficulty": "silly"}, "difficulty"),
            ({"t": "chat", "line": "press the sword"}, "chat"),
            ({"t": "press", "b": "X"}, "press"),
            ({"t": "correct", "stage": 3, "c": "R"}, "stage"),
            ({"t": "confirm"}, "confirm"),
            ({"t": "dance"}, "t"),
        ):
            told = ask(page, **message)
            assert told["t"] == "fault", message
            assert told["field"] == field, told
            assert any(ord(c) > 0x3000 for c in told["text"])
        told = ask(page, t="bomb", serial="ABCDEF", bob=None, batteries="")
        assert [f["field"] for f in told["faults"]] == ["serial", "batteries", "bob"]
        assert (told["field"], told["text"]) == (told["faults"][0]["field"], told["faults"][0]["text"])
        assert all(any(ord(c) > 0x3000 for c in f["text"]) for f in told["faults"])
        page.send_text("not json")
        assert page.receive_json()["t"] == "fault"
        after = ask(page, t="lang", v="ja")
        assert after["module"] == before["module"]
        assert after["sheet"] == before["sheet"]


def test_a_whole_bomb_over_the_line(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as page:
        view(page)
        told = ask(page, t="begin", seed=11, difficulty="calm")
        assert told["seed"] == 11
        m = told["module"]
        bob = any(i["label"] == "BOB" for i in m["indicators"])
        told = ask(page, t="bomb", serial=m["serial"], bob=bob, batteries=m["batteries"])
        while not told["module"]["over"]:
            led = told["module"]["led"]
            told = ask(page, t="see", c="W" if led == "!" else led)
            now = told["sheet"]["now"]
            for press in now["move"] or now["sequence"]:
                told = ask(page, t="press", b=press)
            if told["flash"] == "auto_win":
                ask(page, t="see", c="W")
        assert told["module"]["over"] == "solved"
        assert told["module"]["strikes"] == 0
        assert len(told["history"]) == 15
        assert ask(page, t="confirm")["sheet"]["confirmed"]
        assert ask(page, t="press", b="S")["t"] == "fault"
    text = client.get(f"/web/floor2/{link}/log.txt?lang=en").text
    assert text.splitlines()[-1] == "[Dungeon 2nd Floor #1] Module solved"
    data = client.get(f"/web/floor2/{link}/log.json").json()
    assert data["outcome"] == {"result": "solved", "strikes": 0, "presses": data["outcome"]["presses"]}
    assert data["edgework"].endswith(m["serial"])


def test_a_hint_gives_the_right_press_with_reasons(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as page:
        told = view(page)
        ask(page, t="begin", seed=3, difficulty="calm")
        while True:
            told = ask(page, t="hint")
            if told["t"] == "fault":
                break
            assert told["because"]
            assert all(b["rule"].startswith("FL2-") and b["text"] for b in told["because"])
            told = ask(page, t="press", b=told["press"])
            assert told["module"]["strikes"] == 0
        assert ask(page, t="lang", v="en")["module"]["over"] == "solved"


def test_chat_commands_stop_at_the_first_strike(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as page:
        view(page)
        ask(page, t="begin", seed=3, difficulty="calm")
        told = ask(page, t="chat", line="!1 sword sword sword")
        assert told["module"]["strikes"] == 1
        assert told["flash"] == "wrong_move"


def test_the_sheet_ticks_undoes_and_corrects():
    now = sheet.with_bomb(sheet.Sheet(), "ab3cd4", False, 2)
    for colour in "RY白":
        now = sheet.saw(now, colour)
    assert now.seen == "RY!"
    now = sheet.ticked(sheet.ticked(now))
    assert now.ticked == 1  # the Bat-tery wants one sword
    now = sheet.undone(now)
    assert (now.ticked, now.seen) == (0, "RY!")
    assert sheet.undone(now).seen == "RY"
    mended = sheet.corrected(now, 1, "G")
    assert mended.seen == "GY!"
    assert sheet.facts(mended, "en")["stages"][0]["zone"] == "G"
    with pytest.raises(InputError):
        sheet.corrected(now, 4, "G")
    assert now.seen == "RY!"


def test_own_bomb_needs_no_module():
    room = rooms.Room({})
    room.own("AB3CD4", True, 0)
    assert room.module is None
    assert sheet.facts(room.sheet, "ja")["now"]["do"] == "wait"
    with pytest.raises(InputError, match="press"):
        room.press("S")


def test_the_oldest_idle_room_makes_way(monkeypatch):
    monkeypatch.setattr(rooms, "MOST_ROOMS", 2)
    kept = rooms.Rooms()
    first, second = kept.create(), kept.create()
    second.pages.append(object())
    third = kept.create()
    assert kept.find(first.links["both"]) is None
    assert kept.find(third.links["expert"]) == (third, "expert")
    third.pages.append(object())
    with pytest.raises(InputError):
        kept.create()


def test_codex_in_both_languages():
    rows = {lang: sheet.codex_rows(lang) for lang in ("en", "ja")}
    assert [r["number"] for r in rows["en"]] == [r["number"] for r in rows["ja"]]
    assert rows["ja"][0]["name"] == "デンチコウモリ"
    assert len(rows["en"]) == len(floor2.codex.codex()) == 18


def test_the_log_of_a_ticking_bomb_tells_no_answer(client, link):
    """Until the bomb is over, what is read of it holds only what the module has shown."""
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as alone:
        view(alone)
        ask(alone, t="begin", seed=20417, difficulty="calm")
        for _ in range(6):
            told = ask(alone, t="hint")
            ask(alone, t="press", b="S" if told["press"] != "S" else "B")
            told = ask(alone, t="press", b=told["press"])
        shown = "\n".join(told["log"]) + client.get(f"/web/floor2/{link}/log.txt?lang=en").text
        assert "Zone = blue" in shown
        assert "Wrong move: pressed sword" in shown
        assert "A fight" in shown
        for answer in ("Roll", "Level", "Fighting", "expected", "s = "):
            assert answer not in shown
        events = client.get(f"/web/floor2/{link}/log.json").json()["events"]
        assert {"dice", "level", "monster", "wanted", "s", "b", "m"}.isdisjoint(
            key for event in events for key in event["args"]
        )
        while not told["module"]["over"]:
            told = ask(alone, t="press", b=ask(alone, t="hint")["press"])
        assert sum("Roll = " in line for line in told["log"]) == 15
        assert any("expected left" in line for line in told["log"])
        fought = [row["name"] for row in told["history"] if row["enemy"]]
        assert fought[0] == "Bat-tery"
        assert all(fought)
    assert "Roll = 2" in client.get(f"/web/floor2/{link}/log.txt?lang=en").text


def test_a_command_for_another_module_or_a_finished_one_is_refused(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=ja") as page:
        view(page)
        ask(page, t="begin", seed=3, difficulty="calm")
        told = ask(page, t="chat", line="!2 s")
        assert (told["t"], told["field"]) == ("fault", "chat")
        assert "モジュール2" in told["text"]
        told = ask(page, t="lang", v="en")
        assert told["module"]["strikes"] == 0
        while not told["module"]["over"]:
            told = ask(page, t="press", b=ask(page, t="hint")["press"])
        assert ask(page, t="chat", line="!1 s")["t"] == "fault"


def test_an_impossible_observation_is_named_without_codes_first(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as page:
        view(page)
        ask(page, t="bomb", serial="AB3CD4", bob=False, batteries=2)
        for colour in "RW":
            ask(page, t="see", c=colour)
        told = ask(page, t="see", c="W")
        assert told["text"].startswith("white (!) as observation 3 cannot be")
        assert ask(page, t="undo")["sheet"]["seen"] == "R"


def test_the_clock_runs_out_for_every_seat(client, link):
    with client.websocket_connect(f"/floor2/line/{link}?lang=en") as alone:
        links = view(alone)["links"]
        with client.websocket_connect(links["expert"].replace("/floor2/", "/floor2/line/")) as expert:
            view(expert)
            view(alone)
            room = line.ROOMS.find(link)[0]
            room.module = room.module._replace(minutes=0.002)
            told = ask(alone, t="start")
            assert 0 < told["clock"]["left"] <= 0.12
            assert told["clock"]["runs"] is True
            assert view(expert)["strikes"][2] == ""
            told = view(alone)
            assert (told["flash"], told["module"]["over"], told["module"]["led"]) == (
                "timeout",
                "timeout",
                "",
            )
            assert (told["clock"]["left"], told["clock"]["runs"]) == (0.0, False)
            assert view(expert)["strikes"][2] == "timeout"
            assert ask(alone, t="press", b="S")["t"] == "fault"
    assert client.get(f"/web/floor2/{link}/log.txt?lang=ja").text.endswith("時間切れ\n")
