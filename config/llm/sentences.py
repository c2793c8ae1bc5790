"""What is said to a model besides the prompts of the apps, in the language of the prompt."""

from __future__ import annotations

_WORDS = {
    "en": {
        "schema": "Answer with one JSON object that fits this JSON schema, and nothing else:",
        "repair": "Your answer cannot be used: %(fault)s\n\nAnswer again with the whole, mended"
                  " JSON object and nothing else.",
        "language": "It has to be in English.",
        "strange": "%(field)s: %(problem)s.",
    },
    "pt": {
        "schema": "Responda com um único objeto JSON conforme este JSON Schema, e nada mais:",
        "repair": "Sua resposta não pode ser usada: %(fault)s\n\nResponda de novo com o objeto"
                  " JSON inteiro, corrigido, e nada mais.",
        "language": "Precisa estar em português do Brasil.",
        "strange": "%(field)s: %(problem)s.",
    },
}  # fmt: skip


def words(language: str, name: str) -> str:
    return _WORDS.get(language, _WORDS["en"])[name]
