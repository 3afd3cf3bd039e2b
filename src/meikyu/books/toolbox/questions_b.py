"""Questions on traps, search and encounters."""

from __future__ import annotations

from meikyu.books.toolbox import questions_encounters, questions_traps

QUESTIONS = (*questions_traps.QUESTIONS, *questions_encounters.QUESTIONS)
