"""The plugin that keeps the tests off the network."""

from __future__ import annotations

import socket

import pytest

from tests.isolation import NetworkRefused, is_local


def test_an_address_outside_is_refused():
    with socket.socket() as client, pytest.raises(NetworkRefused):
        client.connect(("192.0.2.1", 80))


def test_a_name_outside_is_not_looked_up():
    with pytest.raises(NetworkRefused):
        socket.getaddrinfo("example.org", 80)


def test_the_loopback_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        assert client.getpeername() == server.getsockname()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1", None])
def test_local_addresses(host):
    assert is_local(host)
