"""What the admin pages of all apps share, and the pages of people."""

from config.desk.admin import people
from config.desk.admin.acts import Act, AdminRequest, by_number
from config.desk.admin.base import ExportAdmin

from .acts import ActsAdmin
from .base import LedgerAdmin, ReadOnlyAdmin, VisibleAdmin

__all__ = [
    "Act",
    "ActsAdmin",
    "AdminRequest",
    "ExportAdmin",
    "LedgerAdmin",
    "ReadOnlyAdmin",
    "VisibleAdmin",
    "by_number",
    "people",
]
