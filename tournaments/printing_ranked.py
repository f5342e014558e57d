"""The sheets of ranked tables: a table's score sheet, a game that is over, an evening.

Owns: what stands on them, and which tables an event of ranked tables has.
Never does: draw, score, rate.
Terms: *table sheet*, a score sheet to be written on, with the table's code; *game sheet*, one to be read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.elo import shown
from scoring.game import TARGETS, GameEnd, dealer_of, first_bidder_of
from scoring.race import SideStep
from scoring.rules import BlindNil, RuleSet
from tournaments import figures
from tournaments.models import (
    DealState,
    Door,
    Event,
    EventStatus,
    Game,
    GameEnding,
    GameOutcome,
    GameStatus,
    Leaving,
    Person,
    StandIn,
)
from tournaments.printing_base import Order, head_of, snapshot_of
from tournaments.services.actors import Actor, Deed, may
from tournaments.services.ranked.reading import DealView, GameView, changes_of, games_of
from tournaments.services.ratings.book import policy_of
from tournaments.services.ratings.reading import book_to_read
from tournaments.services.ratings.shown import listed
from tournaments.services.tokens import may_print_codes, standing_tokens, token_text, tokens_for_tables
from tournaments.sheets import (
    BoardColumn,
    BoardList,
    BoardLists,
    Compass,
    GamePlayer,
    GameRow,
    GameSheet,
    GameSheets,
    RaceSide,
    TravellerKind,
    render_board_lists,
    render_game_sheets,
)

USUAL_TABLES: Final = 4
"""How many tables an event has as long as nothing tells of more."""
MOST_TABLES: Final = 200
_PRESETS: Final = {
    "duplicate-pairs": _("Duplicate Pairs"),
    "standard": _("Standard rules"),
    "puzzle-pirates": _("Puzzle Pirates"),
    "card-game-academy": _("Card Game Academy"),
    "safe-harbor": _("Safe Harbor"),
}
_SEATS: Final = ("N", "E", "S", "W")


def ranked_tables(event: Event, wanted: int = 0) -> list[int]:
    """The tables of an event of ranked tables: those that have a code or a game, and 1 to `wanted`; without any of
    these as many as are usual."""
    numbers = {token.table for token in standing_tokens(event) if token.table is not None}
    numbers.update(event.games.values_list("table", flat=True))
    numbers.update(range(1, min(wanted, MOST_TABLES) + 1))
    return sorted(numbers) or list(range(1, USUAL_TABLES + 1))


def blank_deals(target: int) -> int:
    """Rows of a sheet to write on: three games of four are over within them, and pages are full."""
    if target <= TARGETS[0]:
        return 10
    return 12 if target <= TARGETS[2] else 16 * ceil(target / TARGETS[3])


def table_sheets(order: Order) -> bytes:
    """A score sheet to write on for each table, with the code of its page where the reader may hand codes out and the
    site is known; codes that are not there yet are made, as for table cards."""
    event, rules = order.event, order.event.rule_set
    target = rules.target or TARGETS[3]
    rows = tuple(_blank_row(number) for number in range(1, blank_deals(target) + 1))
    wanted = ranked_tables(event, order.tables)
    addresses = _addresses(order, wanted)
    leaving = _leaving(event)
    games = tuple(
        GameSheet(
            table=table,
            target=target,
            rows=rows,
            rules=rules_line(rules),
            leaving=leaving,
            address=addresses.get(table, ""),
        )
        for table in wanted
    )
    sheet = GameSheets(head=head_of(event), kind=TravellerKind.BLANK, games=games)
    return render_game_sheets(sheet, order.page_size)


def game_sheets(order: Order) -> bytes:
    """Every game that is over, deal by deal."""
    stand_ins = _stand_ins(order.event)
    views = (view for view in games_of(order.event) if view.game.status == GameStatus.OVER)
    games = tuple(_filled(view, stand_ins) for view in views)
    sheet = GameSheets(head=head_of(order.event), kind=TravellerKind.FILLED, games=games)
    return render_game_sheets(sheet, order.page_size)


def evening_results(order: Order) -> bytes:
    """Who won how many games and what that brought, and every game of the event."""
    event = order.event
    final = event.status == EventStatus.FINAL
    views = [view for view in games_of(event) if view.game.status != GameStatus.SEATING]
    played = sum(view.game.status == GameStatus.PLAYING for view in views)
    running = ngettext("%(n)s game is still played.", "%(n)s games are still played.", played) % {"n": played}
    sheet = BoardLists(
        head=head_of(event),
        title=gettext("Final results") if final else gettext("Results"),
        lists=(_players_list(event), _games_list(views)),
        note=running if played else "",
    )
    return render_board_lists(sheet, order.page_size)


RANKED_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {
    "table-sheets": table_sheets,
    "game-sheets": game_sheets,
    "results": evening_results,
}


def rules_line(rules: RuleSet) -> str:
    """A rule set in one line, as far as players need it at the table."""
    words = [str(_PRESETS[rules.preset])]
    if rules.target is not None:
        words.append(gettext("to %(target)s") % {"target": rules.target})
    if rules.lowest is not None:
        words.append(gettext("lost at %(lowest)s") % {"lowest": figures.points(rules.lowest)})
    sign = "±" if rules.set_loses_points else "+"
    words.append(gettext("nil %(points)s") % {"points": f"{sign}{rules.nil_points}"})
    if rules.blind_nil != BlindNil.OFF:
        blind = gettext("blind nil %(points)s") % {"points": f"{sign}{rules.blind_nil_points}"}
        if rules.blind_nil == BlindNil.BEHIND:
            blind = gettext("%(blind)s when %(behind)s behind") % {
                "blind": blind,
                "behind": rules.blind_nil_behind,
            }
        words.append(blind)
    if rules.bag_penalty and rules.bag_penalty_every:
        values = {"every": rules.bag_penalty_every, "points": rules.bag_penalty}
        words.append(gettext("%(every)s bags cost %(points)s") % values)
    if not rules.bids_may_pass_13:
        words.append(gettext("a side bids at most 13"))
    if rules.minimum_team_bid is not None:
        words.append(gettext("a side bids at least %(bid)s") % {"bid": rules.minimum_team_bid})
    return " · ".join(words)


def _leaving(event: Event) -> tuple[str, ...]:
    """What is done when somebody leaves, sentence by sentence."""
    policy = policy_of(book_to_read(event.tournament.club))
    grace = policy.grace_minutes
    first = ngettext(
        "If somebody leaves: write down the time, and tell the director at once. Back within %(n)s minute, nothing "
        "has happened.",
        "If somebody leaves: write down the time, and tell the director at once. Back within %(n)s minutes, nothing "
        "has happened.",
        grace,
    )
    if event.ranked.leaving == Leaving.FORFEIT:
        then = gettext("After that they have quit, and their side has lost the game.")
    else:
        then = gettext(
            "After that they have quit. A stand-in takes the seat, and the game goes on; when both partners have quit, "
            "their side has lost."
        )
    minutes = policy.quit_ban_minutes
    ban = ngettext(
        "Whoever has quit may not play ranked games for %(n)s minute from the moment they left.",
        "Whoever has quit may not play ranked games for %(n)s minutes from the moment they left.",
        minutes,
    )
    said = (first % {"n": grace}, then)
    return (*said, ban % {"n": minutes}) if minutes and event.rated else said


def _addresses(order: Order, tables: Iterable[int]) -> dict[int, str]:
    """By table what its code opens; nothing for readers who may not hand codes out."""
    event, user = order.event, order.viewer
    allowed = may(user, Deed.DIRECT, event.tournament.club_id) and may_print_codes(user, event)
    if not order.site or not allowed or event.status == EventStatus.FINAL:
        return {}
    tokens = tokens_for_tables(event.pk, tables, Actor.of(user, Door.DESK))
    site = order.site.rstrip("/")
    return {token.table: f"{site}/table/{token_text(token)}/" for token in tokens if token.table is not None}


def _blank_row(number: int) -> GameRow:
    return GameRow(
        deal=number, dealer=Compass(dealer_of(number)), first_bidder=Compass(first_bidder_of(number))
    )


def _stand_ins(event: Event) -> dict[int, list[StandIn]]:
    """By a seat's key who filled in there, in their order."""
    found: defaultdict[int, list[StandIn]] = defaultdict(list)
    rows = (
        StandIn.objects.filter(seat__game__event=event).select_related("person").order_by("from_deal", "pk")
    )
    for row in rows:
        found[row.seat_id].append(row)
    return found


