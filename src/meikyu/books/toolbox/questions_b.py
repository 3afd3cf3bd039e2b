"""Questions on traps, search and encounters."""

from __future__ import annotations

from meikyu.core.book import Question

QUESTIONS: tuple[Question, ...] = ()
