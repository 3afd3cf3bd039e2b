"""Contagions and poisons on the way: caught, fought, eased and shaken off."""

from __future__ import annotations

from meikyu.books.toolbox import cackle_fever, contagion, poisons, rests, sewer_plague, sight_rot
from meikyu.books.toolbox.checks import thrown
from meikyu.books.toolbox.conditions import after_rest, speed_left, speed_under
from meikyu.books.toolbox.journey import Dose, Journey, Traveler, exhaustion
from meikyu.books.toolbox.journey_turn import Turn
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.sewer_plague import Plague
from meikyu.core.ruling import rule

WAYS = {
    "cackle_fever": ("tainted_drink",),
    "sewer_plague": ("wound", "filth"),
    "sight_rot": ("tainted_water", "skin"),
}
"""How a traveler may be exposed to a contagion by the gamemaster's word."""

HELPLESS = ("paralyzed", "unconscious")
ROUND_TURNS = ("turn_start", "turn_end")
MOST_TURNS = 1000


def has(traveler: Traveler, name: str) -> bool:
    """Whether a traveler is infected with a contagion."""
    if name == "cackle_fever":
        return traveler.fever.infected_day != cackle_fever.NEVER
    return traveler.blind if name == "sight_rot" else traveler.plague.infected_day != sewer_plague.NEVER


@rule("SRD-CKF-01", "SRD-CKF-14", "SRD-CON-06", "SRD-SWP-02", "SRD-SRT-01")
def may_catch(p: ToolboxParams, traveler: Traveler, name: str, day: int) -> bool:
    """Whether exposure to a contagion counts for a traveler on a day."""
    infected = tuple(n for n in WAYS if has(traveler, n))
    if traveler.dead or not contagion.is_exposed(infected, name):
        return False
    traits = traveler.traits
    if name == "cackle_fever":
        immune = cackle_fever.state(traveler.fever, day) == "immune"
        return cackle_fever.can_catch(traits.creature, traits.species.strip().lower()) and not immune
    if name == "sewer_plague":
        return sewer_plague.exposure_dc(p.sewer_plague, traits.creature, "filth") > 0
    return sight_rot.water_dc(p.sight_rot, traits.creature) > 0


def catch(turn: Turn, who: int, name: str) -> None:
    """Let a traveler be infected, with the die of the incubation where there is one."""
    if name == "sight_rot":
        turn.change(who, blind=True, applied=())
        turn.tell("infected", "SRD-SRT-01", who=who, contagion=name, days=0)
        return
    fever = name == "cackle_fever"
    sides = turn.p.cackle_fever.incubation_sides if fever else turn.p.sewer_plague.incubation_sides
    roll = turn.dice.roll(sides)
    if fever:
        turn.change(who, fever=cackle_fever.infected(turn.party[who].fever, turn.day, roll))
    else:
        turn.change(who, plague=sewer_plague.infected(turn.day, roll))
    cited = "SRD-CKF-03" if fever else "SRD-SWP-03"
    turn.tell("infected", cited, who=who, contagion=name, days=roll, sides=sides)


@rule("SRD-CKF-02", "SRD-SWP-02", "SRD-SRT-01", "SRD-SRT-07")
def expose(turn: Turn, who: int, name: str, way: str) -> None:
    """Expose a traveler, with a save where the contagion allows one."""
    p, creature = turn.p, turn.party[who].traits.creature
    turn.tell("exposed", "SRD-CON-02", who=who, contagion=name, way=way)
    if name == "cackle_fever":
        dc, cited = p.cackle_fever.drink_dc, "SRD-CKF-02"
        if not dc:
            catch(turn, who, name)
            return
    elif name == "sewer_plague":
        cause = "wound" if way == "wound" else "filth"
        dc, cited = sewer_plague.exposure_dc(p.sewer_plague, creature, cause), "SRD-SWP-02"
    elif way == "skin":
        dc, cited = sight_rot.contact_dc(p.sight_rot, creature, False, sight_rot.NEVER), "SRD-SRT-07"
    else:
        dc, cited = sight_rot.water_dc(p.sight_rot, creature), "SRD-SRT-01"
    if turn.con_save("exposure_save", cited, who, dc, contagion=name) < dc:
        catch(turn, who, name)


@rule("SRD-CKF-12", "SRD-CKF-13")
def spread(turn: Turn) -> None:
    """Companions save once a day against each carrier of Cackle Fever who is not kept apart."""
    p = turn.p.cackle_fever
    carriers = [i for i in turn.alive() if has(turn.party[i], "cackle_fever") and not turn.party[i].apart]
    for carrier in carriers:
        for who in turn.alive():
            if turn.party[who].apart or not may_catch(turn.p, turn.party[who], "cackle_fever", turn.day):
                continue
            dc = cackle_fever.exposure_dc(p, 0, True, cackle_fever.NEVER, False)
            total = turn.con_save(
                "exposure_save", "SRD-CKF-12", who, dc, contagion="cackle_fever", carrier=carrier
            )
            if cackle_fever.is_infected(dc, total):
                catch(turn, who, "cackle_fever")


