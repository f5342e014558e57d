"""An independent checker of a recorded play, by docs/rules.md §6; it shares no code with the simulation.

Cards are told apart by their text, "♠A", not by their index.
"""

from boards.cards import Card, Seat
from boards.deal import Deal

RANKS = "23456789TJQKA"


def faults_of_play(deal: Deal, leader: Seat, tricks: list[tuple[Seat, list[Card]]]) -> list[str]:
    """Everything against the rules in thirteen tricks, each with its leader and its cards in order."""
    faults = []
    hands = {seat: {str(card) for card in hand.cards} for seat, hand in zip(Seat, deal.hands, strict=True)}
    spade_played = False
    if len(tricks) != 13:
        faults.append(f"{len(tricks)} tricks")
    for number, (who, cards) in enumerate(tricks, 1):
        if who != leader:
            faults.append(f"trick {number}: {who} leads, {leader} won the one before")
        table = [
            (("NESW" * 2)["NESW".index(who.name) + place], str(card)) for place, card in enumerate(cards)
        ]
        led = table[0][1][0]
        for place, (name, card) in enumerate(table):
            hand = hands[Seat[name]]
            if card not in hand:
                faults.append(f"trick {number}: {name} has not {card}")
            if place == 0 and led == "♠" and not spade_played and any(other[0] != "♠" for other in hand):
                faults.append(f"trick {number}: {name} leads a spade before one was played")
            if place > 0 and card[0] != led and any(other[0] == led for other in hand):
                faults.append(f"trick {number}: {name} does not follow suit")
            hand.discard(card)
        spade_played = spade_played or any(card[0] == "♠" for _, card in table)
        spades = [one for one in table if one[1][0] == "♠"]
        counted = spades or [one for one in table if one[1][0] == led]
        leader = Seat[max(counted, key=lambda one: RANKS.index(one[1][1]))[0]]
    if any(hands.values()):
        faults.append("cards are left over")
    return faults


def tricks_won(tricks: list[tuple[Seat, list[Card]]]) -> list[int]:
    """Tricks of N, E, S and W, worked out from the cards."""
    won = [0, 0, 0, 0]
    for who, cards in tricks:
        texts = [str(card) for card in cards]
        suit = "♠" if any(text[0] == "♠" for text in texts) else texts[0][0]
        best = max((RANKS.index(text[1]), place) for place, text in enumerate(texts) if text[0] == suit)
        won[(who + best[1]) % 4] += 1
    return won
