"""Readable logs of a defusal, its history, and commands typed in chat."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from meikyu.books.floor2 import game
from meikyu.books.floor2.codex import BUTTONS, codex
from meikyu.books.floor2.game import Module
from meikyu.books.floor2.stages import ZONE_NAMES
from meikyu.core.log import Event
from meikyu.core.ruling import rule
from meikyu.errors import NotationError, Text

MODULE = "Dungeon 2nd Floor"
_WORDS = {name: letter for letter, text in BUTTONS.items() for name in (letter.lower(), text.en, text.ja)}


def _lines(event: Event) -> list[Text]:
    a = event.args
    if event.kind == "stage":
        zone = ZONE_NAMES[a["zone"]] if a["zone"] else Text("dark", "消灯")
        seen = [
            Text(f"Stage {a['stage']}", f"ステージ {a['stage']}"),
            Text(f"Zone = {zone.en}", f"ゾーン = {zone.ja}"),
        ]
        if "dice" not in a:
            return seen
        return [
            *seen,
            Text(f"Roll = {a['dice']}", f"目 = {a['dice']}"),
            Text(f"Level = {a['level']}", f"レベル = {a['level']}"),
        ]
    if event.kind == "fight" and "monster" not in a:
        return [Text("A fight", "戦闘")]
    if event.kind == "fight":
        name = codex()[a["monster"]].name
        return [Text(f"Fighting {name.en}", f"戦闘 {name.ja}")]
    if event.kind == "fight_won" and "s" not in a:
        return [Text("End of fight", "戦闘終了")]
    if event.kind == "fight_won":
        told = f"s = {a['s']}, b = {a['b']}, m = {a['m']}"
        return [Text(f"End of fight: {told}", f"戦闘終了：{told}")]
    if event.kind == "auto_win":
        return [Text("Fight won at once", "戦闘は自動的に勝利")]
    if event.kind in ("wrong_move", "wrong_action"):
        got = BUTTONS[a["pressed"]]
        what = (
            Text("Wrong move", "間違った移動")
            if event.kind == "wrong_move"
            else Text("Wrong action", "間違った行動")
        )
        if "wanted" not in a:
            return [Text(f"{what.en}: pressed {got.en}", f"{what.ja}：{got.ja} を押した")]
        want = BUTTONS[a["wanted"]]
        return [
            Text(
                f"{what.en}: pressed {got.en}, expected {want.en}",
                f"{what.ja}：{got.ja} を押した。正しくは {want.ja}",
            )
        ]
    if event.kind == "solved":
        return [Text("Module solved", "モジュール解除")]
    if event.kind == "exploded":
        return [Text("The bomb exploded", "爆弾が爆発した")]
    if event.kind == "timeout":
        return [Text("Time ran out", "時間切れ")]
    return []


_MANUALS = frozenset({"dice", "level", "monster", "wanted", "s", "b", "m"})


def as_shown(events: Iterable[Event]) -> list[Event]:
    """The events without what only the manual tells: all that may be read while the bomb still ticks."""
    return [e._replace(args={k: v for k, v in e.args.items() if k not in _MANUALS}) for e in events]


@rule("FL2-LOG-01", "FL2-LOG-02")
def log_lines(events: Iterable[Event], instance: int = 1, lang: str = "en") -> list[str]:
    """The log of a course: stages, fights, strikes and the solve, each line headed by module and instance."""
    head = f"[{MODULE} #{instance}]"
    return [f"{head} {text.say(lang)}" for event in events for text in _lines(event)]


@rule("FL2-LOG-03")
def read_command(text: str) -> tuple[int, list[str]]:
    """The instance number and the buttons of a chat command such as `!1 s b f s`.

    Raises:
        NotationError: no number, no button, or a word that is no button; keeps its position.
    """
    clean = unicodedata.normalize("NFKC", text)
    match = re.match(r"\s*!?(\d{1,9})\s+(?=\S)", clean)
    if not match:
        raise NotationError(
            Text(
                "A command is a number and then buttons, such as !1 s b f s",
                "命令は番号とボタン。例：!1 s b f s",
            ),
            0,
        )
    buttons: list[str] = []
    for word in re.finditer(r"\S+", clean[match.end() :]):
        letter = _WORDS.get(word.group().casefold())
        if letter is None:
            known = "sword/s, shield/b, left/l, forward/f, right/r"
            raise NotationError(
                Text(
                    f"{word.group()!r} is no button; there are {known}",
                    f"{word.group()!r} というボタンは無い。{known}",
                ),
                match.end() + word.start(),
            )
        buttons.append(letter)
    return int(match.group(1)), buttons


@rule("FL2-LOG-03")
def run_command(state: Module, buttons: list[str]) -> tuple[Module, tuple[Event, ...], int]:
    """The module after pressing the buttons in order, stopping at the first strike or the end.

    Returns:
        The module, the events, and how many buttons were pressed.
    """
    events: list[Event] = []
    pressed = 0
    for button in buttons:
        if state.over:
            break
        strikes = state.strikes
        state, more = game.apply(state, button)
        events += more
        pressed += 1
        if state.strikes > strikes:
            break
    return state, tuple(events), pressed


@rule("FL2-LOG-04")
def history(events: Iterable[Event]) -> list[dict[str, Any]]:
    """What can be asked for after the solve: colour and dice value of each stage, the enemy in each gap."""
    rows: list[dict[str, Any]] = []
    for event in events:
        if event.kind == "stage":
            rows.append(
                {k: event.args[k] for k in ("stage", "zone", "dice", "level")}
                | {"enemy": None, "auto": False}
            )
        elif event.kind == "fight":
            rows[-1]["enemy"] = event.args["monster"]
        elif event.kind == "auto_win":
            rows[-1]["auto"] = True
    return rows
