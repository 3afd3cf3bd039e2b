"""The public questions of the book: journeys, hazards and courses first, then traps and encounters."""

from __future__ import annotations

from meikyu.books.toolbox import questions_a, questions_b

QUESTIONS = (*questions_a.QUESTIONS, *questions_b.QUESTIONS)
