"""The form for a new dungeon: start, size, seed, difficulty, name; each error stands at its field."""

from __future__ import annotations

import secrets
from decimal import Decimal
from pathlib import Path
from typing import Any

from nicegui import run, ui

from meikyu.books import keep
from meikyu.errors import InputError, MeikyuError, Text
from meikyu.web import dungeons, shell
from meikyu.web.i18n import attributes, say
from meikyu.web.state import HOUSE

SIZES = (96, 128, 192, 256)
USUAL_SIZE = 128
TILES = {"old_halls": "throne", "hunting_grounds": "gnoll", "ember_deep": "lava_0"}
SEEDS = 1 << 31


def whole_number(field: str, text: str, low: int, high: int) -> int:
    """The whole number a field holds.

    Raises:
        InputError: it holds none, or one out of range.
    """
    try:
        number = Decimal(text.strip())
        fits = low <= number <= high and number == number.to_integral_value()
        value = int(number) if fits else low - 1
    except (ArithmeticError, ValueError):
        value = low - 1
    if not low <= value <= high:
        raise InputError(
            "out_of_range",
            field,
            text,
            Text(f"a whole number, {low} to {high}", f"整数（{low}〜{high}）"),
            Text(
                f'"{text}" does not fit: a whole number from {low} to {high}',
                f"「{text}」は使えません。{low}から{high}までの整数を入れてください",
            ),
        )
    return value


class Field:
    """A labelled input with its error below it.

    Args:
        name: field name as errors give it.
        label: what stands above it.
        value: what it begins with.
        hint: what stands in it while it is empty.
    """

    def __init__(self, name: str, label: Text, value: str = "", hint: str = "") -> None:
        self.name = name
        with ui.element("div").classes("field"):
            say(label, "span", "lbl")
            self.input = ui.input(value=value, placeholder=hint).props("outlined dense dark")
            self.input.props(f'aria-label="{label.ja} / {label.en}"').mark(f"field-{name}")
            self.below = ui.element("span")

    @property
    def text(self) -> str:
        """What it holds."""
        return str(self.input.value or "")

    def wrong(self, text: Text | None) -> None:
        """Show an error, or take it away."""
        self.below.clear()
        self.input.props(remove="error") if text is None else self.input.props("error")
        if text is not None:
            with self.below:
                say(text, classes="fault", role="alert")
            self.input.run_method("focus")


class Choice:
    """One of several buttons.

    Args:
        label: what the group is called.
        options: labels by value.
        value: what it begins with.
        notes: what choosing each means, where that wants a word.
    """

    def __init__(
        self, label: Text, options: dict[str, Text], value: str, notes: dict[str, Text] | None = None
    ) -> None:
        self.value = value
        self.notes = notes or {}
        self.buttons: dict[str, ui.element] = {}
        with ui.element("div").classes("field"):
            say(label, "span", "lbl")
            with attributes(ui.element("div").classes("seg"), role="group", aria_label=label):
                for key, text in options.items():
                    made = say(text, "button", type="button").mark(f"choose-{key}")
                    made.on("click", lambda _, k=key: self.choose(k))
                    self.buttons[key] = made
            self.below = ui.element("span").props("aria-live=polite")
        self.choose(value)

    def choose(self, value: str) -> None:
        """Take this one."""
        self.value = value
        for key, button in self.buttons.items():
            button.classes(add="on") if key == value else button.classes(remove="on")
            button.props(f"aria-pressed={'true' if key == value else 'false'}")
        self.below.clear()
        if value in self.notes:
            with self.below:
                say(self.notes[value], classes="cap dim")


