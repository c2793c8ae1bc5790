"""Why nothing can be found by meaning just now; whoever asked goes on by words."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class RecallError(TranslatableError):
    """The index, or what makes its vectors, cannot be used."""

    messages = {
        "missing": N_("%(setting)s needs the package %(package)s: %(command)s"),
        "no_model": N_("CRIVO_MEMORY_EMBEDDINGS=provider: no model provider serves `memory`"),
        "embeddings": N_("no embeddings: %(why)s"),
        "busy": N_("another process has held the memory's index for %(seconds)s seconds"),
        "forked": N_("this process was forked from one that had used the memory's index"),
        "broken": N_("the memory's index cannot be used (%(said)s); "
                     "`manage.py reindex_memory` makes it anew"),
        "empty": N_("the memory's index holds nothing yet; `manage.py reindex_memory` fills it"),
    }  # fmt: skip
