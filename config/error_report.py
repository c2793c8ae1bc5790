"""What Django's page of an error (CRIVO_DEBUG) may show of the settings."""

from __future__ import annotations

import re

from django.views.debug import SafeExceptionReporterFilter


class HidingFilter(SafeExceptionReporterFilter):
    """Hides what holds an address with a password, too."""

    hidden_settings = re.compile(
        SafeExceptionReporterFilter.hidden_settings.pattern + "|REDIS|DATABASE_URL|LOGGING", re.I
    )
