"""Categories of cues that several rules ask for together."""

from __future__ import annotations

CHANGE_VERBS = frozenset(("verb_up", "verb_down", "verb_change"))
CLAIM_VERBS = CHANGE_VERBS | {"verb_link", "verb_equal"}
VERBS = CLAIM_VERBS | {"verb_beat"}
COMPARED = frozenset(("more", "less"))
CHANGE_NOUNS = frozenset(("change_up_nouns", "change_down_nouns"))
