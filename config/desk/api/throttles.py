"""How often one may ask. The rates are read at each request, so that a site can be tuned."""

from __future__ import annotations

from django.conf import settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class _FromSettings:
    scope: str

    def get_rate(self) -> str:
        return settings.API_RATES[self.scope]


class PerPerson(_FromSettings, UserRateThrottle):
    """All requests of a person."""


class PerAddress(_FromSettings, AnonRateThrottle):
    """Requests without a person, by address."""


class SignIns(_FromSettings, AnonRateThrottle):
    """Attempts to sign in, by address, whoever asks."""

    scope = "sign_in"

    def get_cache_key(self, request: object, view: object) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


class Assessments(_FromSettings, UserRateThrottle):
    """Requests that make the analyst read up to a thousand texts."""

    scope = "assess"
