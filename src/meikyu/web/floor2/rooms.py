"""Rooms: one bomb, its seats and their unguessable links; kept in memory, the oldest idle one goes first."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from meikyu.books import floor2
from meikyu.core.log import Event
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import IllegalCommandError, InputError, Text
from meikyu.web.floor2 import sheet
from meikyu.web.floor2.sheet import Sheet

SEATS = ("both", "defuser", "expert")
MOST_ROOMS = 200
MOST_SEED = 2**53 - 1
INSTANCE = 1
"""The number of the one module of a room, in its log and in chat commands."""
NO_SUCH = Text(
    "There is no module {number} here; write !{here} and then the buttons",
    "モジュール{number}はここにありません。!{here} に続けてボタンを書いてください",
)


@dataclass(eq=False)
class Room:
    """One bomb and the people at it.

    Attributes:
        links: unguessable token a seat.
        seed, difficulty: of the practice bomb; seed -1 for an own bomb, which has no module here.
        module: the practice module, or None for an own bomb.
        events: what has happened on it. sheet: what the expert has written down.
        deadline: clock time at which the bomb goes off, or None. left: seconds left when it was over.
        pages: open lines.
    """

    links: dict[str, str]
    seed: int = -1
    difficulty: str = "normal"
    module: Any = None
    events: list[Event] = field(default_factory=list)
    sheet: Sheet = field(default_factory=Sheet)
    deadline: float | None = None
    left: float | None = None
    pages: list[Any] = field(default_factory=list)

    def begin(self, seed: int, difficulty: str) -> None:
        """Put a fresh practice bomb on the table.

        Raises:
            InputError: a seed or difficulty that is not allowed; the bomb before stays.
        """
        if not 0 <= seed <= MOST_SEED:
            raise InputError("out_of_range", "seed", seed, Text(f"0 to {MOST_SEED}", f"0〜{MOST_SEED}"))
        self.module = floor2.game.start(
            floor2.BOOK.params(), {"difficulty": difficulty}, KeyedDice(seed, Stream.BOMB)
        )
        self.seed, self.difficulty, self.deadline, self.left = seed, difficulty, None, None
        self.events = [floor2.game.stage_event(self.module)]
        self.sheet = Sheet()

    def own(self, serial: str, bob: bool, batteries: int) -> None:
        """Work on a bomb that is elsewhere: the sheet alone.

        Raises:
            InputError: the edgework cannot be.
        """
        made = sheet.with_bomb(Sheet(), serial, bob, batteries)
        self.sheet, self.module, self.seed, self.events = made, None, -1, []
        self.deadline = self.left = None

    def press(self, button: str) -> tuple[Event, ...]:
        """Press a button of the module.

        Raises:
            InputError: there is no module here, or no such button.
        """
        if self.module is None:
            raise InputError("not_allowed", "press", button, Text("a practice bomb", "練習用の爆弾"))
        try:
            self.module, events = floor2.game.apply(self.module, button)
        except IllegalCommandError as error:
            raise InputError("not_allowed", "press", button, list("SBLFR"), error.text) from error
        self.events += events
        return events

    def chat(self, line: str) -> tuple[Event, ...]:
        """Carry out a chat command such as `!1 s b f s`; it stops at the first strike.

        Raises:
            NotationError: the line cannot be read. InputError: there is no such module here, or it is over.
        """
        number, buttons = floor2.logs.read_command(line)
        if self.module is None:
            raise InputError("not_allowed", "chat", line, Text("a practice bomb", "練習用の爆弾"))
        if number != INSTANCE:
            told = NO_SUCH.fill(number=number, here=INSTANCE)
            raise InputError("not_allowed", "chat", line, [f"!{INSTANCE}"], told)
        may = floor2.game.plan(self.module, buttons[0])
        if not may.value:
            raise InputError("not_allowed", "chat", line, [], may.steps[0].text)
        self.module, events, _ = floor2.logs.run_command(self.module, buttons)
        self.events += events
        return events

    def log(self) -> list[Event]:
        """The events for people to read: while the bomb ticks, only what the module has shown."""
        over = self.module is None or self.module.over
        return self.events if over else floor2.logs.as_shown(self.events)


class Rooms:
    """The rooms of this process."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []

    def create(self) -> Room:
        """A new room; beyond the limit the oldest room without pages goes."""
        if len(self.rooms) >= MOST_ROOMS:
            idle = next((r for r in self.rooms if not r.pages), None)
            if idle is None:
                raise InputError(
                    "out_of_range",
                    "rooms",
                    len(self.rooms),
                    Text(f"at most {MOST_ROOMS}", f"{MOST_ROOMS}まで"),
                )
            self.rooms.remove(idle)
        room = Room({seat: secrets.token_urlsafe(12) for seat in SEATS})
        self.rooms.append(room)
        return room

    def find(self, token: str) -> tuple[Room, str] | None:
        """The room and seat of a link, or None."""
        for room in self.rooms:
            for seat, link in room.links.items():
                if secrets.compare_digest(link.encode(), token.encode()):
                    return room, seat
        return None


ROOMS = Rooms()