class NewKeepForm:
    """The whole form."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.starts = keep.BOOK.table("start")
        self.start = self.starts[0]["id"]
        self.busy = False

    def build(self) -> None:
        """Put it up."""
        with ui.element("div").classes("scroll form"):
            with attributes(
                ui.element("div").classes("starts"), role="group", aria_label=Text("Start", "始め方")
            ):
                self.cards = {row["id"]: self._start_card(row) for row in self.starts}
            with ui.element("div").classes("two"):
                self.name = Field("name", Text("Name", "名前"), dungeons.free_name(dungeons.NAME, self.lang))
                self.name.input.props("autofocus")
                rows = keep.BOOK.toml("difficulty")
                names, notes = ({k: Text(**r[what]) for k, r in rows.items()} for what in ("name", "about"))
                self.difficulty = Choice(Text("Difficulty", "難しさ"), names, "normal", notes)
            with ui.element("div").classes("two"):
                sizes = {str(s): Text(f"{s} x {s}", f"{s}×{s}") for s in SIZES}
                self.size = Choice(
                    Text("Size", "広さ"), sizes | {"own": Text("own", "自由")}, str(USUAL_SIZE)
                )
                self.seed = Field("seed", Text("Seed (empty: any)", "種（空なら自動）"), hint="1234")
            self.own = ui.element("div").classes("two")
            with self.own:
                self.width = Field("width", Text("Width, 48 to 512", "幅（48〜512）"), str(USUAL_SIZE))
                self.height = Field("height", Text("Height, 48 to 512", "高さ（48〜512）"), str(USUAL_SIZE))
            self.own.set_visibility(False)
            for key, button in self.size.buttons.items():
                button.on("click", lambda _, k=key: self.own.set_visibility(k == "own"))
        self.told = ui.element("div").props("role=status")
        with ui.element("div").classes("row"):
            begin = say(
                Text("Begin", "始める"), "button", "btn pri big right wide", type="button", id="begin"
            )
            begin.mark("begin").on("click", self.begin)
        self._mark()

    def _start_card(self, row: dict[str, str]) -> ui.element:
        with ui.element("button").classes("startcard").props("type=button") as made:
            shell.icon(TILES.get(row["id"], "throne"), 48)
            with ui.element("div"):
                with ui.element("div").classes("row"):
                    say(Text(row["name_en"], row["name_ja"]), "b")
                    stars = "●" * int(row["hardness"])
                    hard = say(Text(stars, stars), classes="cap amber")
                    attributes(
                        hard,
                        aria_label=Text(f"hardness {row['hardness']} of 3", f"難度 {row['hardness']}／3"),
                    )
                say(Text(row["intro_en"], row["intro_ja"]), "p", "cap")
                say(_band(row), "p", "cap dim")
        made.mark(f"start-{row['id']}")
        made.on("click", lambda: self._choose(row["id"]))
        return made

    def _choose(self, start: str) -> None:
        self.start = start
        self._mark()

    def _mark(self) -> None:
        for key, card in self.cards.items():
            card.classes(add="on") if key == self.start else card.classes(remove="on")
            card.props(f"aria-pressed={'true' if key == self.start else 'false'}")

    def options(self) -> tuple[dict[str, Any], list[MeikyuError]]:
        """What `Session.new` wants, and what is wrong with the fields; all of them are read."""
        wrong: list[MeikyuError] = []

        def read(field: Field, low: int, high: int) -> int:
            try:
                return whole_number(field.name, field.text, low, high)
            except InputError as error:
                wrong.append(error)
                return low

        if self.size.value == "own":
            width, height = read(self.width, 48, 512), read(self.height, 48, 512)
        else:
            width = height = int(self.size.value)
        given = self.seed.text.strip()
        seed = read(self.seed, 0, (1 << 63) - 1) if given else secrets.randbelow(SEEDS)
        options = {
            "seed": seed,
            "start": self.start,
            "width": width,
            "height": height,
            "difficulty": self.difficulty.value,
        }
        return options, wrong

    async def begin(self) -> None:
        """Make the dungeon and go there; errors go to their fields, and what was typed stays."""
        if self.busy:
            return
        for field in (self.name, self.seed, self.width, self.height):
            field.wrong(None)
        options, wrong = self.options()
        try:
            path = dungeons.path_for(self.name.text)
        except InputError as error:
            wrong.insert(0, error)
        else:
            if not wrong:
                wrong = await self._dig(path, options)
        if self.told.is_deleted:
            return
        if wrong:
            self._tell(wrong)
        else:
            ui.navigate.to("/keep")

    async def _dig(self, path: Path, options: dict[str, Any]) -> list[MeikyuError]:
        """Make the dungeon; what went wrong with it."""
        self.busy = True
        self.told.clear()
        with self.told:
            say(Text("Digging the dungeon", "魔殿を掘っています"), classes="st note")
        try:
            await run.io_bound(lambda: HOUSE.create(path, **options))
        except MeikyuError as error:
            return [error]
        finally:
            self.busy = False
        return []

    def _tell(self, wrong: list[MeikyuError]) -> None:
        """Show each error at its field; the first of them takes the focus."""
        fields = {f.name: f for f in (self.name, self.seed, self.width, self.height)}
        self.told.clear()
        for error in reversed(wrong):
            field = fields.get(getattr(error, "field", ""))
            if field is not None:
                field.wrong(error.text)
            else:
                with self.told:
                    say(error.text, classes="st bad wraps", role="alert")


def _band(row: dict[str, str]) -> Text:
    """Who comes along, from the start's row."""
    names = {r["id"]: r for r in keep.BOOK.table("species")}
    parts = [part.partition(":") for part in row["band"].split(";") if part]
    en = ", ".join(f"{n} {names[kind]['name_en'].lower()}{'s' * (n != '1')}" for kind, _, n in parts)
    ja = "、".join(f"{names[kind]['name_ja']}{count}" for kind, _, count in parts)
    return Text(en, ja)
