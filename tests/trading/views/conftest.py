"""People, each with a client of their own: the same as on the first desk."""

from tests.hypotheses.views.conftest import ana, eva, rita, root

__all__ = ["ana", "eva", "rita", "root"]
