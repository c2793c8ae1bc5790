"""Which addresses a model may be asked at: an admin's entry must not lead the server into its own
network.

An address is checked when it is saved and again at each call, after its name is resolved: the name
may have changed in between. The call then goes to the address that was checked.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import SplitResult, parse_qsl, urlsplit

from config.llm.errors import AddressError, CallFailed
from config.llm.provider import Provider
from config.llm.redaction import NO_KEY, Redactor

Resolve = Callable[[str, int], Awaitable[list[str]]]
Address = IPv4Address | IPv6Address
_NAT64 = IPv6Network("64:ff9b::/96")
# No longer part of the internet, or never: site-local (RFC 3879), documentation (RFC 9637), 6to4
# relays (RFC 7526). `ipaddress` calls them global.
_RETIRED = tuple(map(ip_network, ("fec0::/10", "3fff::/20", "192.88.99.0/24")))


@dataclass(frozen=True)
class Rules:
    """`hosts` are the only ones allowed; `.host` covers its subdomains, `*` every public host.

    `private` are hosts, addresses and networks of our own that are allowed as well. `keys` are
    pairs of a key's variable and a host that it may be sent to; None is no limit.
    """

    hosts: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] | None = None


@lru_cache(maxsize=64)
def check_url(url: str, rules: Rules) -> SplitResult:
    """The parts of the address, if its form and host are allowed. Raises AddressError.

    The result depends on the text and the rules alone, so it is cached; the address of a name is
    not.
    """
    parts = _split(url)
    if parts.scheme not in ("http", "https"):
        raise AddressError("scheme", url=url)
    host = parts.hostname or ""
    queried = {name for name, _value in parse_qsl(parts.query, keep_blank_values=True)}
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise AddressError("secrets")
    if queried - {"api-version"}:
        raise AddressError("secrets")
    literal = _literal(host)
    if literal is not None:
        check_addresses(parts, [str(literal)], rules)
    own = _listed(host, rules.private) or (literal is not None and not is_public(literal))
    if not own and "*" not in rules.hosts and not _listed(host, rules.hosts):
        raise AddressError("not_listed", host=host)
    return parts


def check_key(variable: str, host: str, rules: Rules) -> None:
    """Raises AddressError when the key in a variable may not be sent to a host."""
    if not variable or rules.keys is None:
        return
    allowed = [place for name, place in rules.keys if name == variable]
    if not _listed(host.lower(), allowed):
        raise AddressError("key", variable=variable, host=host)


def check_addresses(parts: SplitResult, addresses: Iterable[str], rules: Rules) -> None:
    """Raises AddressError when the host's name leads to an address that is not allowed."""
    host = parts.hostname or ""
    found = [ip_address(address.partition("%")[0]) for address in addresses]
    if not found:
        raise AddressError("unknown", host=host)
    private = [address for address in found if not is_public(address)]
    if not all(_is_own(host, address, rules) for address in private):
        raise AddressError("private", host=host)
    if parts.scheme == "http" and len(private) < len(found):
        raise AddressError("plain_http", host=host)


def is_public(address: Address) -> bool:
    """Whether it is an address of the internet; for an address embedded in another one, that one
    counts."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    if any(address in network for network in _RETIRED):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name, in the order in which they are to be tried."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def allowed_addresses(url: str, rules: Rules, resolver: Resolve = resolve) -> list[str]:
    """The addresses that a call may connect to, checked just now. Raises AddressError."""
    parts = check_url(url, rules)
    host = parts.hostname or ""
    if literal := _literal(host):
        return [str(literal)]
    port = parts.port or (443 if parts.scheme == "https" else 80)
    addresses = await resolver(host, port)
    check_addresses(parts, addresses, rules)
    return addresses


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        # Both are decoded to be checked: a label of a name has 1 to 63 characters.
        _port, _name = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        raise AddressError("malformed", url=_bare(url)) from None
    if not parts.hostname or any(sign in url for sign in "\\ \t\r\n"):
        raise AddressError("malformed", url=_bare(url))
    return parts


def _bare(url: str) -> str:
    """An address as it may be quoted: short, and without what could be a password."""
    return url.rpartition("@")[2].partition("?")[0][:100]


@lru_cache(maxsize=64)
def _literal(host: str) -> Address | None:
    """The IP address that a host is written as. `127.1` and the like are left to the resolver."""
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _listed(host: str, names: Iterable[str]) -> bool:
    return any(
        host == name.lstrip(".") or (name.startswith(".") and host.endswith(name))
        for name in (name.lower() for name in names)
    )


def _is_own(host: str, address: Address, rules: Rules) -> bool:
    if _listed(host, rules.private):
        return True
    mapped = getattr(address, "ipv4_mapped", None) or address
    return any(mapped in network for network in map(_network, rules.private) if network)


def _network(name: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(name, strict=False)
    except ValueError:
        return None


# What a call needs from outside: the rules, the resolver, and the key.

Secret = Callable[[str], str]
"""Returns the present value of a variable; empty when it is not set."""


def no_secret(name: str) -> str:
    return ""


@dataclass(frozen=True)
class Reach:
    """The ports of one asker's calls. It can read a key and stores none."""

    rules: Rules
    secret: Secret = no_secret
    resolver: Resolve = resolve

    def key_of(self, provider: Provider) -> str:
        """The provider's key, read just now. Raises CallFailed when it is not set or not meant
        for that host."""
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
        """The redactor that removes the provider's key from a server's texts."""
        try:
            return Redactor(self.key_of(provider))
        except CallFailed:  # then nothing is sent
            return NO_KEY
