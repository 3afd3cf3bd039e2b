"""The public questions of the book: journeys, hazards and courses first, then traps and encounters."""

from __future__ import annotations

from meikyu.books.toolbox import (
    questions_backgrounds,
    questions_calendar,
    questions_conditions,
    questions_courses,
    questions_curses,
    questions_encounters,
    questions_exposure,
    questions_fear,
    questions_illness,
    questions_journey,
    questions_mechanisms,
    questions_places,
    questions_rests,
    questions_route,
    questions_stones,
    questions_traps,
    questions_ways,
)

QUESTIONS = (
    *questions_journey.QUESTIONS,
    *questions_ways.QUESTIONS,
    *questions_places.QUESTIONS,
    *questions_route.QUESTIONS,
    *questions_courses.QUESTIONS,
    *questions_illness.QUESTIONS,
    *questions_exposure.QUESTIONS,
    *questions_calendar.QUESTIONS,
    *questions_backgrounds.QUESTIONS,
    *questions_conditions.QUESTIONS,
    *questions_rests.QUESTIONS,
    *questions_curses.QUESTIONS,
    *questions_fear.QUESTIONS,
    *questions_traps.QUESTIONS,
    *questions_mechanisms.QUESTIONS,
    *questions_stones.QUESTIONS,
    *questions_encounters.QUESTIONS,
)
