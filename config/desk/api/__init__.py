"""What the API of both apps shares: pages, filters, limits, tokens, and one shape of errors."""

from .errors import answer_for
from .pages import Pages

__all__ = ["Pages", "answer_for"]
