"""The map's line: hello, frames, acknowledged orders, facts, bad messages."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from meikyu.realm.session import Session
from meikyu.web.map.socket import HUB, serve_page
from meikyu.web.state import HOUSE


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session.new(tmp_path / "one.meikyu", seed=7, width=48, height=48)
    HOUSE.session = made
    yield made
    HOUSE.close()


class Line:
    """A page's end of the line."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heads: list[dict[str, Any]] = []
        self.number = 0

    def next(self) -> dict[str, Any] | None:
        """The next JSON message, or None for a frame."""
        message = self.socket.receive()
        if message.get("text") is not None:
            return json.loads(message["text"])
        frame = message["bytes"]
        size = int.from_bytes(frame[:4], "little")
        self.heads.append(json.loads(frame[4 : 4 + size]))
        return None

    def wait(self, kind: str, seconds: float = 120, **parts: Any) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            told = self.next()
            if told and told["t"] == kind and all(told.get(k) == v for k, v in parts.items()):
                return told
        raise AssertionError(f"no {kind}")

    def say(self, **message: Any) -> int:
        self.number += 1
        self.socket.send_text(json.dumps({"n": self.number, **message}))
        return self.number

    def request(self, **message: Any) -> dict[str, Any]:
        n = self.say(**message)
        while True:
            told = self.next()
            if told and told.get("n") == n:
                return told


@pytest.fixture
def client(session: Session) -> Iterator[TestClient]:
    app = FastAPI()
    app.add_api_websocket_route("/map/ws", serve_page)
    with TestClient(app) as client:
        yield client
        end = time.monotonic() + 60
        while HUB.pages or not (HUB.loop and HUB.loop.done()):
            assert time.monotonic() < end, "the loop goes on without pages"
            time.sleep(0.02)


@pytest.fixture
def line(client: TestClient) -> Iterator[Line]:
    with client.websocket_connect("/map/ws?lang=en") as socket:
        yield Line(socket)


def rock(session: Session) -> list[int]:
    """A cell of rock beside open floor."""
    world = session.world
    kinds = [row.kind for row in world.content.terrain]
    lord = world.state.lord
    x, y = int(world.state.actors.x[lord]), int(world.state.actors.y[lord])
    while kinds[world.state.cells.terrain[y, x]] != "rock":
        y -= 1
    return [x, y]


def test_hello_then_a_whole_frame_then_state(line: Line) -> None:
    assert line.next()["t"] == "hello"  # type: ignore[index]
    state = line.wait("state")
    assert state["summary"]["clock"]["text"].startswith("Day 1")
    assert state["speed"] == 0
    assert line.heads[0]["kind"] == "whole"


def test_an_order_is_acknowledged_and_drawn(line: Line, session: Session) -> None:
    cell = rock(session)
    told = line.request(t="cmd", kind="mark_dig", args={"cells": [cell]})
    assert told["ok"] is True
    assert session.world.state.cells.mark[cell[1], cell[0]] == 1
    end = time.monotonic() + 60
    while not any(["cells", "flags", 1] in h["blocks"] for h in line.heads) and time.monotonic() < end:
        line.next()
    assert any(["cells", "flags", 1] in h["blocks"] for h in line.heads)


def test_a_refusal_says_why(line: Line, session: Session) -> None:
    lord = session.world.state.lord
    cell = [int(session.world.state.actors.x[lord]), int(session.world.state.actors.y[lord])]
    told = line.request(t="cmd", kind="mark_dig", args={"cells": [cell]})
    assert told["ok"] is False
    assert told["reasons"][0]["text"]
    told = line.request(t="cmd", kind="mark_dig", args={"cells": [[400, 1]]})
    assert "cells[0]" in told["reasons"][0]["text"]
    line.say(t="lang", v="ja")
    told = line.request(t="cmd", kind="nothing_such", args={})
    assert told["ok"] is False
    assert any(ord(c) > 0x3000 for c in told["reasons"][0]["text"])


def test_speed_is_checked(line: Line, session: Session) -> None:
    assert line.request(t="speed", v=3)["ok"] is True
    assert session.speed == 3
    assert line.request(t="speed", v=7)["ok"] is False
    assert line.request(t="speed", v="fast")["ok"] is False
    assert session.speed == 3
    assert line.wait("state", speed=3)


