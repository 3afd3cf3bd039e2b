"""What the commands write: lines, JSON, and a bar while one waits."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any


def print_lines(lines: str | Iterable[str]) -> None:
    """Write lines to standard output."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    sys.stdout.write(text + "\n")


def print_json(value: Any) -> None:
    """Write one JSON object to standard output."""
    from meikyu.core.telling import as_json

    print_lines(as_json(value))


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error where that is a terminal; told (done, total)."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def silence() -> None:
    """Drop what is still to be written: the reader of standard output has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
