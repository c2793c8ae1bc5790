"""Typed readers of environment variables: a wrong value names its variable and what it takes."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import math
import os
import re
import secrets
import zoneinfo
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import environ

REDIS_LIMITS = {"socket_connect_timeout": "2", "socket_timeout": "5"}
"""Seconds; the queue is listened to for one second at a time."""

POSTGRES_LIMITS = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "options": "-c idle_in_transaction_session_timeout=30s",
}
"""A server that is cut off is given up within half a minute; it frees the rows locked by a
client that it no longer hears from as quickly."""

TOKEN_CHARACTERS = 16
_OURS = re.compile(r"CRIVO_|DATABASE_URL$|REDIS_URL$")
_OF_TESTS = re.compile(r"CRIVO_(TEST_\w+|REQUIRE_ALL|RELIABILITY)$")
_read: set[str] = set()
_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$", re.IGNORECASE)
SECRET_KEY_CHARACTERS = 50  # what Django's deployment check asks for


class SettingError(Exception):
    """An environment variable holds a value that cannot be used."""

    def __init__(self, name: str, value: str, takes: str) -> None:
        super().__init__(f"{name}={value!r}: takes {takes}")


def text(name: str, default: str) -> str:
    """The variable's value; an empty one counts as not set."""
    _read.add(name)
    return os.environ.get(name, "").strip() or default


def boolean(name: str, default: bool) -> bool:
    """`1 true yes on` or `0 false no off`, in any case. Raises SettingError."""
    value = text(name, "true" if default else "false").lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    raise SettingError(name, value, "true or false")


def optional_part(name: str, package: str) -> bool:
    """Off by default. Raises SettingError when it is on without the package that it needs."""
    on = boolean(name, False)
    if on:
        try:
            importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            install = f"pip install -c requirements-extras.txt {package}"
            takes = f"no value without the package {package}: {install}"
            raise SettingError(name, text(name, ""), takes) from None
    return on


def integer(name: str, default: int, minimum: int, maximum: int) -> int:
    """A whole number within bounds, both included. Raises SettingError."""
    value = text(name, str(default))
    takes = f"a whole number from {minimum} to {maximum}"
    try:
        number = int(value)
    except ValueError:
        raise SettingError(name, value, takes) from None
    if not minimum <= number <= maximum:
        raise SettingError(name, value, takes)
    return number


def choice(name: str, default: str, options: Sequence[str]) -> str:
    """One of the options. Raises SettingError."""
    value = text(name, default)
    if value not in options:
        raise SettingError(name, value, "one of " + ", ".join(options))
    return value


def detailed_choice(name: str, simple: Sequence[str], detailed: Sequence[str]) -> tuple[str, str]:
    """One of the options, the first by default; those of `detailed` may take a detail after a
    colon. Returns both parts. Raises SettingError."""
    value = text(name, simple[0])
    option, colon, detail = value.partition(":")
    if option not in ((*simple, *detailed) if not colon else detailed if detail.strip() else ()):
        shown = [*simple, *detailed, *(f"{each}:DETAIL" for each in detailed)]
        raise SettingError(name, value, "one of " + ", ".join(shown))
    return option, detail.strip()


class Bounds(NamedTuple):
    """What a number is by default, and the least and the most that it may be."""

    default: float
    low: float
    high: float


def numbers(name: str, known: Mapping[str, Bounds]) -> dict[str, float]:
    """`word=number` between commas; a word that is not given keeps its default.

    A number whose default is whole is whole. Raises SettingError.
    """
    found = {word: bounds.default for word, bounds in known.items()}
    for part in words(name, []):
        word, _sign, value = part.partition("=")
        bounds = known.get(word.strip())
        if bounds is None:
            raise SettingError(name, part, "WORD=number between commas: " + ", ".join(known))
        try:
            given = type(bounds.default)(value)
        except ValueError:
            given = math.nan
        if not bounds.low <= given <= bounds.high:
            kind = "a whole number" if isinstance(bounds.default, int) else "a number"
            takes = f"for {word.strip()} {kind} from {bounds.low:,g} to {bounds.high:,g}"
            raise SettingError(name, part, takes)
        found[word.strip()] = given
    return found


def first_set(*names: str) -> str:
    """The first of these variables that is set; the first of all when none is."""
    return next((name for name in names if text(name, "")), names[0])