@rule("SRD-CKF-10", "SRD-CKF-11", "SRD-CON-05")
def fight_fever(turn: Turn, who: int) -> None:
    """The save against Cackle Fever that ends a Long Rest, before the rest takes a level away."""
    traveler, p = turn.party[who], turn.p.cackle_fever
    fever = traveler.fever
    if not has(traveler, "cackle_fever") or (turn.day + 1 <= fever.onset_day and not p.incubation_counts):
        return
    mode = contagion.save_mode(traveler.advantage, "fight")
    total = turn.con_save("fight_save", "SRD-CKF-10", who, p.dc, mode, contagion="cackle_fever")
    after = cackle_fever.after_save(p, fever, turn.day + 1, total)
    turn.change(who, fever=after)
    if after.infected_day == cackle_fever.NEVER:
        turn.change(who, levels=cackle_fever.at_end(traveler.levels))
        turn.tell("cured", "SRD-CKF-10", who=who, contagion="cackle_fever", until=after.immune_until)
    elif after.successes != fever.successes:
        turn.tell("success", "SRD-CKF-10", who=who, made=after.successes, needed=p.successes)


@rule("SRD-CKF-03", "SRD-CKF-04", "SRD-SWP-03")
def onset(turn: Turn, who: int) -> None:
    """Let symptoms start at the dawn of their day."""
    traveler, p = turn.party[who], turn.p
    if has(traveler, "cackle_fever") and traveler.fever.onset_day == turn.day and not traveler.levels.fever:
        turn.change(who, levels=cackle_fever.at_onset(p.cackle_fever, traveler.levels))
        level = exhaustion(turn.party[who])
        turn.tell("onset", "SRD-CKF-04", who=who, contagion="cackle_fever", level=level)
        if level >= p.condition.death_level:
            turn.die(who, "SRD-CND-11")
    if not turn.party[who].dead and has(traveler, "sewer_plague") and traveler.plague.onset_day == turn.day:
        level = sewer_plague.at_onset(p.sewer_plague, p.condition, exhaustion(traveler))
        turn.tell("onset", "SRD-SWP-03", who=who, contagion="sewer_plague", level=level)
        turn.tire(who, "SRD-SWP-03", p.sewer_plague.exhaustion)


@rule("SRD-SWP-07", "SRD-SWP-08", "SRD-SWP-09", "SRD-SWP-10", "SRD-CON-05")
def fight_plague(turn: Turn, who: int) -> None:
    """The save against Sewer Plague at dawn."""
    traveler, p = turn.party[who], turn.p.sewer_plague
    if traveler.dead or not sewer_plague.saves_at_dawn(traveler.plague, turn.day):
        return
    mode = contagion.save_mode(traveler.advantage, "fight")
    total = turn.con_save("fight_save", "SRD-SWP-07", who, p.dc, mode, contagion="sewer_plague")
    before = exhaustion(traveler)
    turn.tire(who, "SRD-SWP-07", sewer_plague.level_after(p, turn.p.condition, before, total) - before)
    level = exhaustion(turn.party[who])
    after = sewer_plague.course_after(turn.p.condition, turn.party[who].plague, level)
    turn.change(who, plague=after)
    if after == Plague():
        turn.tell("cured", "SRD-SWP-08", who=who, contagion="sewer_plague", until=sewer_plague.NEVER)


@rule("SRD-CON-03", "SRD-CON-04", "SRD-RST-06")
def recuperate(turn: Turn, who: int, quiet: bool) -> None:
    """Count a day of recuperating; a finished period brings the save for the Advantage."""
    traveler, p = turn.party[who], turn.p.contagion
    ill = has(traveler, "cackle_fever") or has(traveler, "sewer_plague")
    days = contagion.days_done(p, traveler.rested, quiet and ill)
    if days != traveler.rested or traveler.advantage:
        turn.change(who, rested=days, advantage=False)
    if not ill or days < p.rest_days or traveler.dead:
        return
    total = turn.con_save("rest_save", "SRD-CON-03", who, p.rest_dc)
    if contagion.advantage_hours(p, days, total):
        turn.change(who, advantage=True)
        turn.tell("advantage", "SRD-CON-03", who=who, hours=p.advantage_hours)


