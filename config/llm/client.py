"""langchain-openai's model, without what takes it as long as all the rest of a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
from langchain_openai import ChatOpenAI

from . import wire
from .provider import Provider

_NO_KEY = "set-by-the-transport"  # the client wants one; the real one it never sees
_PATH = "/chat/completions"


class Completions:
    """Asks for completions with the payload of the library's model."""

    def __init__(self, provider: Provider, to: wire.Wire) -> None:
        self._wire = to
        self._model = chat_openai(provider, wire.client(to))

    async def send(
        self, messages: Sequence[Mapping[str, str]], body: Mapping[str, Any], temperature: bool
    ) -> None:
        """Ask for one completion; the wire hears the answer, whatever it is.

        Nobody listens to the library's callbacks, and its client need not hold each part of the
        request against its own types: the payload is sent as it is.
        """
        said = [dict(message) for message in messages]
        payload = {**self._model._get_request_payload(said), **body}
        if not temperature:
            payload.pop("temperature", None)
        await self._wire.post_json(_PATH, payload)


def chat_openai(provider: Provider, http: httpx2.AsyncClient) -> ChatOpenAI:
    """What the library would take from the environment is given, so that it takes nothing."""
    url = urlsplit(provider.base_url)
    return ChatOpenAI(
        model=provider.model,
        base_url=url._replace(query="").geturl(),
        default_query=dict(parse_qsl(url.query)) or None,
        api_key=_no_key,
        openai_proxy="",
        temperature=provider.temperature,
        max_retries=0,
        timeout=provider.timeout_seconds,
        http_async_client=http,
        use_responses_api=False,
        disable_streaming=True,
        stream_usage=False,
        cache=False,
    )


async def _no_key() -> str:
    return _NO_KEY
