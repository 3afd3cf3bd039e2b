"""Readable transcripts of games; `uv run --group test python -m tests.replays.transcripts` remakes them."""

from __future__ import annotations

from pathlib import Path

from meikyu.books import floor2
from meikyu.books.floor2 import course, edgework, game, logs
from meikyu.books.floor2.codex import codex
from meikyu.books.floor2.generator import Draft

FOLDER = Path(__file__).parent / "floor2"
P = floor2.BOOK.params()

RUNS = {
    "plain": ("2B 1H // none // none // AB3CD4", "RYGBRYGRBRBGYRB", (2, 4, 7, 9, 12, 14)),
    "bob_no_battery": ("0B 0H // *BOB // none // 7K4PR2", "RRRRRRRRBRMRGMY", (3, 4, 5, 7, 9, 11, 13, 14)),
    "shape_shifter_copied": ("3B 2H // none // none // MT7EK2", "BYBRRGRRRRMYMBR", (1, 3, 6, 9, 12)),
}


def transcript(name: str) -> str:
    """One run: what the solver says of each stage and fight, then the log of the game."""
    line, zones, fights = RUNS[name]
    edge = edgework.read_line(P.bomb, line)
    bomb = edgework.facts(edge)
    state = game.of_draft(P, Draft(edge, zones, fights), 3)
    events = [game.stage_event(state)]
    now, told = course.begin(P), [f"# {name}: {line}", "", "## Solver"]
    for zone in zones:
        now, stage = course.enter(P, now, bomb.digit, zone)
        value = f"{stage.value.raw} -> {stage.value.dice}"
        told.append(f"{stage.stage:2} {zone} level {stage.level}: {value} {stage.move}")
        state, more = game.apply(state, stage.move)
        events += more
        if stage.stage in fights:
            now, fight = course.fight(P, now, bomb)
            who = codex()[fight.number].name.en if fight.number else "won at once"
            told.append(
                f"   fight {fight.number} {who}: {fight.actions.sequence} "
                f"s {fight.s} b {fight.b} m {fight.m} level {fight.after}"
            )
            for press in fight.actions.sequence:
                state, more = game.apply(state, press)
                events += more
    told += [f"end level {now.level}, s+b {now.s + now.b}", "", "## Game", *logs.log_lines(events)]
    return "\n".join(told) + "\n"


def main() -> None:
    """Write every transcript."""
    FOLDER.mkdir(exist_ok=True)
    for name in RUNS:
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
