"""The asker's language: that of help texts and of faults in the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from typer.exceptions import TyperException

from meikyu.core.words import language
from meikyu.errors import Text


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


_USAGE = (
    (
        r"Invalid value for '(.+?)': .*greater than or equal to (\S+)",
        "{0}：使えない値です。使える値：{1}以上",
    ),
    (r"value for '(.+?)': .*less than or equal to (\S+)", "{0}：使えない値です。使える値：{1}以下"),
    (r"value for '(.+?)': .*valid integer", "{0}：使えない値です。使える値：整数"),
    (r"value for '(.+?)': .*?is not one of (.+?)\.?$", "{0}：使えない値です。使える値：{1}"),
    (r"No such command '(.+?)'", "そのような命令はありません：{0}"),
    (r"No such option: (\S+)", "そのような指定はありません：{0}"),
    (r"Missing (?:argument|option|parameter) '(.+?)'", "足りない引数があります：{0}"),
    (r"Option '(.+?)' requires an argument", "{0} には値が要ります"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", "余分な引数があります：{0}"),
)
"""The parser's own words, and the same in Japanese."""


def usage(error: TyperException, commands: Iterable[str]) -> Text:
    """What is wrong with the command line, and what is allowed where the parser says it."""
    said = error.format_message().replace("\n", " ").replace("Value error, ", "")
    japanese = f"使い方が違います（{said}）"
    for pattern, told in _USAGE:
        if found := re.search(pattern, said):
            japanese = told.format(*found.groups())
            break
    if said.startswith("No such command"):
        names = ", ".join(commands)
        return Text(f"{said} Commands: {names}", f"{japanese}。あるもの：{names}")
    return Text(said, japanese)
