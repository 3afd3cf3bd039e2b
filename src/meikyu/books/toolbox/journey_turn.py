"""One move of a journey being carried out: dice thrown and told, levels gained, Hit Points lost."""

from __future__ import annotations

from typing import Any

from meikyu.books.toolbox import cackle_fever
from meikyu.books.toolbox.checks import Mode, dice_rolled, used_die
from meikyu.books.toolbox.conditions import after_damage, exhausted, test_penalty
from meikyu.books.toolbox.journey import Journey, Traveler, exhaustion
from meikyu.core.game import Dice
from meikyu.core.log import Event


class Turn:
    """The travelers as a move changes them, and what has happened so far.

    Args:
        journey: as it stands before the move.
        dice: what is thrown.
    """

    def __init__(self, journey: Journey, dice: Dice) -> None:
        self.p = journey.p
        self.day = journey.day
        self.stage = journey.stage
        self.party = list(journey.party)
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, kind: str, rule: str, **facts: Any) -> None:
        """Keep a fact."""
        self.events.append(Event(self.day, kind, rule, facts))

    def change(self, who: int, **parts: Any) -> Traveler:
        """Change parts of a traveler."""
        self.party[who] = self.party[who]._replace(**parts)
        return self.party[who]

    def alive(self) -> list[int]:
        """Numbers of those who live."""
        return [i for i, traveler in enumerate(self.party) if not traveler.dead]

    def test(
        self, kind: str, rule: str, who: int, bonus: int, dc: int, mode: Mode = "flat", **more: Any
    ) -> int:
        """The total of a D20 Test: the traveler's bonus, Exhaustion counted, and the die that counts."""
        penalty = test_penalty(self.p.condition, exhaustion(self.party[who]))
        thrown = tuple(self.dice.roll(self.p.check.die) for _ in range(dice_rolled(self.p.check, mode)))
        total = used_die(mode, thrown) + bonus - penalty
        self.tell(
            kind,
            rule,
            who=who,
            dc=dc,
            bonus=bonus,
            penalty=penalty,
            mode=mode,
            dice=list(thrown),
            total=total,
            success=total >= dc,
            **more,
        )
        return total

    def con_save(self, kind: str, rule: str, who: int, dc: int, mode: Mode = "flat", **more: Any) -> int:
        """The total of a Constitution save."""
        return self.test(kind, rule, who, self.party[who].traits.con_save, dc, mode, **more)

    def tire(self, who: int, rule: str, gain: int = 1, starved: int = 0) -> None:
        """Give (or take) Exhaustion levels; the last one kills."""
        traveler = self.party[who]
        after = exhausted(self.p.condition, exhaustion(traveler), gain)
        other = max(after.level - traveler.levels.fever, 0)
        kept = min(max(traveler.starved + starved, 0), other)
        self.change(who, levels=traveler.levels._replace(other=other), starved=kept)
        self.tell("exhaustion", rule, who=who, level=exhaustion(self.party[who]), gain=gain)
        if after.dead:
            self.die(who, "SRD-CND-11")

    def die(self, who: int, rule: str) -> None:
        """Let a traveler die."""
        if not self.party[who].dead:
            self.change(who, dead=True, hp=0)
            self.tell("death", rule, who=who)

    def hurt(self, who: int, rule: str, damage: int, kind: str, *, heals: bool = True) -> None:
        """Take Hit Points; those with Cackle Fever may break into laughter."""
        traveler = self.party[who]
        if traveler.dead or damage <= 0:
            return
        life = after_damage(traveler.hp, traveler.traits.hp, damage)
        lost = 0 if heals else traveler.hp - life.hp
        self.change(who, hp=life.hp, wounds=traveler.wounds + lost)
        self.tell("damage", rule, who=who, damage=damage, type=kind, hp=life.hp)
        if life.dead:
            self.die(who, "SRD-CND-18")
        else:
            self._laugh(who, kind)

    def _laugh(self, who: int, kind: str) -> None:
        fever, traveler = self.p.cackle_fever, self.party[who]
        shows = cackle_fever.state(traveler.fever, self.day) == "symptomatic"
        dc = cackle_fever.laughter_dc(fever, kind, shows, exhaustion(traveler) > 0)
        if not dc:
            return
        total = self.con_save("laughter_save", "SRD-CKF-06", who, dc)
        roll = 0 if total >= dc else self.dice.roll(fever.laughter_sides)
        found = cackle_fever.laughter(fever, total, roll)
        if not found.incapacitated:
            return
        self.hurt(who, "SRD-CKF-07", found.psychic, "psychic")
        rounds, laughing = 0, True
        while laughing and not self.party[who].dead:
            rounds += 1
            if rounds >= fever.laughter_rounds:
                break
            ended = self.con_save("laughter_save", "SRD-CKF-08", who, dc)
            laughing = cackle_fever.is_laughing(fever, rounds, ended)
        self.tell("laughter", "SRD-CKF-08", who=who, rounds=rounds)
