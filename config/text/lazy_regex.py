"""Regular expressions that are compiled when they are first used.

The rules on texts have some hundred of them. A command needs a third, and those of one language;
to compile all took a tenth of a second of each start.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


def lazy_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`; with an invalid pattern, its first use raises re.error."""
    return cast("re.Pattern[str]", LazyRegex(pattern, flags))


class LazyRegex:
    """Has the attributes of its compiled pattern."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        """Keeps what it finds: from then on a use takes no longer than that of a pattern."""
        if name.startswith("__"):
            raise AttributeError(name)  # copying asks before there is a pattern
        found = getattr(self.compiled, name)
        setattr(self, name, found)
        return found
