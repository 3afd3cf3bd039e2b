"""What every gamemaster's page shares: heading, sub navigation, the script's place, the licence at the foot.

A desk's page is `with nav.desk(request, "traps", scripts=(...,), styles=(...,)): ...`; its script fills the
element `#desk` and may put buttons into `#deskend`, at the end of the sub navigation.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple

from nicegui import ui
from starlette.requests import Request

from meikyu.books import toolbox
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.web import shell
from meikyu.web.i18n import attributes, say


class Desk(NamedTuple):
    """One desk of the sub navigation.

    Args:
        id: short name; label: what the sub navigation shows; title: the page's heading.
    """

    id: str
    label: Text
    title: Text

    @property
    def path(self) -> str:
        """Address of the desk's page."""
        return f"/gm/{self.id}"


DESKS = (
    Desk("journey", Text("Journey", "旅"), Text("Journey", "旅の計画")),
    Desk("encounter", Text("Encounter", "遭遇"), Text("Encounter builder", "遭遇を組む")),
    Desk("traps", Text("Traps", "罠"), Text("Trap desk", "罠の卓")),
    Desk("contagions", Text("Contagions", "疫病"), Text("Contagion desk", "疫病の卓")),
    Desk("poisons", Text("Poisons", "毒"), Text("Poison desk", "毒の卓")),
    Desk("hazards", Text("Hazards", "危険"), Text("Hazards", "環境の危険")),
    Desk("backgrounds", Text("Backgrounds", "背景"), Text("Background builder", "背景を作る")),
    Desk("session", Text("Session", "セッション"), Text("Session sheet", "セッション表")),
)


@contextmanager
def desk(
    request: Request | None, active: str, *, scripts: tuple[str, ...] = (), styles: tuple[str, ...] = ()
) -> Generator[str]:
    """Put a desk's page up; gives the language to begin with.

    Args:
        request: the request of the page, for its language.
        active: id of the desk.
        scripts: ES modules of the desk below `/static`.
        styles: its style sheets beyond `gm.css`.
    """
    here = next(one for one in DESKS if one.id == active)
    sheets = ("gm.css", *styles)
    framed = shell.frame(request, "gm", title=here.title, scripts=scripts, styles=sheets)
    with framed as lang, ui.element("div").classes("gmpage"):
        with ui.element("div").classes("sub gmsub"):
            say(here.title, "h1")
            _links(active)
            attributes(ui.element("span").classes("right row"), id="deskend")
        with attributes(ui.element("div").classes("gmdesk"), id="desk"):
            yield lang
        foot()


def _links(active: str) -> None:
    with attributes(ui.element("nav").classes("gmlinks"), aria_label=Text("Desks", "卓")):
        for one in DESKS:
            if one.id != active and not shell.is_built(one.path):
                continue
            link = say(one.label, "a", "on" if one.id == active else "", href=one.path)
            if one.id == active:
                attributes(link, aria_current="page")


@rule("SRD-DAT-08")
def foot() -> ui.element:
    """The words that the licence of the rules wants, at the foot of a page and of its print."""
    return say(toolbox.attribution(), "footer", "gmfoot cap")
