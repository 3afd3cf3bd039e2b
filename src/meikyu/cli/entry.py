"""The way in and out: words to a command, what went wrong to a message and an exit code."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import typer
from typer.exceptions import TyperException

from meikyu import __version__
from meikyu.cli.commands import app
from meikyu.cli.output import print_json, print_lines, silence
from meikyu.cli.usage import localized, said_language, usage
from meikyu.errors import InputError, MeikyuError, Text


def main(args: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0 done, 2 bad input, 1 our own fault."""
    words = sys.argv[1:] if args is None else args
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = _run(words)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
    sys.exit(code)


def _run(words: list[str]) -> int:
    lang = said_language(words)
    if words in (["--version"], ["-V"]):
        print_lines(f"meikyu {__version__}")
        return 0
    if not words or words[0].startswith("-"):
        words = ["--help"] if {"--help", "-h"} & set(words) else ["play", *words]
    try:
        command = localized(typer.main.get_command(app), lang)
        result = command.main(
            args=["--help" if w == "-h" else w for w in words], prog_name="meikyu", standalone_mode=False
        )
        return result if isinstance(result, int) else 0
    except BrokenPipeError:
        silence()
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except MeikyuError as error:
        _fail(error, words, lang)
        return 2
    except TyperException as error:
        names = [str(made.callback.__name__) for made in app.registered_commands if made.callback]
        _fail(usage(error, words, names), words, lang)
        return 2
    except Exception as error:
        return _our_fault(error, words, lang)


def _fail(error: MeikyuError, words: list[str], lang: str) -> None:
    if "--json" in words:
        from meikyu.core.asking import error_object

        print_json(error_object(error, lang))
    else:
        said = error.say_all(lang) if isinstance(error, InputError) else error.say(lang)
        sys.stderr.write(" ".join(said.split("\n")) + "\n")


def _our_fault(error: Exception, words: list[str], lang: str) -> int:
    """Say that something went wrong on our side, and how to report it."""
    import traceback

    at = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno}, {at.name})"
    said = Text(
        f"Something in Meikyu itself went wrong: {where}. Please report this line, the command "
        f"`meikyu {' '.join(words)}` and version {__version__}; MEIKYU_TRACE=1 shows more.",
        f"迷宮の中で思わぬことが起きました：{where}。この行と、命令 `meikyu {' '.join(words)}`、"
        f"版 {__version__} をお知らせください。MEIKYU_TRACE=1 で詳しく出ます。",
    )
    if os.environ.get("MEIKYU_TRACE"):
        traceback.print_exception(error)
    if "--json" in words:
        cells = {"kind": "internal", "field": "", "got": None, "allowed": None, "message": said.say(lang)}
        print_json({"error": cells})
    else:
        sys.stderr.write(said.say(lang) + "\n")
    return 1
