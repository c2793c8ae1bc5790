"""langchain-openai's model, without what takes it as long as all the rest of a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from openai._base_client import get_platform

from .provider import Provider

_NO_KEY = "set-by-the-transport"  # the client wants one; the real one it never sees
_PATH = "/chat/completions"


class LeanChatOpenAI(ChatOpenAI):
    """Sends and reads the same as its base, with a third of the computing."""

    async def complete(
        self, messages: Sequence[Mapping[str, str]], body: Mapping[str, Any]
    ) -> AIMessage:
        """One completion, as `ainvoke(messages, extra_body=body)` gives it.

        Nobody listens to the library's callbacks, and its client need not hold each part of the
        request and of the answer against its own types: the body is sent as it is, and read as
        the library reads what is no object of its client's.
        """
        said = [dict(message) for message in messages]
        payload = {**self._get_request_payload(said), **body}
        response = await self.root_async_client.post(
            _PATH,
            body=payload,
            cast_to=httpx2.Response,
            options={"security": {"bearer_auth": True}},
        )
        answer = response.json()
        generation = self._create_chat_result(answer).generations[0]
        message = generation.message
        if not isinstance(message, AIMessage):
            raise TypeError("an answer is the assistant's")
        message.response_metadata = {**(generation.generation_info or {})}
        message.additional_kwargs["refusal"] = answer["choices"][0]["message"].get("refusal")
        return message


def chat_openai(provider: Provider, http: httpx2.AsyncClient) -> LeanChatOpenAI:
    """What the library would take from the environment is given, so that it takes nothing."""
    url = urlsplit(provider.base_url)
    model = LeanChatOpenAI(
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
    # Else each of the first calls made side by side finds it out in a thread of its own.
    model.root_async_client._platform = get_platform()
    return model


async def _no_key() -> str:
    return _NO_KEY
