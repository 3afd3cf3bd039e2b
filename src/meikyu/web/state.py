"""What the running web process holds: the data folder, the open dungeon and its settings."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meikyu.errors import SaveError, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from meikyu.core.log import Event
    from meikyu.realm.session import Session

FAST = 3
"""From this speed on letters of danger stop the clock; as fast as it goes is fast too."""


@dataclass
class House:
    """The one dungeon that is open in this process, and where dungeons lie.

    Attributes:
        data: folder of the save files; None for the platform's own.
        session: the running dungeon, or None while none is open.
        step: what is being prepared in the background, or None when all is ready.
        lang: language for readers whose browser names none of ours.
        warming: held while kernels are compiled; two threads that compile and import at once may block each
            other for ever, so dungeons are begun and opened after it.
    """

    data: Path | None = None
    session: Session | None = None
    step: Text | None = None
    lang: str = "ja"
    warming: threading.Lock = field(default_factory=threading.Lock)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def require(self) -> Session:
        """The open dungeon.

        Raises:
            SaveError: none is open.
        """
        if self.session is None:
            raise SaveError(Text("No dungeon is open", "開いている魔殿がありません"))
        return self.session

    def open(self, path: Path) -> Session:
        """Open a saved dungeon; the one open before is closed and saved first."""
        from meikyu.realm.session import Session

        with self.warming, self._turn:
            if self.session is not None:
                if self.session.path == path:
                    return self.session
                self.session.close()
                self.session = None
            self.session = Session.open(path)
            self.session.listen(_clock_keeper(self.session))
            return self.session

    def create(self, path: Path | None = None, **options: Any) -> Session:
        """Begin a new dungeon; the one open before is closed and saved first."""
        from meikyu.realm.session import Session

        with self.warming, self._turn:
            made = Session.new(path, data=self.data, **options)
            if self.session is not None:
                self.session.close()
            self.session = made
            made.listen(_clock_keeper(made))
            return made

    def close(self) -> None:
        """Save and close the open dungeon, if any."""
        with self._turn:
            if self.session is not None:
                self.session.close()
                self.session = None


def _clock_keeper(session: Session) -> Callable[[list[Event]], None]:
    """What stops a fast clock when a letter comes that the lord wants it stopped for."""
    from meikyu.realm.systems.letters import pauses

    def hear(events: list[Event]) -> None:
        fast = session.speed < 0 or session.speed >= FAST
        if fast and any(e.kind == "letter" and pauses(session.world, str(e.args["kind"])) for e in events):
            session.speed = 0

    return hear


HOUSE = House()