def together(*names: str) -> list[str]:
    """Variables that only make sense together, all empty by default. Raises SettingError.

    Variables that are set for other programs never stop the start: they count only when complete.
    """
    values = {name: text(name, "") for name in names}
    if not all(values.values()) and not any(values[name] for name in names if _OURS.match(name)):
        return ["" for _ in names]
    if any(values.values()):
        for name, value in values.items():
            if not value:
                others = " and ".join(other for other in names if other != name)
                raise SettingError(name, value, f"a value when {others} is set")
    return list(values.values())


def contact(name: str) -> str:
    """An address for reports, `mailto:` or `https://`, empty by default. Raises SettingError."""
    value = text(name, "")
    if value and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+)", value):
        raise SettingError(name, value, "mailto:name@example.org or https://example.org/report")
    return value


def variable_name(name: str) -> str:
    """The name of another variable, empty by default. Raises SettingError.

    The value is never quoted in the error: it may be the secret itself, put here by mistake.
    """
    value = text(name, "")
    if value and not re.fullmatch(r"[A-Z][A-Z0-9_]*", value):
        raise SettingError(name, "...", "the NAME of a variable such as OPENAI_API_KEY")
    return value


def secret(name: str) -> str:
    """The present value of a variable: read when it is needed, and stored nowhere."""
    _read.add(name)
    return os.environ.get(name, "").strip()


def inherited(added: Mapping[str, str]) -> dict[str, str]:
    """The environment for a program that we start: ours, with additions."""
    return {**os.environ, **added}


def all_secrets() -> list[str]:
    """The values of variables whose names mark them as secrets: a provider's key may have any
    name."""
    return [value.strip() for name, value in os.environ.items() if _SECRET.search(name)]


def without_secrets() -> list[str]:
    """Our variables that are set, a line each: `NAME=value`; a secret's name without its value,
    an address without user and password."""
    found = sorted(name for name, value in os.environ.items() if _OURS.match(name) and value)
    return [f"# {name}=" if _SECRET.search(name) else f"{name}={_open(name)}" for name in found]


def unread(used: Collection[str]) -> list[str]:
    """Variables that begin with CRIVO_, are set, and were not read; except the names `used`."""
    ours = {name for name, value in os.environ.items() if name.startswith("CRIVO_") and value}
    return sorted(name for name in ours - _read - {*used} if not _OF_TESTS.match(name))


def _open(name: str) -> str:
    value = os.environ[name].strip()
    if "://" not in value:
        return value
    parts = urlsplit(value)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=place, query="", fragment=""))


def token(name: str) -> str:
    """A secret of at least 16 characters, or none. Raises SettingError, which never quotes it."""
    value = text(name, "")
    if value and len(value) < TOKEN_CHARACTERS:
        raise SettingError(name, "...", f"a secret of at least {TOKEN_CHARACTERS} characters")
    return value


def words(name: str, default: Sequence[str]) -> list[str]:
    """Words separated by commas."""
    value = text(name, ",".join(default))
    return [word.strip() for word in value.split(",") if word.strip()]


