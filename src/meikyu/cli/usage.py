"""The asker's language: that of help texts and of faults in the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from typer.exceptions import TyperException

from meikyu.core.words import language
from meikyu.errors import InputError, Text


def localized(command: Any, lang: str) -> Any:
    """The command with its help texts in one language."""

    def half(text: str | None) -> str | None:
        parts = (text or "").split("¦")
        return parts[-1 if lang == "ja" else 0].strip() or None

    command.help = half(command.help)
    for param in command.params:
        if getattr(param, "help", None):
            param.help = half(param.help)
    for inner in getattr(command, "commands", {}).values():
        localized(inner, lang)
    return command


def said_language(args: list[str]) -> str:
    """The language of an error: what `--lang` says, readable or not, else the environment's."""
    for i, arg in enumerate(args):
        if arg.startswith("--lang="):
            return language(arg.removeprefix("--lang="))
        if arg == "--lang" and i + 1 < len(args):
            return language(args[i + 1])
    return language()


_VALUES = (
    (r"greater than or equal to (\S+)", Text("{n} or more", "{n}以上")),
    (r"less than or equal to (\S+)", Text("at most {n}", "{n}以下")),
    (r"valid integer()", Text("a whole number", "整数")),
    (r"is not one of (.+?)\.?$", Text("{n}", "{n}")),
)
"""What the parser says of the value of an option, and what is allowed."""

_USAGE = (
    (r"No such command '(.+?)'", "そのような命令はありません：{0}"),
    (r"No such option: (\S+)", "そのような指定はありません：{0}"),
    (r"Missing (?:argument|option|parameter) '(.+?)'", "足りない引数があります：{0}"),
    (r"Option '(.+?)' requires an argument", "{0} には値が要ります"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", "余分な引数があります：{0}"),
)
"""The parser's own words, and the same in Japanese."""


def usage(error: TyperException, words: list[str], commands: Iterable[str]) -> InputError:
    """What is wrong with the command line, and what is allowed where the parser says it."""
    said = error.format_message().replace("\n", " ").replace("Value error, ", "")
    if value := re.match(r"Invalid value for '(--\S+?)'[^:]*: (.+)", said):
        option, fault = value.groups()
        got = next((w for was, w in pairwise([*words, ""]) if was == option), "")
        got = next((w.partition("=")[2] for w in words if w.startswith(f"{option}=")), got)
        for pattern, allowed in _VALUES:
            if found := re.search(pattern, fault):
                return InputError("usage", option, got, allowed.fill(n=found[1].replace("'", "")))
    return InputError("usage", "", " ".join(words), "meikyu --help", _misused(said, commands))


def _misused(said: str, commands: Iterable[str]) -> Text:
    """What the parser says, in both languages; the commands there are beside one that is not."""
    japanese = f"使い方が違います（{said}）"
    for pattern, told in _USAGE:
        if found := re.search(pattern, said):
            japanese = told.format(*found.groups())
            break
    if said.startswith("No such command"):
        names = ", ".join(commands)
        return Text(f"{said} Commands: {names}", f"{japanese}。あるもの：{names}")
    return Text(said, japanese)
