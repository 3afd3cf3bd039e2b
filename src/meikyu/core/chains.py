"""Courses of chance from state to state until an end: exactly how they end, how long they last, step by step.

Made for small ones: a disease from day to day, a wound that bleeds or closes, hours in the cold. What depends
on the time carries the time in its state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from meikyu.core.odds import Work, check_sum, hold
from meikyu.errors import Text

S = TypeVar("S", bound=Hashable)

FRACTION_WORK = 10  # steps that one sum of fractions counts for
STATES = 5_000  # states of a chain

_TOO_MANY_STATES = Text(
    "The course has {got} states or more, {limit} are allowed; ask for something smaller",
    "経過の状態が{got}以上あります。上限は{limit}です。もっと小さな条件にしてください",
)


class Absorption(NamedTuple, Generic[S]):
    """How a chain ends.

    Args:
        ends: the chance of each end.
        never: the chance that it goes on for ever.
        steps: expected steps until it ends; None where it may go on for ever.
    """

    ends: dict[S, Fraction]
    never: Fraction
    steps: Fraction | None


class Chain(NamedTuple, Generic[S]):
    """A course of chance from state to state until an end is reached; built by `markov`.

    Args:
        start: the state at step 0.
        rows: for each state that goes on, the chances of the next ones; the others are ends.
    """

    start: S
    rows: Mapping[S, Mapping[S, Fraction]]

    def after(self, steps: int, work: Work | None = None) -> dict[S, Fraction]:
        """The chance to be in each state after so many steps; an end once reached is kept.

        Raises:
            InputError: it would take too long.
        """
        work = work or Work()
        now = {self.start: Fraction(1)}
        for _ in range(steps):
            now = self._step(now, work)
        return now

    def by_step(self, steps: int, work: Work | None = None) -> list[dict[S, Fraction]]:
        """The chances to reach each end on step 1, 2, ... up to `steps`; an end without a chance is left out.

        Raises:
            InputError: it would take too long.
        """
        work = work or Work()
        going = {self.start: Fraction(1)} if self.start in self.rows else {}
        reached: list[dict[S, Fraction]] = []
        for _ in range(steps):
            now = self._step(going, work)
            going = {state: chance for state, chance in now.items() if state in self.rows}
            reached.append({state: chance for state, chance in now.items() if state not in self.rows})
        return reached

    def _step(self, now: Mapping[S, Fraction], work: Work) -> dict[S, Fraction]:
        following: dict[S, Fraction] = {}
        work.spend(1)
        for state, chance in now.items():
            row = self.rows.get(state, {state: Fraction(1)})
            work.spend(FRACTION_WORK * len(row))
            for target, share in row.items():
                following[target] = following.get(target, Fraction(0)) + chance * share
        return following

    def absorption(self, work: Work | None = None) -> Absorption[S]:
        """The chance of each end and the expected steps, exactly.

        States are taken out one by one, last found first: who led there now leads to where it leads, with the
        steps on the way added. What is left at the start is the answer.

        Raises:
            InputError: it would take too long.
        """
        work = work or Work()
        rows = {state: dict(row) for state, row in self.rows.items()}
        cost = dict.fromkeys(rows, Fraction(1))
        sources: dict[S, dict[S, None]] = {}
        for state, row in rows.items():
            for target in row:
                sources.setdefault(target, {})[state] = None
        trapped: list[S] = []
        for state in reversed(list(rows)):
            row, spent = rows.pop(state), cost.pop(state)
            stay = row.pop(state, Fraction(0))
            if stay == 1:
                trapped.append(state)
                continue
            row = {target: chance / (1 - stay) for target, chance in row.items()}
            spent /= 1 - stay
            if state == self.start:
                never = sum((row.pop(trap, Fraction(0)) for trap in trapped), Fraction(0))
                return Absorption(row, never, None if never else spent)
            for source in sources[state]:
                if source not in rows or state not in rows[source]:
                    continue
                work.spend(FRACTION_WORK * (len(row) + 1))
                through = rows[source].pop(state)
                cost[source] += through * spent
                for target, chance in row.items():
                    rows[source][target] = rows[source].get(target, Fraction(0)) + through * chance
                    sources.setdefault(target, {})[source] = None
        if trapped:
            return Absorption({}, Fraction(1), None)
        return Absorption({self.start: Fraction(1)}, Fraction(0), Fraction(0))


def markov(
    start: S,
    step: Callable[[S], Mapping[S, Fraction]],
    until: Callable[[S], bool],
    states: int = STATES,
) -> Chain[S]:
    """The chain from `start`, with every state that can be reached.

    Args:
        start: the first state; states are hashable values.
        step: from a state to the chances of the next ones.
        until: whether a state is an end.
        states: states allowed that go on.

    Raises:
        InputError: there are more states.
        ValueError: the chances of a step do not add up to 1, or one is negative.
    """
    rows: dict[S, dict[S, Fraction]] = {}
    waiting = [start]
    for state in waiting:  # grows while it is walked
        if state in rows or until(state):
            continue
        hold(len(rows) + 1, states, _TOO_MANY_STATES)
        chances = step(state)
        check_sum(chances.values())
        rows[state] = {target: Fraction(chance) for target, chance in chances.items() if chance}
        waiting += [target for target in rows[state] if target not in rows]
    return Chain(start, rows)
