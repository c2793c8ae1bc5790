from __future__ import annotations

import asyncio
from ipaddress import ip_address

import pytest

from config.llm.addresses import Rules, allowed_addresses, check_url, is_public
from config.llm.errors import AddressError

OPEN = Rules(hosts=("*",))
PUBLIC = "93.184.216.34"


def code(url: str, rules: Rules = OPEN, addresses: tuple[str, ...] = (PUBLIC,)) -> str:
    """Why a call to an address would be refused; empty when it would be made."""

    async def resolver(host: str, port: int) -> list[str]:
        return list(addresses)

    try:
        asyncio.run(allowed_addresses(url, rules, resolver))
    except AddressError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://api.example.com/v1", ""),
        ("https://api.example.com/v1?api-version=2024-10-21", ""),
        ("ftp://api.example.com", "scheme"),
        ("file:///etc/passwd", "malformed"),
        ("api.example.com/v1", "malformed"),
        ("https://", "malformed"),
        ("https://api.example.com:port/v1", "malformed"),
        ("https://api.example.com\\@10.0.0.1/", "malformed"),
        ("https://api.example.com/v1\nHost: x", "malformed"),
        ("https://user:secret@api.example.com/v1", "secrets"),
        ("https://api.example.com/v1?key=secret", "secrets"),
        ("https://api.example.com/v1#secret", "secrets"),
    ],
)
def test_the_form_of_an_address(url: str, said: str) -> None:
    assert code(url) == said


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("api.openai.com", ""),
        ("API.OpenAI.com", ""),
        ("mine.openai.azure.com", ""),
        ("openai.azure.com", ""),
        ("evilopenai.azure.com", "not_listed"),
        ("api.openai.com.evil.org", "not_listed"),
        ("evil.org", "not_listed"),
    ],
)
def test_only_listed_hosts_are_asked(host: str, said: str) -> None:
    rules = Rules(hosts=("api.openai.com", ".openai.azure.com"))

    assert code(f"https://{host}/v1", rules) == said


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0",  # noqa: S104
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::",
    ],
)  # fmt: skip
def test_addresses_of_the_own_network_are_private(address: str) -> None:
    assert not is_public(ip_address(address))
    assert code("https://name.example/v1", addresses=(address,)) == "private"


@pytest.mark.parametrize("address", [PUBLIC, "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_one_private_address_among_public_ones_is_enough() -> None:
    assert code("https://name.example/v1", addresses=(PUBLIC, "10.0.0.1")) == "private"


def test_a_name_without_an_address() -> None:
    assert code("https://name.example/v1", addresses=()) == "unknown"


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080/v1", "http://[::1]/v1"])
def test_a_literal_private_address_is_refused_without_looking_it_up(url: str) -> None:
    with pytest.raises(AddressError):
        check_url(url, OPEN)


@pytest.mark.parametrize(
    ("private", "address", "said"),
    [
        ("127.0.0.1", "127.0.0.1", ""),
        ("10.0.0.0/8", "10.9.9.9", ""),
        ("10.0.0.0/8", "192.168.0.1", "private"),
        ("ollama", "172.18.0.2", ""),
        ("other", "172.18.0.2", "private"),
    ],
)
def test_private_addresses_are_asked_where_that_is_allowed(
    private: str, address: str, said: str
) -> None:
    rules = Rules(hosts=("*",), private=(private,))

    assert code("http://ollama:11434/v1", rules, (address,)) == said


def test_a_private_host_need_not_be_listed_twice() -> None:
    assert code("http://127.0.0.1:8080/v1", Rules(private=("127.0.0.1",))) == ""


def test_plain_http_stays_at_home() -> None:
    assert code("http://api.example.com/v1") == "plain_http"


def test_what_could_be_a_password_is_not_quoted() -> None:
    with pytest.raises(AddressError) as error:
        check_url("https://user:se cret@host/", OPEN)

    assert "cret" not in str(error.value)
