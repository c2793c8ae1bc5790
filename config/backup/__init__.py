"""A backup of all that Crivo keeps as one file, its restore, and the proof that it is whole."""

from .creation import make_backup
from .restoration import restore_backup, verify_backup

__all__ = ["make_backup", "restore_backup", "verify_backup"]
