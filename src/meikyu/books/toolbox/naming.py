"""Names: a thing is called by its code, its English or its Japanese name, and near names are offered."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cached_property

from meikyu.core.words import code_of
from meikyu.errors import InputError, Text

SHOWN = 24
NEAR = 6


def _letters(code: str) -> str:
    """A code without its digits: some write every sign that is no letter as an underscore."""
    return "_".join("".join(c if c.isalpha() else " " for c in code).split())


class Register:
    """Things of one kind and what they are called.

    Args:
        names: both names by code.
        kind: what one of them is, for messages.
    """

    def __init__(self, names: Mapping[str, Text], kind: Text) -> None:
        self.names = names
        self.kind = kind

    @cached_property
    def _index(self) -> dict[str, str]:
        index: dict[str, str] = {}
        loose: dict[str, set[str]] = {}
        for code, name in self.names.items():
            for key in (code, code_of(name.en), code_of(name.ja)):
                index.setdefault(key, code)
                for like in (_letters(key), key.replace("_", "")):  # some leave the dots out
                    loose.setdefault(like, set()).add(code)
        for key, codes in loose.items():
            if len(codes) == 1:
                index.setdefault(key, next(iter(codes)))
        return index

    def find(self, text: str) -> str | None:
        """The code of the thing called so, or None."""
        code = code_of(text)
        return self._index.get(code) or self._index.get(code.replace("_", ""))

    def near(self, text: str) -> list[str]:
        """Names that come near, in both languages: those that hold the text, then those alike."""
        wanted = code_of(text)
        keys = [key for key in self._index if wanted and wanted in key]
        keys.sort(key=lambda key: (not key.startswith(wanted), len(key)))  # "ogr": the Ogre, then others
        holding = [self._index[key] for key in keys]
        alike = [self._index[k] for k in difflib.get_close_matches(wanted, self._index, NEAR, 0.55)]
        found = list(dict.fromkeys([*holding, *alike]))[:NEAR]
        return [self.shown(code) for code in found]

    def shown(self, code: str) -> str:
        """Both names on one line."""
        name = self.names[code]
        return f"{name.en} ({name.ja})"

    def need(self, field: str, text: str) -> str:
        """The code of the thing called so.

        Raises:
            InputError: nothing is; the nearest names, or all where they are few, are offered.
        """
        found = self.find(text)
        if found is not None:
            return found
        near = self.near(text)
        few = len(self.names) <= SHOWN
        allowed = list(self.names) if few else near or Text(f"a {self.kind.en}", self.kind.ja)
        hint = "、".join(near) if near else ""
        said = Text(
            f"{field}: no {self.kind.en} is called {text!r}"
            + (f"; nearest: {', '.join(near)}" if near else ""),
            f"{field}：「{text}」という{self.kind.ja}はありません" + (f"。近いもの：{hint}" if near else ""),
        )
        raise InputError("not_allowed", field, text, allowed, said)
