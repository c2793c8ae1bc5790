"""langchain-openai's model, without what takes it as long as all the rest of a call."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from langchain_openai import ChatOpenAI

from .provider import Provider

_NO_KEY = "set-by-the-transport"  # the client wants one; the real one it never sees


class LeanChatOpenAI(ChatOpenAI):
    """Sends and reads the same as its base, with half of the computing."""

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        """With the messages as a further part of the body, which is sent as it is.

        As messages proper the client holds every part of each against its own types.
        """
        payload = super()._get_request_payload(input_, stop=stop, **kwargs)
        body = {**(payload.get("extra_body") or {}), "messages": payload["messages"]}
        return {**payload, "messages": [], "extra_body": body}

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        """One completion, read in this thread: to another and back takes longer than reading."""
        payload = self._get_request_payload(messages, stop=stop, **kwargs)
        return self._create_chat_result(await self.async_client.create(**payload))


def chat_openai(provider: Provider, http: httpx2.AsyncClient) -> LeanChatOpenAI:
    """What the library would take from the environment is given, so that it takes nothing."""
    url = urlsplit(provider.base_url)
    return LeanChatOpenAI(
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
