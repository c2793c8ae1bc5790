"""What a benchmark refuses."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class BenchmarkError(TranslatableError):
    """A benchmark did not come to its end, or what it compares is not the same."""

    messages = {
        "failed": N_("%(command)s failed: %(reason)s"),
        "differ": N_("%(name)s: what is compared is not the same: %(reason)s"),
    }
