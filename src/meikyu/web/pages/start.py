"""The start page: go on, begin a new keep, learn, and the way to everything else."""

from __future__ import annotations

from typing import Any

from nicegui import ui
from starlette.requests import Request

from meikyu.web import shell


def attach(app: Any) -> None:
    """Register the page."""

    @ui.page("/")
    def start(request: Request) -> None:
        with shell.frame(request, ""):
            pass