def hosts(name: str, default: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """`host` or `VARIABLE=host` between commas: all the hosts, and the pairs.

    Raises SettingError, which quotes nothing: a key itself may stand there by mistake.
    """
    found: list[str] = []
    pairs = []
    for entry in words(name, default):
        variable, sign, host = entry.rpartition("=")
        if sign:
            if host in ("", "*") or not re.fullmatch(r"[A-Z][A-Z0-9_]*", variable):
                raise SettingError(name, "...", "host or VARIABLE=host: MY_API_KEY=host.example")
            pairs.append((variable, host.lower()))
        found.append(host.lower())
    return found, pairs


def queue_name(secret: str) -> str:
    """A name that all processes with this key share, and no other installation has."""
    return hashlib.blake2b(secret.encode(), digest_size=8, person=b"crivo-queue").hexdigest()


def database(name: str, default: str) -> dict[str, Any]:
    """A database URL (`sqlite:///file` or `postgres://...`) as Django's dict. Raises SettingError.

    The value is never quoted in the error: it may hold a password.
    """
    takes = "sqlite:///path/to/file or postgres://user:password@host:port/name"
    value = text(name, default)
    if not value.startswith(("sqlite:///", "postgres://", "postgresql://")):
        raise SettingError(name, "...", takes)
    try:
        config: dict[str, Any] = dict(environ.Env.db_url_config(value))
    except ValueError:
        raise SettingError(name, "...", takes) from None
    if config.get("NAME") in (None, "", ":memory:"):  # workers are processes: they share a file
        raise SettingError(name, "...", takes)
    if not value.startswith("sqlite"):
        config["OPTIONS"] = POSTGRES_LIMITS | dict(config.get("OPTIONS", {}))
    return config


def mail(name: str) -> dict[str, Any]:
    """A mail server and whom its mail is from, `smtp+tls://user:password@host:587/?from=a@b.org`,
    as Django's settings; empty by default.

    The value is never quoted in the error: it may hold a password. Raises SettingError.
    """
    value = text(name, "")
    if not value:
        return {}
    takes = "smtp://, smtp+tls:// or smtp+ssl:// with user:password@host:port/?from=crivo@host"
    try:
        parts = urlsplit(value)
        sound = parts.scheme in ("smtp", "smtp+tls", "smtp+ssl") and parts.hostname
        sender = dict(parse_qsl(parts.query)).get("from", "")
        if not sound or parts.port == 0 or not re.fullmatch(r"[^@\r\n]+@[^@\s]+", sender):
            raise SettingError(name, "...", takes)
        server = urlunsplit(parts._replace(query="", path=""))
        found: dict[str, Any] = dict(environ.Env.email_url_config(server))
    except ValueError:  # a port that is no number
        raise SettingError(name, "...", takes) from None
    usual = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}[parts.scheme]
    return {**found, "EMAIL_PORT": found["EMAIL_PORT"] or usual, "DEFAULT_FROM_EMAIL": sender}


def redis(name: str) -> str:
    """A Redis URL, empty by default, with time limits so that a dead server holds nobody up.

    The value is never quoted in the error: it may hold a password. Raises SettingError.
    """
    value = text(name, "")
    if not value:
        return ""
    takes = "redis://:password@host:port/0, rediss:// or unix://"
    try:
        parts = urlsplit(value)
        place = parts.path if parts.scheme == "unix" else parts.hostname
        sound = parts.scheme in ("redis", "rediss", "unix") and place and parts.port != 0
    except ValueError:  # a port that is no number
        sound = False
    if not sound:
        raise SettingError(name, "...", takes)
    if importlib.util.find_spec("redis") is None:
        install = "pip install -c requirements-extras.txt redis"
        raise SettingError(name, "...", f"no value without the package redis: {install}")
    query = REDIS_LIMITS | dict(parse_qsl(parts.query))
    return urlunsplit(parts._replace(query=urlencode(query)))


def time_zone(name: str, default: str) -> str:
    """A name of the time zone database. Raises SettingError."""
    value = text(name, default)
    try:
        zoneinfo.ZoneInfo(value)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingError(name, value, "a time zone such as UTC or America/Sao_Paulo") from None
    return value


def folder(name: str, default: Path) -> Path:
    """A folder, made when it is not there. Raises SettingError."""
    path = Path(text(name, str(default))).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise SettingError(name, str(path), "a folder that exists or can be made") from None
    return path


def secret_key(name: str, file: Path) -> str:
    """The variable, or the key kept in `file`, made on the first start (mode 600).

    Raises SettingError for a key too short to be a secret, or a file that cannot be used.
    """
    _read.add(name)
    key = os.environ.get(name, "")
    takes = f"a secret of at least {SECRET_KEY_CHARACTERS} characters"
    if not key:
        takes += f", or no value when {file} can be made and read"
        try:
            key = kept_secret(file)
        except (OSError, UnicodeDecodeError):
            raise SettingError(name, "", takes) from None
    if len(key) < SECRET_KEY_CHARACTERS:
        raise SettingError(name, "...", takes)  # a secret is never quoted
    return key


def kept_secret(file: Path) -> str:
    """The secret in the file, made when it is not there. Raises OSError.

    Processes that start at once agree: each key is written whole, the first to be linked stays.
    """
    if not file.exists():
        draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            os.link(draft, file)
        except FileExistsError:
            pass  # another process was first: its key is the one
        finally:
            draft.unlink()
    return file.read_text(encoding="ascii").strip()
