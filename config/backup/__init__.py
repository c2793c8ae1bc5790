"""A backup of all that Crivo keeps as one file, its restore, and the proof that it is whole."""

from .making import make_backup
from .restoring import restore_backup, verify_backup

__all__ = ["make_backup", "restore_backup", "verify_backup"]