@rule("SRD-CND-12", "SRD-RST-01", "SRD-RST-02", "SRD-SWP-05", "SRD-CKF-05", "SRD-PSN-09", "SRD-TRV-29")
def long_rest(turn: Turn, who: int, fed: bool) -> None:
    """What a night's Long Rest gives back.

    Args:
        turn: the move.
        who: whom.
        fed: the day brought a full day's food and water.
    """
    traveler, condition = turn.party[who], turn.p.condition
    if not rests.may_start(turn.p.rest, traveler.hp, turn.p.rest.wait_hours):
        turn.tell("no_rest", "SRD-RST-01", who=who)
        return
    fight_fever(turn, who)
    traveler = turn.party[who]
    level, whole = exhaustion(traveler), traveler.traits.hp - traveler.wounds
    if sewer_plague.state(traveler.plague, turn.day) == "symptomatic" and level:
        kept = sewer_plague.after_rest(condition, traveler.hp, whole, level)
        turn.change(who, hp=kept.hp)
        turn.tell("sleepless", "SRD-SWP-05", who=who, level=level)
        return
    blocked = traveler.starved >= traveler.levels.other and not fed
    other = after_rest(condition, traveler.levels.other, blocked)
    starved = min(traveler.starved, other)
    if (whole, other) != (traveler.hp, traveler.levels.other):
        levels = traveler.levels._replace(other=other)
        turn.change(who, hp=max(whole, traveler.hp), levels=levels, starved=starved)
        turn.tell("rested", "SRD-RST-02", who=who, hp=turn.party[who].hp, level=exhaustion(turn.party[who]))


@rule("SRD-SRT-03")
def brew(turn: Turn, journey: Journey) -> Journey:
    """An hour's work on ointment."""
    who = brewer(journey)
    made = sight_rot.doses(turn.p.sight_rot, who >= 0, turn.p.sight_rot.dose_hours)
    turn.tell("brewed", "SRD-SRT-03", who=who, doses=journey.ointment + made)
    return journey._replace(ointment=journey.ointment + made, busy=journey.busy + turn.p.sight_rot.dose_hours)


def brewer(journey: Journey) -> int:
    """Number of a traveler who can make ointment, -1 where none can."""
    able = (
        i
        for i, t in enumerate(journey.party)
        if t.traits.herbalism and not t.dead and t.hp > 0 and not t.blind
    )
    return next(able, -1)


@rule("SRD-SRT-04", "SRD-SRT-05", "SRD-SRT-06")
def rot_state(p: ToolboxParams, traveler: Traveler, hour: int) -> str:
    """How Sight Rot stands: clear, infected or suppressed."""
    return sight_rot.state(p.sight_rot, traveler.applied, hour) if traveler.blind else "clear"


def clear_rot(turn: Turn, who: int, hour: int) -> None:
    """End Sight Rot once the suppressed hours add up."""
    traveler = turn.party[who]
    if traveler.blind and rot_state(turn.p, traveler, hour) == "clear":
        turn.change(who, blind=False, applied=())
        turn.tell("cured", "SRD-SRT-05", who=who, contagion="sight_rot", until=sewer_plague.NEVER)


