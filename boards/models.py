"""Board sets and boards as stored.

Owns: which cards a numbered board of a set holds, and where they came from (a seed or an import).
Never does: deal (boards/dealing.py) or decide who may see a deal (tournaments/services/visibility.py).
"""

from django.db import models

from boards.deal import Deal


class BoardSet(models.Model):
    """Boards made together: dealt from one recorded secret, or imported from a file."""

    name = models.CharField(max_length=200)
    algorithm = models.CharField(max_length=60, blank=True, help_text="Empty for an imported set.")
    secret = models.CharField(
        max_length=64, blank=True, help_text="Hexadecimal; whoever has it can deal the boards again."
    )
    session = models.CharField(max_length=200, blank=True)
    source = models.CharField(max_length=200, blank=True, help_text="Where an imported set came from.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.name


class Board(models.Model):
    """A deal with a number. Dealer and first bidder follow from the number (boards/deal.py)."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveIntegerField()
    pbn = models.CharField(max_length=80, help_text="The four hands as a PBN deal, North first.")

    class Meta:
        ordering = ("board_set_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("board_set", "number"), name="board_number_once_a_set"),
        )

    def __str__(self) -> str:
        return f"Board {self.number}"

    @property
    def deal(self) -> Deal:
        return Deal.parse(self.pbn)
