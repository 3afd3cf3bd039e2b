"""The keep's public questions, one module a chapter subject."""

from __future__ import annotations

from meikyu.books.keep.questions import food, grudges, haul, house, jobs, research, space, wounds
from meikyu.core.book import Question

QUESTIONS: tuple[Question, ...] = (
    *food.QUESTIONS,
    *jobs.QUESTIONS,
    *space.QUESTIONS,
    *haul.QUESTIONS,
    *house.QUESTIONS,
    *wounds.QUESTIONS,
    *grudges.QUESTIONS,
    *research.QUESTIONS,
)
