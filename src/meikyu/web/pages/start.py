"""The start page: go on, begin a new keep, learn in five minutes, all dungeons, and the way on."""

from __future__ import annotations

from typing import Any, NamedTuple

from nicegui import run, ui
from starlette.requests import Request

from meikyu.books import by_name
from meikyu.errors import MeikyuError, Text
from meikyu.web import dungeons, encyclopaedia, shell
from meikyu.web.dungeons import Saved
from meikyu.web.i18n import attributes, language_of, say
from meikyu.web.pages.newkeep import NewKeepForm
from meikyu.web.state import HOUSE


class Card(NamedTuple):
    """One of the six cards.

    Args:
        section: id of the section it opens.
        tile: its picture.
        title, text: its words; `{rules}` becomes the number of all rules.
    """

    section: str
    tile: str
    title: Text
    text: Text


CARDS = (
    Card(
        "prison",
        "prisoner",
        Text("Prison", "牢"),
        Text(
            "Play a captured adventurer; see what opens release, rescue and escape.",
            "捕らえられた冒険者で遊ぶ。釈放、救出、脱獄の条件を計算する。",
        ),
    ),
    Card(
        "gm",
        "ui_d20",
        Text("Gamemaster tools", "ゲームマスターの道具"),
        Text(
            "Journeys, encounters, traps, contagions, poisons, with exact odds.",
            "旅、遭遇、罠、疫病、毒。確率は正確に。",
        ),
    ),
    Card(
        "floor2",
        "ui_guard",
        Text("Dungeon 2nd Floor", "ダンジョン・2F"),
        Text(
            "Practise the defusal module, alone or with a partner far away.",
            "爆弾解除の練習。解除役と分析役で、離れていても。",
        ),
    ),
    Card(
        "table",
        "adv_fighter",
        Text("Shared table", "戦場"),
        Text(
            "A one-metre square map; players join with one link.",
            "1マス1メートルの地図を、招待リンクひとつで。",
        ),
    ),
    Card(
        "rules",
        "ui_rules",
        Text("Rules", "仕組み辞典"),
        Text("{rules} rules with source and worked example.", "{rules}の掟。出典、例、いまの状態から引く。"),
    ),
    Card(
        "lab",
        "item_gem",
        Text("Lab", "実験"),
        Text(
            'Ask "what if" many thousand times and share the chart.',
            "「もしも」を何千回も。結果は卓に貼れる。",
        ),
    ),
)

WORDS = Text(
    "The dungeon is alive. Rule it as its lord, question every rule, and take it to your table. "
    "Every answer comes with its reasons.",
    "ダンジョンは生きています。魔王として治め、掟をひとつずつ問い、卓へ持ち出してください。"
    "すべての答えに、理由がつきます。",
)


NONE_OPEN = Text(
    "No keep is open. Continue one or begin a new one.",
    "開いている魔殿がありません。続きから始めるか、新しく作ってください。",
)


