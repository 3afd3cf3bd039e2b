"""Rule ids on functions, and rulings: a value with the steps that led to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from meikyu.errors import Text

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def rule(*ids: str) -> Callable[[F], F]:
    """Declare which rules a function carries out; the function comes back unchanged.

    The catalogue finds the declarations in the sources (`meikyu.core.catalogue.declared`), so a tag costs
    nothing when called and numba compiles the function as it stands.

    Args:
        ids: rule ids such as "KEP-FOOD-20".
    """

    def tag(function: F) -> F:
        return function

    if not ids:
        raise TypeError("rule() needs at least one rule id")
    return tag


class Step(NamedTuple):
    """One reason of a ruling.

    Args:
        rule: id of the rule that gives the step.
        what: snake_case name of the quantity or finding.
        value: its value, JSON-like.
        text: what a person should read; the rule's own text when left out.
    """

    rule: str
    what: str
    value: Any
    text: Text | None = None


class Ruling(NamedTuple, Generic[T]):
    """A value and why it is so.

    Args:
        value: the answer.
        steps: the reasons, in the order in which the rules applied.
        warnings: things the asker should know, JSON-like (each question documents its own shape).
    """

    value: T
    steps: tuple[Step, ...] = ()
    warnings: tuple[Any, ...] = ()
