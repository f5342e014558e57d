"""A second account of the table rules, slow and by the book, to hold the real one against.

It shares nothing with ``scoring``: cards are texts such as ``SA``, hands are lists, and every card of a hand is tried
by itself. Used only in tests.
"""

import random

ORDER = "23456789TJQKA"
PACK = [suit + rank for suit in "CDHS" for rank in ORDER]
SEATS = "NESW"

Trick = tuple[str, list[str]]  # the leader and the cards as they fell
Finding = tuple[str, int, int]  # code, trick, place in the trick (−1: the leader)


def may_play(card: str, hand: list[str], table: list[str], before: list[str]) -> bool:
    """Whether a card of this hand may be played: ``table`` this trick's cards so far, ``before`` all earlier ones."""
    if table:
        if card[0] == table[0][0]:
            return True
        return not [held for held in hand if held[0] == table[0][0]]
    if card[0] != "S" or [played for played in before if played[0] == "S"]:
        return True
    return not [held for held in hand if held[0] != "S"]


def taker(trick: Trick) -> str:
    """Who takes a trick: each card is beaten, or not, by each other."""
    leader, cards = trick
    order = [SEATS[(SEATS.index(leader) + place) % 4] for place in range(4)]
    for seat, card in zip(order, cards, strict=True):
        if not any(_beats(other, card, cards[0][0]) for other in cards):
            return seat
    raise AssertionError("every card is beaten")


def _beats(one: str, other: str, led: str) -> bool:
    if one[0] == other[0]:
        return ORDER.index(one[1]) > ORDER.index(other[1])
    return one[0] == "S" or (one[0] == led and other[0] != "S")


def deal(source: random.Random) -> dict[str, list[str]]:
    cards = source.sample(PACK, 52)
    return {seat: cards[13 * place : 13 * place + 13] for place, seat in enumerate(SEATS)}


def play_out(
    source: random.Random, hands: dict[str, list[str]], first: str, *, care: float = 1.0
) -> tuple[list[Trick], list[Finding]]:
    """Thirteen tricks and what was against the rules in them.

    With ``care`` below 1 players now and then take any card, and anybody leads.
    """
    left = {seat: list(cards) for seat, cards in hands.items()}
    tricks: list[Trick] = []
    findings: list[Finding] = []
    due = first
    for number in range(13):
        leader = due if source.random() < care else source.choice(SEATS)
        if leader != due:
            findings.append(("lead-out-of-turn", number, -1))
        before = [card for _, cards in tricks for card in cards]
        table: list[str] = []
        for place in range(4):
            hand = left[SEATS[(SEATS.index(leader) + place) % 4]]
            allowed = [card for card in hand if may_play(card, hand, table, before)]
            card = source.choice(allowed if source.random() < care else hand)
            if card not in allowed:
                findings.append(("revoke" if table else "spade-led-early", number, place))
            hand.remove(card)
            table.append(card)
        tricks.append((leader, table))
        due = taker(tricks[-1])
    return tricks, findings
