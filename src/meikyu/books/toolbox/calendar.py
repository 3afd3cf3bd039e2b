"""A contagion's calendar: one creature day by day, with dice from a key or from the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from meikyu.books.toolbox import cackle_fever, conditions, contagion, sewer_plague
from meikyu.books.toolbox.checks import Mode, d20_test, dice_rolled, used_die
from meikyu.books.toolbox.conditions import test_penalty
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.recorded import Recorded
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

Name = Literal["cackle_fever", "sewer_plague"]
State = Literal["incubating", "symptomatic", "cured", "dead"]
Kind = Literal["fight", "rest"]

INCUBATION, FIGHT, REST = 0, 1, 2
"""Whose die it is, for the key of a draw."""


class ByHand(NamedTuple):
    """What the table settled for a day; None for what it left to the seed.

    Args:
        die: the die of the save against the contagion, or of the incubation on the day of infection.
        rest_die: the die of the save that ends recuperating.
        level: Exhaustion in the evening, from any cause.
        cured: magic or the gamemaster ends the contagion.
    """

    die: int | None = None
    rest_die: int | None = None
    level: int | None = None
    cured: bool = False


class Save(NamedTuple):
    """A save as it came out.

    Args:
        kind: against the contagion, or at the end of recuperating.
        dice: d20 thrown; one alone where the table named the die.
        die: the one that counts; bonus: what is added, Exhaustion taken off; dc: what it must reach.
        by_hand: the table named the die.
    """

    kind: Kind
    dice: tuple[int, ...]
    die: int
    bonus: int
    total: int
    dc: int
    mode: Mode
    success: bool
    by_hand: bool


class Day(NamedTuple):
    """A day in the evening.

    Args:
        day: days since the infection; state: as it stands.
        level: Exhaustion; successes: saves made against the fever.
        advantage: tomorrow's save has the Advantage of recuperating.
        onset: the symptoms started on this day.
        saves: the day's saves, in order.
    """

    day: int
    state: State
    level: int
    successes: int
    advantage: bool
    onset: bool
    saves: tuple[Save, ...]


class Patient(NamedTuple):
    """Who is ill, and what is done about it.

    Args:
        con_save: bonus to Constitution saves without Exhaustion; level: Exhaustion at the infection.
        resting: days spent recuperating.
        by_hand: what the table settled, by day.
    """

    con_save: int
    level: int
    resting: frozenset[int]
    by_hand: Mapping[int, ByHand]


def _save(
    p: ToolboxParams, kind: Kind, key: KeyedDice, named: int | None, bonus: int, dc: int, mode: Mode
) -> Save:
    if named is None:
        thrown = Recorded(key)
        dice = tuple(thrown.roll(p.check.die) for _ in range(dice_rolled(p.check, mode)))
        die = used_die(mode, dice)
    else:
        dice, die = (named,), named
    test = d20_test(p.check, "saving_throw", die, bonus, dc)
    return Save(kind, dice, die, bonus, test.total, dc, mode, test.success, named is not None)


class _Course:
    """The state of one patient as the days go by."""

    def __init__(self, p: ToolboxParams, name: Name, seed: int, patient: Patient) -> None:
        self.p = p
        self.name = name
        self.seed = seed
        self.patient = patient
        self.fever = 0
        self.other = patient.level
        self.successes = 0
        self.rested = 0
        self.advantage = False
        self.state: State = "incubating"
        record = contagion.record(p, name)
        self.dc = record.fight_dc
        named = patient.by_hand.get(0, ByHand()).die
        self.onset = named if named is not None else self.key(0, INCUBATION).roll(record.incubation)

    def key(self, day: int, whose: int) -> KeyedDice:
        return KeyedDice(self.seed, Stream.DICE, day, whose)

    @property
    def level(self) -> int:
        return min(self.fever + self.other, self.p.condition.death_level)

    @property
    def over(self) -> bool:
        return self.state in ("cured", "dead")

    def bonus(self) -> int:
        return self.patient.con_save - test_penalty(self.p.condition, self.level)

    def fights(self, day: int) -> bool:
        """Whether the morning of a day brings a save."""
        if self.name == "cackle_fever":
            return day > self.onset or self.p.cackle_fever.incubation_counts
        return sewer_plague.saves_at_dawn(sewer_plague.Plague(0, self.onset), day)

    def morning(self, day: int, named: int | None) -> list[Save]:
        """The save that the morning brings, and what the night's Long Rest takes away."""
        saves: list[Save] = []
        if self.fights(day):
            mode = contagion.save_mode(self.advantage, "fight")
            made = _save(self.p, "fight", self.key(day, FIGHT), named, self.bonus(), self.dc, mode)
            saves.append(made)
        self.advantage = False
        if self.name == "cackle_fever":
            self._fever_morning(day, saves)
        else:
            self._plague_morning(day, saves)
        return saves

    def _fever_morning(self, day: int, saves: list[Save]) -> None:
        fever = cackle_fever.Fever(0, self.onset, self.successes)
        for made in saves:
            fever = cackle_fever.after_save(self.p.cackle_fever, fever, day, made.total)
        levels = cackle_fever.after_rest(self.p.condition, cackle_fever.Levels(self.fever, self.other))
        self.successes += sum(made.success for made in saves)
        if fever.infected_day == cackle_fever.NEVER:
            levels = cackle_fever.at_end(levels)
            self.state = "cured"
        self.fever, self.other = levels

    def _plague_morning(self, day: int, saves: list[Save]) -> None:
        if day <= self.onset:
            self.other = conditions.after_rest(self.p.condition, self.other, blocked=False)
        for made in saves:
            p = self.p
            self.other = sewer_plague.level_after(p.sewer_plague, p.condition, self.other, made.total)
            self._judge_plague()

    def _judge_plague(self) -> None:
        plague = sewer_plague.Plague(0, self.onset)
        after = sewer_plague.course_after(self.p.condition, plague, self.other)
        if after.dead:
            self.state = "dead"
        elif after.infected_day == sewer_plague.NEVER:
            self.state = "cured"

    def begins(self, day: int) -> bool:
        """The onset, where it is this day's."""
        if self.over or day != self.onset:
            return False
        p = self.p
        self.state = "symptomatic"
        if self.name == "cackle_fever":
            levels = cackle_fever.Levels(self.fever, self.other)
            self.fever, self.other = cackle_fever.at_onset(p.cackle_fever, levels)
        else:
            self.other = sewer_plague.at_onset(p.sewer_plague, p.condition, self.other)
        if conditions.exhausted(p.condition, self.level, 0).dead:
            self.state = "dead"
        return True

    def spend(self, day: int, named: int | None) -> list[Save]:
        """The day itself: recuperating or not, and the save that ends a period of it."""
        rests = day in self.patient.resting
        self.rested = contagion.days_done(self.p.contagion, self.rested, rests)
        if self.over or not rests or self.rested < self.p.contagion.rest_days:
            return []
        dc = self.p.contagion.rest_dc
        made = _save(self.p, "rest", self.key(day, REST), named, self.bonus(), dc, "flat")
        hours = contagion.advantage_hours(self.p.contagion, self.rested, made.total)
        self.advantage = hours > 0
        return [made]

    def settle(self, given: ByHand) -> None:
        """What the table settled for the evening."""
        if given.level is not None and not self.over:
            self.other = max(given.level - self.fever, 0)
            if conditions.exhausted(self.p.condition, self.level, 0).dead:
                self.state = "dead"
            elif self.name == "sewer_plague" and self.state == "symptomatic":
                self._judge_plague()
        if given.cured and self.state != "dead":
            self.fever, self.state = 0, "cured"


