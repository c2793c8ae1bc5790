"""All that a page or report of one development shows, in a number of queries that never grows."""

from trading.services.reading.course import (
    CountedOpening,
    Course,
    Rest,
    RoundResearch,
    StepTally,
    course,
    judged_variants,
    research_of,
    rest_of,
)

__all__ = [
    "CountedOpening",
    "Course",
    "Rest",
    "RoundResearch",
    "StepTally",
    "course",
    "judged_variants",
    "research_of",
    "rest_of",
]
