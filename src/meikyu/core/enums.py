"""Enums that are read many times a tick."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

Kind = TypeVar("Kind", bound=type[Enum])


def quick(kind: Kind) -> Kind:
    """Have the members of an enum found as plain attributes of its class.

    Python 3.11 looks each of them up through a method of the metaclass; later versions do as this does.
    """
    for member in kind:
        type.__setattr__(kind, member.name, member)
    return kind
