"""Questions on journeys, hazards, contagions, poisons and backgrounds."""

from __future__ import annotations

from meikyu.core.book import Question

QUESTIONS: tuple[Question, ...] = ()
