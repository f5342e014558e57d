"""The table page's words: what its script says, handed over as data so that it can be translated like any page.

`{name}` stands for what the script puts in.
"""

from typing import Final

from django.utils.translation import gettext_lazy

CALLS: Final = (
    gettext_lazy("Please come"),
    gettext_lazy("Wrong score entered"),
    gettext_lazy("Lead or play out of turn"),
    gettext_lazy("Revoke"),
    gettext_lazy("Cards are wrong"),
    gettext_lazy("Question"),
)
"""Notes that a call can carry, each on a button: nothing is typed at a table."""

_WORDS: Final = {
    # directions and seats
    "NS": gettext_lazy("North-South"),
    "EW": gettext_lazy("East-West"),
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    # above everything
    "table": gettext_lazy("Table {table}"),
    "round": gettext_lazy("Round {round}"),
    "round-of": gettext_lazy("Round {round} of {rounds}"),
    "clock-left": gettext_lazy("{time} left"),
    "clock-over": gettext_lazy("{time} over time"),
    "clock-paused": gettext_lazy("clock stopped at {time}"),
    "offline": gettext_lazy("No connection; this is as of {time}."),
    "offline-go-on": gettext_lazy("Go on: what you enter is kept on this phone."),
    "sending": gettext_lazy("Sending …"),
    "kept": gettext_lazy("Kept on this phone. It is sent as soon as there is a connection."),
    "kept-count": gettext_lazy(
        "{count} entries are kept on this phone and are sent as soon as there is a connection."
    ),
    "no-store": gettext_lazy("This phone cannot keep anything: leave the page open until it says “saved”."),
    "gone": gettext_lazy("This code opens nothing any more. Ask the director for the table’s code."),
    "gone-kept": gettext_lazy(
        "What this phone has kept is not lost: scan the new code with it, and it is offered there."
    ),
    "left-behind": gettext_lazy("Not sent: it was kept under a code that opens nothing any more."),
    "move": gettext_lazy("Send it with this table’s code"),
    # who sits here
    "who-sits": gettext_lazy("Who holds this phone?"),
    "who-sits-help": gettext_lazy("Tap your side. You then also say that the four sit as shown."),
    "we-are": gettext_lazy("We are {side}"),
    "sit-otherwise": gettext_lazy("Somebody else sits here"),
    "seats-title": gettext_lazy("Who really sits here?"),
    "seats-help": gettext_lazy("Type a name only where somebody else sits than is shown."),
    "seats-turned": gettext_lazy("The pairs sit the other way round"),
    "seats-turned-help": gettext_lazy(
        "Boards you enter from now on count for the pairs as they sit. Call the director about earlier ones."
    ),
    "seats-save": gettext_lazy("Save who sits here"),
    "turned-note": gettext_lazy("You sit the other way round than drawn."),
    "nobody-known": gettext_lazy("name not known"),
    "switch-side": gettext_lazy("This phone: {side}. Switch"),
    "seats-link": gettext_lazy("Who sits here"),
    # the boards of a round
    "boards": gettext_lazy("Your boards"),
    "board": gettext_lazy("Board {board}"),
    "decider": gettext_lazy("Decider"),
    "deals": gettext_lazy("{dealer} deals, {first} bids first"),
    "enter": gettext_lazy("Enter board {board}"),
    "next-board": gettext_lazy("Next: board {board}"),
    "all-boards": gettext_lazy("All boards"),
    "all-in": gettext_lazy("All boards of this round are in."),
    "state-open": gettext_lazy("not entered yet"),
    "state-later": gettext_lazy("after board {board}"),
    "state-over": gettext_lazy("not needed"),
    "state-draft": gettext_lazy("begun"),
    "state-sending": gettext_lazy("sending …"),
    "state-kept": gettext_lazy("kept on this phone"),
    "state-refused": gettext_lazy("not taken: look at it"),
    "state-waiting": gettext_lazy("saved {saved} · waits for {side}"),
    "state-confirm": gettext_lazy("{side} has entered it: is it right?"),
    "state-agreed": gettext_lazy("saved {saved} · both sides agree"),
    "state-differs": gettext_lazy("the sides differ: the director decides"),
    "state-director": gettext_lazy("saved {saved} · entered by the director"),
    "state-ruled": gettext_lazy("the director has ruled"),
    "late-line": gettext_lazy("Round {round}, board {board} ({side}): came late, kept for the director"),
    "earlier-line": gettext_lazy("Round {round}, board {board} ({side})"),
    # entering one
    "enter-title": gettext_lazy("Board {board}: you enter for {side}"),
    "bids": gettext_lazy("{seat} bids"),
    "nil": gettext_lazy("Nil"),
    "blind": gettext_lazy("Blind nil"),
    "no-blind": gettext_lazy("No blind nil for {side}: they are not {points} points behind."),
    "takes-side": gettext_lazy("Tricks of {side}"),
    "takes-player": gettext_lazy("Tricks {seat} took"),
    "follows": gettext_lazy("{side} has the rest: 13 − yours."),
    "by-player": gettext_lazy("Somebody bid nil, so each of the two counts alone."),
    "pad": gettext_lazy("{question}: tap a number"),
    "change-tricks": gettext_lazy("Change the tricks"),
    "change-one": gettext_lazy("Change {what}"),
    "back": gettext_lazy("Back"),
    "start-again": gettext_lazy("Start again"),
    "meanwhile": gettext_lazy("{side} has entered this board already."),
    "look-at-it": gettext_lazy("Look at it"),
    # looking at one
    "review-title": gettext_lazy("Board {board}: is this right?"),
    "bid": gettext_lazy("Bid"),
    "tricks": gettext_lazy("Tricks"),
    "score": gettext_lazy("Score"),
    "how": gettext_lazy("How the score comes about"),
    "total-after": gettext_lazy("Total"),
    "send": gettext_lazy("Send"),
    "change": gettext_lazy("Change"),
    "correct": gettext_lazy("Correct it"),
    "throw-away": gettext_lazy("Throw this entry away"),
    "refused": gettext_lazy("This was not taken:"),
    "confirm-title": gettext_lazy("{other} has entered board {board}"),
    "confirm-ask": gettext_lazy("{side}: is that right?"),
    "confirm": gettext_lazy("Yes, it is right"),
    "deny": gettext_lazy("No, it was different"),
    "pass-phone": gettext_lazy("{side} confirms on this phone"),
    "pass-help": gettext_lazy("Or {side} confirms on a phone of its own."),
    "differs-help": gettext_lazy(
        "Talk it over. If one side was wrong, it enters the board again; otherwise the director decides."
    ),
    "enter-again": gettext_lazy("{side} enters it again"),
    "said": gettext_lazy("{side} says"),
    "apart": gettext_lazy("differs"),
    "take-back": gettext_lazy("Take it back"),
    "take-back-ask": gettext_lazy("Take board {board} back? It then counts as not entered."),
    "take-back-yes": gettext_lazy("Yes, take it back"),
    "keep-it": gettext_lazy("No, keep it"),
    "no-answer": gettext_lazy("No answer came. Try again when there is a connection."),
    "others": gettext_lazy("At the other tables"),
    "others-secret": gettext_lazy("Other tables’ results show once every table has played the board."),
    "not-played": gettext_lazy("Not played."),
    "ruling": gettext_lazy("The director gave {side} {ruling}."),
    # a race
    "race": gettext_lazy("The race to {target}"),
    "race-left-one": gettext_lazy("1 board left"),
    "race-left": gettext_lazy("{count} boards left"),
    "race-bags-one": gettext_lazy("1 bag"),
    "race-bags": gettext_lazy("{count} bags"),
    "race-stop": gettext_lazy("Stop: {side} reached {target}"),
    "race-stop-both": gettext_lazy("Stop: both sides reached {target}"),
    "race-length": gettext_lazy("All boards are played. Wait for the director."),
    "race-decider": gettext_lazy("The match is tied: play board {board} as a decider."),
    "race-decided": gettext_lazy("The director has decided this match; nothing more is entered here."),
    # between rounds
    "wait": gettext_lazy("Wait for the next round"),
    "wait-help": gettext_lazy("The page goes on by itself when the director opens it."),
    "wait-draw": gettext_lazy("The draw is not out yet."),
    "last": gettext_lazy("That was the last round. Thank you for playing."),
    "next-title": gettext_lazy("Round {round}: where you go"),
    "goes-to": gettext_lazy("Table {table}, {side}"),
    "boards-list": gettext_lazy("boards {boards}"),
    "sits-out": gettext_lazy("sits out"),
    # calling the director
    "call": gettext_lazy("Call the director"),
    "call-title": gettext_lazy("Call the director to table {table}"),
    "call-help": gettext_lazy("What is it about? Play waits until somebody has come."),
    "called": gettext_lazy("The director was called at {time}."),
    "coming": gettext_lazy("Somebody is coming."),
    "call-failed": gettext_lazy("The call did not get through. Raise your hand."),
    # said aloud to screen readers when they happen
    "said-round": gettext_lazy("{round} has begun."),
    "said-board": gettext_lazy("Board {board}: {state}."),
    "connection-back": gettext_lazy("The connection is back."),
}


def words() -> dict[str, str]:
    """All of them in the reader's language."""
    return {key: str(text) for key, text in _WORDS.items()}