def test_the_clock_starts_once_all_is_compiled_and_the_last_word_counts(line: Line, session: Session) -> None:
    with HOUSE.warming:
        waits = line.say(t="speed", v=3)
        assert line.request(t="ask", what="stock")["facts"]
        assert session.speed == 0
        assert line.request(t="cmd", kind="meal_cap", args={"value": "small"})["ok"] is True
    line.wait("ack", n=waits)
    assert session.speed == 3
    with HOUSE.warming:
        waits = line.say(t="speed", v=10)
        assert line.request(t="speed", v=0)["ok"] is True
    line.wait("ack", n=waits)
    assert session.speed == 0


def test_the_last_word_about_the_speed_counts_whichever_page_has_it(
    client: TestClient, line: Line, session: Session
) -> None:
    with HOUSE.warming, client.websocket_connect("/map/ws?lang=en") as other:
        waits = line.say(t="speed", v=10)
        assert line.request(t="ask", what="stock")["facts"]  # it has been heard
        assert Line(other).request(t="speed", v=0)["ok"] is True
    line.wait("ack", n=waits)
    assert session.speed == 0


def test_facts_of_what_is_pointed_at(line: Line, session: Session) -> None:
    x, y = rock(session)
    told = line.request(t="ask", what="cell", x=x, y=y)["facts"]
    assert told["cell"] == [x, y]
    assert told["title"]
    near = line.request(t="ask", what="listing", x=x, y=y)["facts"]
    assert near[0]["cell"] == [x, y]
    assert (
        line.request(t="ask", what="ghost", structure="shelf", x=x, y=y, turned=False)["facts"]["ok"] is False
    )
    stock = line.request(t="ask", what="stock")["facts"]
    assert stock["wood"]["have"] > 0
    assert line.request(t="ask", what="preview", cells=[[x, y]])["facts"] == {"unstable": []}


def test_the_selection_is_told_again_when_it_changes(line: Line, session: Session) -> None:
    lord = session.world.state.lord
    actor = next(a for a in range(len(session.world.state.names)) if a != lord)
    line.say(t="watch", what="actor", id=actor)
    first = line.wait("watch", id=actor)
    assert first["facts"]["name"]
    dig = next(j for j in first["facts"]["jobs"] if j["id"] == "dig")
    level = (dig["level"] + 1) % 4
    line.request(t="cmd", kind="set_level", args={"actor": actor, "job": "dig", "level": level})
    while True:
        again = line.wait("watch", id=actor)
        if next(j for j in again["facts"]["jobs"] if j["id"] == "dig")["level"] == level:
            break
    line.say(t="watch", what="actor", id=100_000)
    assert line.wait("watch", id=100_000)["facts"] == {"gone": True}


def test_the_menu_of_a_cell_names_what_an_order_replaces(line: Line, session: Session) -> None:
    x, y = rock(session)
    line.request(t="cmd", kind="mark_dig", args={"cells": [[x, y]]})
    session.speed = 1
    lord = session.world.state.lord
    actor = next(a for a in range(len(session.world.state.names)) if a != lord)
    end = time.monotonic() + 300
    forced: list[Any] = []
    while not forced and time.monotonic() < end:
        entries = line.request(t="ask", what="menu", id=actor, x=x, y=y)["facts"]["entries"]
        forced = [e for e in entries if e["command"]["kind"] == "force"]
    assert forced
    assert any(e["command"]["kind"] == "unmark" and not e["why"] for e in entries)


def test_storage_tells_a_tree_and_takes_a_filter(line: Line, session: Session) -> None:
    world = session.world
    kind = world.content.structure["shelf"]
    shelf = int((world.state.structures.kind == kind).nonzero()[0][0])
    line.say(t="watch", what="structure", id=shelf)
    told = line.wait("watch", id=shelf)["facts"]["storage"]
    food = next(n for n in told["tree"] if n["key"] == "food")
    assert {"raw_meat", "meal_small"} <= set(food["ids"])
    keep = [i for i in told["accept"] if i not in food["ids"]]
    assert line.request(t="cmd", kind="storage_filter", args={"structure": shelf, "accept": keep})["ok"]
    while True:
        again = line.wait("watch", id=shelf)["facts"]["storage"]
        if sorted(again["accept"]) == sorted(keep):
            break


def test_messages_that_cannot_be_read_do_not_end_the_line(line: Line) -> None:
    for text in ("{", "[]", "3", '{"n": 1}'):
        line.socket.send_text(text)
        assert line.wait("fault")["text"]
    assert line.request(t="ask", what="nonsense")["ok"] is False
    assert line.request(t="dance")["ok"] is False
    assert line.request(t="ask", what="cell", x=-1, y=9000)["ok"] is False
    assert line.request(t="ask", what="cell")["ok"] is False
    assert line.request(t="cmd")["ok"] is False
    assert line.request(t="speed", v=1)["ok"] is True
