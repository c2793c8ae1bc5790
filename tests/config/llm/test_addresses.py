from __future__ import annotations

import asyncio
from ipaddress import ip_address

import pytest

from config.llm.addresses import Rules, allowed_addresses, check_url, is_public, resolve
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
        ("https://api..com/v1", "malformed"),
        (f"https://{'a' * 64}.com/v1", "malformed"),
        (f"https://{'a' * 63}.com./v1", ""),
        ("https://bücher.example/v1", ""),
        ("https://api.example.com\\@10.0.0.1/", "malformed"),
        ("https://api.example.com/v1\nHost: x", "malformed"),
        ("https://user:secret@api.example.com/v1", "secrets"),
        ("https://secret@api.example.com/v1", "secrets"),
        ("https://:secret@api.example.com/v1", "secrets"),
        ("https://api.example.com/v1?key", "secrets"),
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


@pytest.mark.parametrize("host", ["evilexample.com", "sub.example.com", "example.com.evil.org"])
def test_a_host_listed_without_a_dot_is_itself_alone(host: str) -> None:
    assert code("https://example.com/v1", Rules(hosts=("example.com",))) == ""
    assert code(f"https://{host}/v1", Rules(hosts=("example.com",))) == "not_listed"


@pytest.mark.parametrize("host", [PUBLIC, "[2606:2800:220:1::1]"])
def test_an_address_of_the_internet_must_be_listed_as_a_name_must(host: str) -> None:
    assert code(f"https://{host}/v1", Rules(hosts=("api.openai.com",))) == "not_listed"
    assert code(f"https://{host}/v1", Rules(hosts=(host.strip("[]"),))) == ""


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://ollama/v1", ("ollama", 443)),
        ("http://ollama/v1", ("ollama", 80)),
        ("https://Ollama:8443/v1", ("ollama", 8443)),
    ],
)
def test_a_name_is_looked_up_with_its_port(url: str, asked: tuple[str, int]) -> None:
    heard = []

    async def resolver(host: str, port: int) -> list[str]:
        heard.append((host, port))
        return ["172.18.0.2"]

    rules = Rules(private=("ollama",))
    assert asyncio.run(allowed_addresses(url, rules, resolver)) == ["172.18.0.2"]
    assert heard == [asked]


@pytest.mark.parametrize("host", ["evilollama", "sub.ollama"])
def test_a_private_host_without_a_dot_is_itself_alone(host: str) -> None:
    rules = Rules(hosts=("*",), private=("ollama",))

    assert code(f"https://{host}/v1", rules, ("172.18.0.2",)) == "private"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0",  # noqa: S104
        "192.88.99.1", "fec0::1", "feff::1", "3fff::1", "3fff:fff::1", "::ffff:192.88.99.1",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::",
    ],
)  # fmt: skip
def test_addresses_of_the_own_network_are_private(address: str) -> None:
    assert not is_public(ip_address(address))
    assert code("https://name.example/v1", addresses=(address,)) == "private"


@pytest.mark.parametrize(
    "address",
    [
        PUBLIC, "2606:2800:220:1::1", "::ffff:93.184.216.34",
        "64:ff9b::93.184.216.34", "2002:5db8:d822::1",  # behind NAT64, 6to4
    ],
)  # fmt: skip
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
        ("10.0.0.1/8", "10.9.9.9", ""),  # a host of the network stands for all of it
        ("10.0.0.0/8", "::ffff:10.9.9.9", ""),
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


@pytest.mark.parametrize("addresses", [("172.18.0.2", PUBLIC), (PUBLIC, "172.18.0.2")])
def test_plain_http_stays_at_home_when_one_address_of_the_name_is_public(
    addresses: tuple[str, ...],
) -> None:
    rules = Rules(hosts=("*",), private=("ollama",))

    assert code("http://ollama:11434/v1", rules, addresses) == "plain_http"
    assert code("https://ollama:11434/v1", rules, addresses) == ""


@pytest.mark.parametrize(
    ("private", "said"), [((), "private"), (("10.0.0.0/8",), "private"), (("64:ff9b::/96",), "")]
)
def test_a_private_address_behind_nat64_is_private(private: tuple[str, ...], said: str) -> None:
    behind = ("64:ff9b::10.1.2.3",)

    assert code("https://name.example/v1", Rules(("*",), private), behind) == said


def test_what_could_be_a_password_is_not_quoted() -> None:
    with pytest.raises(AddressError) as error:
        check_url("https://user:se cret@host/", OPEN)

    assert "cret" not in str(error.value)


def test_of_an_address_that_cannot_be_read_a_hundred_characters_are_quoted() -> None:
    with pytest.raises(AddressError) as error:
        check_url("https://host:port/" + "x" * 200, OPEN)

    assert error.value.values["url"] == "https://host:port/" + "x" * 82


def test_a_name_is_looked_up_where_the_machine_looks_names_up() -> None:
    found = asyncio.run(resolve("localhost", 80))

    assert set(found) <= {"127.0.0.1", "::1"}
    assert len(found) == len(set(found)) > 0