class StartPage:
    """The page of one reader: what lies over it, and the dungeons it lists."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def build(self) -> None:
        """Put the page up."""
        saved = dungeons.listed()
        with ui.element("section").classes("hero"):
            live = "yes" if HOUSE.session is not None else None
            attributes(ui.element("canvas").classes("bg"), id="hero", aria_hidden="true", data_live=live)
            with ui.element("div").classes("in"):
                say(Text("迷宮", "迷宮"), "h1")
                say(Text("MEIKYU", "MEIKYU"), "div", "en")
                say(WORDS, "p")
                with ui.element("div").classes("row wrap"):
                    self._buttons(saved)
                self.step = ui.element("div").classes("step").props("role=status")
                attributes(ui.element("div").classes("cap"), id="ready", role="status")
        with ui.element("div").classes("cards"):
            for card in CARDS:
                _card(card)
        self.veil = ui.element("div").classes("veil")
        self.veil.set_visibility(False)
        self.veil.on("keydown.escape", self.close)

    def _buttons(self, saved: list[Saved]) -> None:
        good = [s for s in saved if not s.fault]
        if good:
            first = good[0]
            with ui.element("button").classes("btn pri big").props("type=button") as button:
                say(Text("Continue", "続きから"))
                say(first.clock, classes="when")
            attributes(button, title=Text(first.name, first.name), id="continue")
            button.mark("continue").on("click", lambda: self.enter(first))
        new = say(
            Text("New keep", "新しい魔殿"), "button", "btn big" + ("" if good else " pri"), type="button"
        )
        new.mark("new-keep").on("click", self.new_keep)
        learn = say(Text("Learn in 5 minutes", "5分で覚える"), "button", "btn big", type="button")
        learn.mark("learn").on("click", lambda: ui.navigate.to("/lesson"))
        if saved:
            label = Text(f"All keeps ({len(saved)})", f"すべての魔殿（{len(saved)}）")
            every = say(label, "button", "btn ghost allkeeps", type="button")
            every.mark("all-keeps").on("click", self.all_keeps)

    async def enter(self, saved: Saved) -> None:
        """Open a dungeon and go to it; a broken one says what is wrong."""
        self.tell(Text("Opening the dungeon", "魔殿を開いています"))
        try:
            await run.io_bound(HOUSE.open, saved.path)
        except MeikyuError as error:
            if not self.step.is_deleted:
                self.fault(error.text)
            return
        if not self.step.is_deleted:
            ui.navigate.to("/keep")

    def tell(self, text: Text) -> None:
        """Name the step that takes a moment."""
        self.step.clear()
        with self.step:
            say(text, classes="st note")

    def fault(self, text: Text) -> None:
        """Say what went wrong, where the reader is looking."""
        self.step.clear()
        with self.step:
            say(text, classes="st bad wraps", role="alert")

    def close(self) -> None:
        """Take the panel away."""
        self.veil.set_visibility(False)
        self.veil.clear()

    def _panel(self, title: Text, classes: str) -> ui.element:
        self.veil.clear()
        self.veil.set_visibility(True)
        with self.veil:
            box = ui.element("section").classes(f"px float panel {classes}")
            attributes(box, role="dialog", aria_label=title)
            with box, ui.element("div").classes("row between"):
                say(title, "h2")
                shut = say(Text("×", "×"), "button", "btn sm ghost", type="button")
                attributes(shut, aria_label=Text("Close", "閉じる"))
                shut.on("click", self.close)
        return box

    def new_keep(self) -> None:
        """The form for a new dungeon."""
        with self._panel(Text("New keep", "新しい魔殿"), "newkeep"):
            NewKeepForm(self.lang).build()

    def all_keeps(self) -> None:
        """Every dungeon of the folder: open, rename, delete."""
        with self._panel(Text("All keeps", "すべての魔殿"), "keeps"):
            listing = ui.element("div").classes("scroll")
            self._fill(listing)

    def _fill(self, listing: ui.element) -> None:
        listing.clear()
        with listing:
            rows = dungeons.listed()
            if not rows:
                say(Text("No keep yet. Begin one.", "まだ魔殿がありません。新しく始めてください。"), "p")
            for saved in rows:
                self._row(saved, listing)

    def _row(self, saved: Saved, listing: ui.element) -> None:
        with ui.element("div").classes("keeprow"):
            with ui.element("div").classes("grow"):
                say(Text(saved.name, saved.name), "b")
                say(saved.fault or saved.about, classes="cap" + (" bad" if saved.fault else ""))
            fault = ui.element("div")
            if not saved.fault:
                go = say(Text("Open", "開く"), "button", "btn sm pri", type="button")
                go.on("click", lambda: self.enter(saved))
                rename = say(Text("Rename", "名前を変える"), "button", "btn sm", type="button")
                rename.on("click", lambda: self._ask_name(saved, listing, fault))
            delete = say(Text("Delete", "消す"), "button", "btn sm ghost", type="button")
            delete.on("click", lambda: self._ask_delete(saved, listing, fault))

    def _ask_name(self, saved: Saved, listing: ui.element, place: ui.element) -> None:
        place.clear()
        with place, ui.element("div").classes("row"):
            name = ui.input(value=saved.name).props('outlined dense dark aria-label="名前 / Name"')
            wrong = ui.element("span")

            async def rename() -> None:
                try:
                    await run.io_bound(dungeons.rename, saved, str(name.value))
                except MeikyuError as error:
                    wrong.clear()
                    with wrong:
                        say(error.text, classes="fault", role="alert")
                    return
                self._fill(listing)

            say(Text("Keep this name", "この名前にする"), "button", "btn sm pri", type="button").on(
                "click", rename
            )

    def _ask_delete(self, saved: Saved, listing: ui.element, place: ui.element) -> None:
        place.clear()
        with place, ui.element("div").classes("row"):
            say(
                Text("Delete it for good? This cannot be undone.", "完全に消しますか。元には戻せません。"),
                classes="warn",
            )

            async def delete() -> None:
                try:
                    await run.io_bound(dungeons.delete, saved)
                except MeikyuError as error:
                    self.fault(error.text)
                self._fill(listing)

            say(Text("Delete for good", "完全に消す"), "button", "btn sm", type="button").on("click", delete)
            say(Text("Keep it", "残す"), "button", "btn sm ghost", type="button").on("click", place.clear)


def _card(card: Card) -> None:
    section = next(s for s in shell.SECTIONS if s.id == card.section)
    built = shell.is_built(section.path)
    path = section.path if built or not section.book else f"/rules?book={section.book}&for={section.id}"
    total = f"{encyclopaedia.total_rules():,}"
    with attributes(ui.element("a").classes("c px"), href=path):
        shell.icon(card.tile, 64, classes="ic")
        with ui.element("div"):
            say(card.title, "h3")
            say(card.text.fill(rules=total), "p")
            if not built:
                say(_later(section), classes="cap later")


def _later(section: shell.Section) -> Text:
    if not section.book:
        return Text("Not built yet: opens the rules", "まだありません：仕組み辞典が開きます")
    count = len(by_name()[section.book].catalogue.entries)
    return Text(f"Not built yet: opens its {count:,} rules", f"まだありません：{count:,}の掟が読めます")


def attach(app: Any) -> None:
    """Register the page."""

    @ui.page("/")
    def start(request: Request) -> None:
        with shell.frame(request, "", bare=True, scripts=("start.js",), styles=("start.css",)) as lang:
            page = StartPage(lang)
            page.build()
            if request.query_params.get("open") == "none" and HOUSE.session is None:
                page.tell(NONE_OPEN)
            if request.query_params.get("fault"):
                page.fault(Text(*[request.query_params["fault"]] * 2))

    @app.get("/web/ready")
    def ready(request: Request) -> dict[str, str]:
        return {"step": HOUSE.step.say(language_of(request, HOUSE.lang)) if HOUSE.step else ""}
