"""All that a page or report of one development shows, in a number of queries that never grows."""

from .course import Course, Tally, course
from .judged import judged_variants
from .research import Research, research_of
from .rest import Opened, Rest, rest_of

__all__ = [
    "Course",
    "Opened",
    "Research",
    "Rest",
    "Tally",
    "course",
    "judged_variants",
    "research_of",
    "rest_of",
]
