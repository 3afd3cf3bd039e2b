"""Questions on journeys, hazards, contagions, poisons and backgrounds."""

from __future__ import annotations

from meikyu.books.toolbox import questions_courses, questions_journey

QUESTIONS = (*questions_journey.QUESTIONS, *questions_courses.QUESTIONS)