def _filled(view: GameView, stand_ins: Mapping[int, list[StandIn]]) -> GameSheet:
    rules = view.game.rule_set
    return GameSheet(
        table=view.game.table,
        game=view.game.number,
        target=rules.target or TARGETS[3],
        players=tuple(_player(view, seat, stand_ins) for seat in _SEATS),
        rows=tuple(_filled_row(deal, view) for deal in view.deals),
        rules=rules_line(rules),
        result=_result(view),
        ended=_ended(view),
    )


def _player(view: GameView, seat: str, stand_ins: Mapping[int, list[StandIn]]) -> GamePlayer:
    starter = view.seats[seat].starter
    if starter is None:
        return GamePlayer()
    notes = []
    if starter.quit_at is not None:
        after = starter.quit_after_deal
        said = gettext("quit after deal %(deal)s") if after else gettext("quit before the first deal")
        notes.append(said % {"deal": after})
    notes.extend(
        gettext("from deal %(deal)s %(name)s") % {"deal": one.from_deal, "name": one.person.name}
        for one in stand_ins.get(starter.pk, ())
    )
    return GamePlayer(name=starter.person.name, note="; ".join(notes))


def _filled_row(deal: DealView, view: GameView) -> GameRow:
    row = deal.row
    ns, ew = (
        _side(bid, tricks, score, step, view)
        for bid, tricks, score, step in (
            (row.ns_bid, row.ns_tricks, row.ns_score, deal.step.ns if deal.step else None),
            (row.ew_bid, row.ew_tricks, row.ew_score, deal.step.ew if deal.step else None),
        )
    )
    unsettled = "" if row.state == DealState.CONFIRMED else str(DealState(row.state).label)
    return GameRow(
        deal=deal.number,
        dealer=Compass(deal.dealer),
        first_bidder=Compass(deal.first_bidder),
        ns=ns,
        ew=ew,
        note=gettext("after the end") if deal.struck else unsettled,
        struck=deal.struck,
    )


