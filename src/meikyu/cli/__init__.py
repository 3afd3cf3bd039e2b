"""The command line, the only place that prints to a terminal; every part is imported when it is needed."""

from meikyu.cli.commands import app
from meikyu.cli.entry import main

__all__ = ["app", "main"]
