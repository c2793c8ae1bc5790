"""What a calibration refuses."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class CalibrationError(TranslatableError):
    """A calibration that cannot begin, or whose earlier lines cannot be read."""

    messages = {
        "kind": N_("there is no kind of prices %(given)r; there are: %(known)s"),
        "strength": N_("%(given)r: a planted strength lies between -0.9 and 0.9 and is not 0"),
        "busy": N_("another calibration is at work in %(folder)s"),
        "line": N_("%(file)s, line %(line)s cannot be read: mend it, or start anew with --fresh"),
        "unlike": N_(
            "%(file)s cannot be carried over: its setting must differ in the code and in nothing "
            "else, but these differ: %(names)s"
        ),
        "few": N_(
            "nothing is carried over: %(file)s has %(count)s runs to compare, fewer than %(least)s"
        ),
        "otherwise": N_(
            "nothing is carried over: %(kind)s %(seed)s ended otherwise with the present code: "
            "%(name)s was %(before)s, is %(now)s"
        ),
        "file": N_("cannot use %(file)s: %(reason)s"),
        "empty": N_("the empty database could not be made: %(reason)s"),
        "scratch": N_("%(folder)s cannot be removed: remove it by hand"),
        "worker": N_("a worker could not be started: %(reason)s"),
    }
