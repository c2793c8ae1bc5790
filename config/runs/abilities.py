"""What models' servers refuse, remembered from run to run for a while, and said in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from config.llm.cache_keys import server_key
from config.llm.provider import Provider

from .models import ServerAbilities

if TYPE_CHECKING:
    from config.llm.abilities import Abilities


def recalled(provider: Provider) -> Mapping[str, Any]:
    """What is known of its server; nothing where that was learned too long ago."""
    row = ServerAbilities.objects.filter(key=server_key(provider)).first()
    if row is None:
        return {}
    if row.is_old:
        row.delete()
        return {}
    return dict(row.abilities)


def keep(provider: Provider, abilities: Mapping[str, Any]) -> None:
    """What was learned, for later runs. What is added later grows old with the rest."""
    ServerAbilities.objects.update_or_create(
        key=server_key(provider),
        defaults={
            "base_url": provider.base_url,
            "model": provider.model,
            "abilities": dict(abilities),
        },
    )


def forget(*, pk: int) -> None:
    """Let the next run, or test of the model, learn it again."""
    ServerAbilities.objects.filter(pk=pk).delete()


def forget_server(provider: Provider) -> None:
    """The same, by the provider whose server it is."""
    ServerAbilities.objects.filter(key=server_key(provider)).delete()


def told(abilities: Abilities) -> Iterator[str]:
    """What a server takes, a line each."""
    from config.llm.abilities import LIMIT_NAMES

    yield _("asked by: %(way)s") % {"way": abilities.order()[0]}
    if abilities.ways:
        yield _("not by: %(ways)s") % {"ways": ", ".join(abilities.ways)}
    if abilities.names:
        name = abilities.limit_name(LIMIT_NAMES[0]) or "-"
        yield _("the limit of an answer is sent as: %(name)s") % {"name": name}
    if abilities.most is not None:
        yield _("longest answer: %(tokens)s tokens") % {"tokens": abilities.most}
    if not abilities.temperature:
        yield _("takes no temperature")
    if not abilities.system:
        yield _("takes no system role: its part goes to the user's")
