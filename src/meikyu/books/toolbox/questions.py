"""The public questions of the book: journeys, hazards and courses first, then traps and encounters."""

from __future__ import annotations

from meikyu.books.toolbox import (
    questions_calendar,
    questions_courses,
    questions_encounters,
    questions_illness,
    questions_journey,
    questions_people,
    questions_route,
    questions_traps,
    questions_ways,
)

QUESTIONS = (
    *questions_journey.QUESTIONS,
    *questions_ways.QUESTIONS,
    *questions_route.QUESTIONS,
    *questions_courses.QUESTIONS,
    *questions_illness.QUESTIONS,
    *questions_calendar.QUESTIONS,
    *questions_people.QUESTIONS,
    *questions_traps.QUESTIONS,
    *questions_encounters.QUESTIONS,
)
