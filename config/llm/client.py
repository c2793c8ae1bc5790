"""langchain-openai's model, without what takes it as long as all the rest of a call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import openai
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from openai._base_client import get_platform
from openai._models import FinalRequestOptions

from . import wire
from .provider import Provider

_NO_KEY = "set-by-the-transport"  # the client wants one; the real one it never sees
_PATH = "/chat/completions"


class Completions:
    """Sends and reads the same as the library, with a tenth of the computing.

    What goes along with each call (address, headers) the library's client says once.
    """

    def __init__(self, provider: Provider, to: wire.Wire) -> None:
        self._wire = to
        self._model = chat_openai(provider, wire.client(to))
        self._client = self._model.root_async_client
        unsigned = {"Authorization": openai.Omit()}
        draft = self._client._build_request(
            FinalRequestOptions.construct(method="post", url=_PATH, json_data={}, headers=unsigned)
        )
        self._url, self._headers = draft.url, draft.headers.raw

    async def complete(
        self, messages: Sequence[Mapping[str, str]], body: Mapping[str, Any]
    ) -> AIMessage:
        """One completion, as the model's `ainvoke(messages, extra_body=body)` gives it.

        Nobody listens to the library's callbacks, and its client need not hold each part of the
        request and of the answer against its own types: the body is sent as it is, and read as
        the library reads what is no object of its client's.
        """
        said = [dict(message) for message in messages]
        payload = {**self._model._get_request_payload(said), **body}
        written = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        got = await self._wire.post(self._url, self._headers, written.encode())
        if not 200 <= got.status < 300:
            request = httpx2.Request("POST", self._url)
            raise self._client._make_status_error_from_response(got.response(request))
        answer = json.loads(got.body)
        generation = self._model._create_chat_result(answer).generations[0]
        message = generation.message
        if not isinstance(message, AIMessage):
            raise TypeError("an answer is the assistant's")
        message.response_metadata = {**(generation.generation_info or {})}
        message.additional_kwargs["refusal"] = answer["choices"][0]["message"].get("refusal")
        return message


def chat_openai(provider: Provider, http: httpx2.AsyncClient) -> ChatOpenAI:
    """What the library would take from the environment is given, so that it takes nothing."""
    url = urlsplit(provider.base_url)
    model = ChatOpenAI(
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
    model.root_async_client._platform = get_platform()  # for the headers of the first draft
    return model


async def _no_key() -> str:
    return _NO_KEY
