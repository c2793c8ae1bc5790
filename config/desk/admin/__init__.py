"""What the admin pages of all apps share, and the pages of people."""

from . import people, sign_ins
from .act import Act, AdminRequest
from .acts import ActsAdmin
from .base import LedgerAdmin, ReadOnlyAdmin, VisibleAdmin
from .export import ExportAdmin

__all__ = [
    "Act",
    "ActsAdmin",
    "AdminRequest",
    "ExportAdmin",
    "LedgerAdmin",
    "ReadOnlyAdmin",
    "VisibleAdmin",
    "people",
    "sign_ins",
]