@rule("SRD-PSN-02", "SRD-PSN-03", "SRD-PSN-04", "SRD-PSN-06", "SRD-PSN-07", "SRD-PSN-09", "SRD-PSN-13")
def poison(turn: Turn, who: int, code: str, hour: int) -> None:
    """A dose of poison: the first save, what it brings, and the saves that follow within the minute."""
    row, clock = poisons.poisons()[code], turn.p.clock
    turn.tell("dosed", row.rule, who=who, poison=code)
    total = turn.con_save("poison_save", row.rule, who, row.dc, poison=code)
    failed = total < row.dc
    rolled = thrown(turn.dice, row.dice) if row.dice and (failed or row.half) else 0
    found = poisons.first_save(code, total, rolled)
    midnight = row.special == "midnight"
    if rolled:
        turn.tell("dice", row.rule, who=who, dice=row.dice, rolled=rolled, damage=found.damage)
    if not midnight:
        turn.hurt(who, row.rule, found.damage, "poison", heals=poisons.may_heal(code) or not failed)
    if turn.party[who].dead or not (failed or midnight):
        return
    if row.repeat in ROUND_TURNS:
        _later(turn, who, code, row)
        return
    lasting = poisons.minutes(clock, code, thrown(turn.dice, row.hours) if row.hours else 0)
    until = poisons.UNTIL_CURED if lasting < 0 else hour + -(-lasting // clock.minutes_per_hour)
    if midnight:
        until = (turn.day + 1) * clock.hours_per_day
    if found.conditions or midnight:
        conditions = found.conditions or (row.condition,) * bool(row.condition)
        dose = Dose(code, until, conditions, 0, found.damage if midnight else 0)
        turn.change(who, doses=(*turn.party[who].doses, dose))
        turn.tell("conditions", row.rule, who=who, conditions=list(conditions), until=until)


def _later(turn: Turn, who: int, code: str, row: poisons.Poison) -> None:
    """Saves turn by turn, until they end the course or the minute is over."""
    most = turn.p.clock.rounds_per_minute if row.repeat == "turn_end" else MOST_TURNS
    successes = turns = 0
    while successes < row.successes and turns < most and not turn.party[who].dead:
        turns += 1
        if turn.con_save("poison_save", row.rule, who, row.dc, poison=code) >= row.dc:
            successes += 1
        elif row.repeat_dice:
            _again(turn, who, row)
    turn.tell("turns", row.rule, who=who, poison=code, turns=turns)


def _again(turn: Turn, who: int, row: poisons.Poison, *, heals: bool = True) -> None:
    """The damage of a later save that failed."""
    damage = thrown(turn.dice, row.repeat_dice)
    turn.tell("dice", row.rule, who=who, dice=row.repeat_dice, rolled=damage, damage=damage)
    turn.hurt(who, row.rule, damage, "poison", heals=heals)


@rule("SRD-PSN-07")
def midnight_poison(turn: Turn, who: int) -> None:
    """Damage that waited for midnight."""
    for dose in turn.party[who].doses:
        if dose.pending:
            turn.hurt(who, "SRD-PSN-07", dose.pending, "poison")


@rule("SRD-PSN-09", "SRD-CND-13")
def morning_poison(turn: Turn, who: int, hour: int) -> None:
    """Daily saves, and the end of what has run its time."""
    kept: list[Dose] = []
    for dose in turn.party[who].doses:
        row = poisons.poisons()[dose.poison]
        if row.repeat != "day":
            if dose.until == poisons.UNTIL_CURED or dose.until > hour:
                kept.append(dose)
            else:
                turn.tell("poison_over", row.rule, who=who, poison=dose.poison)
            continue
        if turn.con_save("poison_save", row.rule, who, row.dc, poison=dose.poison) >= row.dc:
            dose = dose._replace(successes=dose.successes + 1)
        else:
            _again(turn, who, row, heals=False)
        if turn.party[who].dead:
            return
        if dose.successes >= row.successes:
            turn.change(who, wounds=0)
            turn.tell("poison_over", row.rule, who=who, poison=dose.poison)
        else:
            kept.append(dose)
    turn.change(who, doses=tuple(kept))


def cure(turn: Turn, who: int, what: str) -> None:
    """Let magic end Sight Rot or a poison."""
    traveler = turn.party[who]
    if what == "sight_rot":
        turn.change(who, blind=False, applied=())
        turn.tell("cured", "SRD-SRT-02", who=who, contagion=what, until=sewer_plague.NEVER)
        return
    heals = not poisons.may_heal(what)
    left = tuple(d for d in traveler.doses if d.poison != what)
    turn.change(who, doses=left, wounds=0 if heals else traveler.wounds)
    turn.tell("poison_over", poisons.poisons()[what].rule, who=who, poison=what)


@rule("SRD-CND-04", "SRD-CND-09", "SRD-CND-10", "SRD-PSN-13")
def speed_now(p: ToolboxParams, traveler: Traveler, hour: int) -> int:
    """Speed in feet in the morning, with everything that lasts longer than an hour."""
    speed = 0 if traveler.hp <= 0 else speed_left(p.condition, traveler.traits.speed, exhaustion(traveler))
    for dose in traveler.doses:
        if dose.until != poisons.UNTIL_CURED and dose.until - hour <= 1:
            continue
        speed = poisons.speed_under(dose.poison, speed)
        for condition in dose.conditions:
            if condition in HELPLESS:
                speed = speed_under(condition, speed)
    return speed


@rule("SRD-CND-03", "SRD-CND-04", "SRD-CND-09")
def is_helpless(traveler: Traveler, hour: int) -> bool:
    """Whether a poison leaves a traveler unable to act for longer than an hour."""
    lasting = [d for d in traveler.doses if d.until == poisons.UNTIL_CURED or d.until - hour > 1]
    return any(c in HELPLESS for dose in lasting for c in dose.conditions)


def is_poisoned(traveler: Traveler) -> bool:
    """Whether a poison has made a traveler Poisoned."""
    return any("poisoned" in dose.conditions for dose in traveler.doses)


def is_blind(p: ToolboxParams, traveler: Traveler, hour: int) -> bool:
    """Whether a traveler cannot see."""
    return rot_state(p, traveler, hour) == "infected" or any(
        "blinded" in d.conditions for d in traveler.doses
    )


def ill_with(traveler: Traveler) -> tuple[str, ...]:
    """The contagions that a traveler has."""
    return tuple(name for name in WAYS if has(traveler, name))
