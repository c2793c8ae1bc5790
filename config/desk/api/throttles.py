"""How often one may ask. The rates are read at each request, so that a site can be tuned."""

from __future__ import annotations

from django.conf import settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class FromSettings:
    """The rate of its scope, from API_RATES."""

    scope: str

    def get_rate(self) -> str:
        return settings.API_RATES[self.scope]


class PerPerson(FromSettings, UserRateThrottle):
    """All requests of a person."""


class PerAddress(FromSettings, AnonRateThrottle):
    """Requests without a person, by address."""


class SignIns(FromSettings, AnonRateThrottle):
    """Attempts to sign in, by address, whoever asks."""

    scope = "sign_in"

    def get_cache_key(self, request: object, view: object) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


class Assessments(FromSettings, UserRateThrottle):
    """Requests that make the analyst read up to a thousand texts."""

    scope = "assess"
