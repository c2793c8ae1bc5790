"""What a call needs from outside: where it may go, what names stand for, and the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .addresses import Resolve, Rules, check_key, resolve
from .errors import AddressError, CallFailed
from .provider import Provider
from .redaction import NO_KEY, Redactor

Secret = Callable[[str], str]
"""The value of a variable as the environment holds it now; empty when it is not set."""


def no_secret(name: str) -> str:
    return ""


@dataclass(frozen=True)
class Reach:
    """The ports of one asker's calls. It knows how to read a key, and holds none."""

    rules: Rules
    secret: Secret = no_secret
    resolver: Resolve = resolve

    def key_of(self, provider: Provider) -> str:
        """The provider's key, read just now. Raises CallFailed when it is not set, or is not for
        that host."""
        if not provider.key_env:
            return ""
        try:
            check_key(provider.key_env, provider.host, self.rules)
        except AddressError as error:
            raise CallFailed("address", model=provider.model, why=error) from error
        key = self.secret(provider.key_env)
        if not key:
            raise CallFailed("no_key", model=provider.model, variable=provider.key_env)
        return key

    def redactor(self, provider: Provider) -> Redactor:
        """What strikes the provider's key from a server's texts."""
        try:
            return Redactor(self.key_of(provider))
        except CallFailed:  # then nothing is sent
            return NO_KEY
