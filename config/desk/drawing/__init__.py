"""A page drawn once, and written as PDF or as PNG."""

from .pdf import PdfCanvas
from .png import PngCanvas

__all__ = ["PdfCanvas", "PngCanvas"]