def _side(bid: str, tricks: str, score: int, step: SideStep | None, view: GameView) -> RaceSide:
    if step is None:
        return RaceSide(bid=bid, tricks=tricks, score=score)
    lowest = view.game.rule_set.lowest
    fell = view.score.end == GameEnd.FLOOR and lowest is not None and step.total <= lowest
    return RaceSide(
        bid=bid,
        tricks=tricks,
        score=step.score,
        total=step.total,
        bags=step.bags,
        penalty=step.penalty,
        reached=step.reached or fell,
    )


def _totals(view: GameView) -> str:
    return f"{figures.points(view.ns_total)} : {figures.points(view.ew_total)}"


def _result(view: GameView) -> str:
    """Who has won, with the totals."""
    said = {
        GameOutcome.NS: gettext("North–South have won, %(totals)s"),
        GameOutcome.EW: gettext("East–West have won, %(totals)s"),
    }
    words = said.get(GameOutcome(view.game.outcome)) if view.game.outcome else None
    return (words or gettext("The game is drawn, %(totals)s")) % {"totals": _totals(view)}


def _ended(view: GameView) -> str:
    """Why the game is over."""
    game = view.game
    if game.ending in (GameEnding.TARGET, GameEnding.FLOOR):
        return view.score.text
    why = str(GameEnding(game.ending).label) if game.ending else ""
    return ": ".join(filter(None, (why[:1].upper() + why[1:], game.reason)))


def _players_list(event: Event) -> BoardList:
    """How everybody stands, from the event's standings. A change is not told of who is not on the leaderboard."""
    players = snapshot_of(event).data.get("players", ())
    keys = {row["person"] for row in players}
    told = set(Person.objects.filter(listed(), pk__in=keys).values_list("pk", flat=True))
    changes = changes_of(event)  # ratings come later than the standings
    staked = any(row["stake"] for row in players)
    columns = [
        BoardColumn(heading=gettext("Player"), share=6, words=True),
        BoardColumn(heading=gettext("Games"), share=1.4),
        BoardColumn(heading=gettext("Won"), share=1.4, strong=True),
        BoardColumn(heading=gettext("Lost"), share=1.4),
        BoardColumn(heading=gettext("Drawn"), share=1.4),
        *([BoardColumn(heading=gettext("Stakes"), share=1.7)] if staked else ()),
        BoardColumn(heading=gettext("Rating"), share=1.7, strong=True),
    ]
    rows = (
        (
            row["name"],
            *(str(row[name]) for name in ("games", "won", "lost", "drawn")),
            *([figures.signed_points(row["stake"])] if staked else ()),
            _change(changes.get(row["person"])) if row["person"] in told else "",
        )
        for row in players
    )
    return BoardList(
        title=gettext("Players"),
        columns=tuple(columns),
        rows=tuple(rows),
        lead=gettext("Rating: what the rated games of this event brought."),
        empty=gettext("No game is over yet."),
    )


def _change(value: float | None) -> str:
    return "" if value is None else figures.signed_points(shown(value))


def _games_list(views: Iterable[GameView]) -> BoardList:
    columns = (
        BoardColumn(heading=gettext("Game"), share=1.1, strong=True),
        BoardColumn(heading=gettext("Table"), share=1.1),
        BoardColumn(heading=gettext("North–South"), share=4.6, words=True),
        BoardColumn(heading=gettext("East–West"), share=4.6, words=True),
        BoardColumn(heading=gettext("Points"), share=2, strong=True),
        BoardColumn(heading=gettext("Outcome"), share=2.2, words=True),
    )
    rows = (
        (
            str(view.game.number),
            str(view.game.table),
            _two(view, "N", "S"),
            _two(view, "E", "W"),
            _totals(view),
            _outcome(view.game),
        )
        for view in views
    )
    return BoardList(
        title=gettext("Games"), columns=columns, rows=tuple(rows), empty=gettext("No game has begun yet.")
    )


def _two(view: GameView, *seats: str) -> str:
    """Who began on a side; who has quit is marked."""
    names = []
    for seat in seats:
        starter = view.seats[seat].starter
        if starter is not None:
            left = f" ({gettext('quit')})" if starter.quit_at else ""
            names.append(f"{starter.person.name}{left}")
    return " – ".join(names)


def _outcome(game: Game) -> str:
    if game.status == GameStatus.VOID:
        return gettext("void")
    if game.status != GameStatus.OVER:
        return gettext("being played")
    words = {GameOutcome.NS: gettext("NS won"), GameOutcome.EW: gettext("EW won")}
    said = words.get(GameOutcome(game.outcome), gettext("drawn")) if game.outcome else gettext("drawn")
    return said if game.rated else gettext("%(outcome)s, not rated") % {"outcome": said}
