"""How often one may ask. The rates are read at each request, so that a site can be tuned."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from config.desk import tallies


class FromSettings:
    """The rate of its scope, from API_RATES."""

    scope: str

    def get_rate(self) -> str:
        return settings.API_RATES[self.scope]


class Shared(FromSettings):
    """Counted in all web processes together: what takes work, or could guess a password."""

    def allow_request(self, request: Any, view: Any) -> bool:
        key = self.get_cache_key(request, view)  # type: ignore[attr-defined]
        limit, _seconds = self.parse_rate(self.get_rate())  # type: ignore[attr-defined]
        return key is None or tallies.take(key, limit)

    def wait(self) -> float:
        """Seconds after which it is worth another try."""
        return tallies.seconds_left()


class PerPerson(FromSettings, UserRateThrottle):
    """All requests of a person."""


class PerAddress(FromSettings, AnonRateThrottle):
    """Requests without a person, by address."""


class SignIns(Shared, AnonRateThrottle):
    """Attempts to sign in, by address, whoever asks."""

    scope = "sign_in"

    def get_cache_key(self, request: object, view: object) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


class Assessments(Shared, UserRateThrottle):
    """Requests that make the analyst read up to a thousand texts."""

    scope = "assess"