def _said(name: Text, save: Save, day: int) -> Text:
    dice = ", ".join(map(str, save.dice))
    made = Text("made", "成功") if save.success else Text("failed", "失敗")
    what = Text("recuperating", "静養") if save.kind == "rest" else name
    return Text(
        f"Day {day}, {what.en}: d20 {dice}; {save.die}{save.bonus:+d} = {save.total} against DC {save.dc}: "
        f"{made.en}",
        f"{day}日目・{what.ja}：d20 {dice}、{save.die}{save.bonus:+d}={save.total}、DC{save.dc}に{made.ja}",
    )


@rule("SRD-CON-02", "SRD-CON-03", "SRD-CON-04", "SRD-CON-05", "SRD-CKF-03", "SRD-SWP-03", "SRD-COR-13")
def course(
    p: ToolboxParams, *, name: Name, seed: int, days: int, patient: Patient
) -> Ruling[tuple[Day, ...]]:
    """The days of one patient from the infection on, until it ends or so many days have passed."""
    going = _Course(p, name, seed, patient)
    first = Day(0, going.state, going.level, 0, False, False, ())
    told: list[Day] = [first]
    record = contagion.record(p, name)
    fever = name == "cackle_fever"
    showing = Text(
        f"Shows after 1d{record.incubation} days: {going.onset}",
        f"1d{record.incubation}日後に発症：{going.onset}日目",
    )
    steps = [Step("SRD-CKF-03" if fever else "SRD-SWP-03", "onset_day", going.onset, showing)]
    for day in range(1, days + 1):
        if going.over:
            break
        given = patient.by_hand.get(day, ByHand())
        saves = going.morning(day, given.die)
        onset = going.begins(day)
        saves += going.spend(day, given.rest_die)
        going.settle(given)
        told.append(Day(day, going.state, going.level, going.successes, going.advantage, onset, tuple(saves)))
        fought = "SRD-CKF-10" if fever else "SRD-SWP-07"
        for save in saves:
            cited = "SRD-CON-03" if save.kind == "rest" else fought
            steps.append(Step(cited, save.kind, save.total, _said(record.name, save, day)))
    return Ruling(tuple(told), tuple(steps))
