"""Plugin: the tests see neither the network beyond this machine nor the language of its user."""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any

os.environ["CRIVO_LANGUAGE"] = "en"


class NetworkRefused(RuntimeError):
    """A test reached for an address outside the machine."""


def is_local(host: object) -> bool:
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text).is_loopback or text in ("0.0.0.0", "::")  # noqa: S104
    except ValueError:
        return False


def refuse_network(event: str, args: tuple[Any, ...]) -> None:
    """An audit hook: Python asks it before each connection and each name look-up."""
    if event == "socket.connect":
        address = args[1]  # a string is a Unix socket
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = args[0]
    else:
        return
    if not is_local(host):
        raise NetworkRefused(f"a test may not reach {host!r}")


sys.addaudithook(refuse_network)
