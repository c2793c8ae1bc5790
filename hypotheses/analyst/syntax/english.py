"""English grammar around quoted words: the indefinite article, and the base form of a verb."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex

_VOWEL_SOUND = lazy_regex(
    r"(?!uni|use|usu|eu|one\b|once)[aeiou]|hour|honest|heir|8|11\b|18\b", re.I
)
_IRREGULAR = {"has": "have", "is": "be", "does": "do", "goes": "go"}


def a(phrase: str) -> str:
    """`eight-point scale` -> `an eight-point scale`."""
    return f"{'an' if _VOWEL_SOUND.match(phrase) else 'a'} {phrase}"


COUNTED = frozenset(
    """alarm app ban bell bench bike blanket bonus box break bus buzzer calendar camera car card cat
    chart checklist class clock club coach counter course curfew cushion desk discount dog drone
    email fan fee fence fine garden gate grant helmet hotline kiosk label lamp leaflet lesson letter
    lid light meeting mentor message mirror monitor nap net newsletter park plant playlist pool
    poster quiz queue ramp reminder reward robot room rota rule shuttle sign speaker story tablet
    tax test text timer train tram tree tutor van video visit voucher walk wall website whistle
    whiteboard window workshop""".split()
)
"""Countable nouns, which notes write without their article: `night bus`."""


MANY = frozenset("those these they we people police cattle sheep deer fish".split())
"""Plurals that do not end as a plural does."""


def base(third: str) -> str:
    """The base form of a verb in the third person: `carries` -> `carry`."""
    if third in _IRREGULAR:
        return _IRREGULAR[third]
    if third.endswith("ies") and len(third) > 4:
        return third[:-3] + "y"
    if third.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return third[:-2]
    return third[:-1]


def third(base_form: str) -> str:
    """The third person of a verb's base form: `carry` -> `carries`."""
    for past, present in _IRREGULAR.items():
        if base_form == present:
            return past
    if base_form.endswith("y") and base_form[-2:-1] not in "aeiou":
        return base_form[:-1] + "ies"
    return base_form + ("es" if base_form.endswith(("ss", "sh", "ch", "x", "zz", "o")) else "s")


# Past forms that no rule derives from their verb.
_PASTS = dict(
    pair.split(":")
    for pair in (
        """was:be were:be had:have did:do went:go made:make took:take got:get gave:give came:come
        became:become began:begin broke:break brought:bring built:build bought:buy caught:catch
        chose:choose drew:draw drank:drink drove:drive ate:eat fell:fall felt:feel fought:fight
        found:find flew:fly forgot:forget froze:freeze grew:grow heard:hear held:hold kept:keep
        knew:know laid:lay led:lead left:leave lent:lend lost:lose meant:mean met:meet
        paid:pay ran:run rode:ride rose:rise said:say saw:see sold:sell sent:send shook:shake
        shone:shine showed:show shrank:shrink sang:sing sank:sink sat:sit slept:sleep spoke:speak
        spent:spend stood:stand stole:steal stuck:stick struck:strike swam:swim taught:teach
        tore:tear told:tell thought:think threw:throw understood:understand woke:wake wore:wear
        won:win wrote:write bore:bear bound:bind bred:breed fed:feed fled:flee hid:hide
        overcame:overcome created:create withstood:withstand outgrew:outgrow cut:cut put:put
        set:set hit:hit hurt:hurt let:let cost:cost shut:shut spread:spread read:read quit:quit
        bent:bend bled:bleed blew:blow clung:cling crept:creep dealt:deal dreamt:dream dug:dig
        foresaw:foresee forgave:forgive hung:hang knelt:kneel leant:lean leapt:leap learnt:learn
        mistook:mistake overtook:overtake rang:ring rebuilt:rebuild redid:redo rewrote:rewrite
        slid:slide sought:seek sped:speed spelt:spell spilt:spill spoilt:spoil sprang:spring
        spun:spin swept:sweep swore:swear swung:swing undertook:undertake underwent:undergo
        undid:undo wept:weep withdrew:withdraw"""
    ).split()
)
_SILENT_E = lazy_regex(
    r"(?:[cvzu]|(?<!s)s|(?<!n)g|[^o]ng|[^eo]at|[^aeo]ir|[^o]ur|or(?<=plor|gnor|stor|scor)"
    r"|(?:^|[^aeiou])(?:in|id|ad|ak|ok|ik)|[bcdfgkptz]l)$"
)


# A short verb without a silent e doubles its last letter: `cared`, but `barred`.
_SHORT_STEM = lazy_regex(r"[^aeiou]{0,4}[aeiou][^aeiouwxy]")


def present(past: str) -> str:
    """The base form of a verb in the past: `carried` -> `carry`, `grew` -> `grow`."""
    if past in _PASTS:
        return _PASTS[past]
    if not past.endswith("ed"):
        return past  # `cut`, `put`
    stem = past[:-2]
    if stem.endswith("i"):
        return stem[:-1] + ("y" if len(stem) > 2 else "ie")
    if stem[-1:] == stem[-2:-1] and stem[-1:] not in "lsfze" and len(stem) > 3:
        return stem[:-1]
    silent = stem.endswith("e") or _SILENT_E.search(stem) or _SHORT_STEM.fullmatch(stem)
    return f"{stem}e" if silent else stem


def is_past(form: str) -> bool:
    """Whether a form is an irregular past."""
    return form in _PASTS


def is_present(form: str) -> bool:
    """Whether a form is the base of an irregular verb; some participles are the same word:
    `run`."""
    return form in _PASTS.values()


def gerund(base_form: str) -> str:
    """The -ing form of a verb: `make` -> `making`, `cut` -> `cutting`."""
    if base_form.endswith("ie"):
        return base_form[:-2] + "ying"
    if base_form.endswith("e") and not base_form.endswith("ee"):
        return base_form[:-1] + "ing"
    short = re.fullmatch(r"[^aeiou]{1,4}[aeiou][bdgmnpt]", base_form)
    return base_form + (base_form[-1] if short else "") + "ing"


def past(base_form: str) -> str:
    """The past of a verb's base form: `carry` -> `carried`, `grow` -> `grew`."""
    for form, present_form in _PASTS.items():
        if present_form == base_form:
            return form
    if base_form.endswith("e"):
        return base_form + "d"
    if base_form.endswith("y") and base_form[-2:-1] not in "aeiou":
        return base_form[:-1] + "ied"
    short = re.fullmatch(r"[^aeiou]{1,4}[aeiou][bdgmnpt]", base_form)
    return base_form + (base_form[-1] if short else "") + "ed"
