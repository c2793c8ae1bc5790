from django.db import models


class Mark(models.Model):
    """A domain row that a probe step records. No unique key: a duplicate must show."""

    run_id = models.BigIntegerField()
    node = models.CharField(max_length=20)
    value = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.node} {self.value}"
