"""The addresses of /api/v1. tests/api/test_permissions.py fails when one is missing from its table."""

from django.urls import path, re_path, register_converter
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.api.converters import ClubName, Number, Seat
from tournaments.api.views import (
    boards,
    calls,
    clock,
    draws,
    events,
    games,
    matches,
    people,
    phones,
    ratings,
    results,
    rounds,
    standings,
    swiss,
    tables,
)
from tournaments.api.views.base import NoSuchAddress

register_converter(Number, "number")
register_converter(Seat, "seat")
register_converter(ClubName, "club")

app_name = "api"
_EVENT = "events/<number:event>"
_MATCH = f"{_EVENT}/rounds/<number:round>/matches"
_CLOCK = f"{_EVENT}/rounds/<number:round>/clock"
_GAME = f"{_EVENT}/games/<number:game>"
_SEAT = f"{_GAME}/seats/<seat:seat>"
_CLUB = "clubs/<club:club>"
_PLACE = f"{_EVENT}/rounds/<number:round>/tables/<number:table>/boards/<number:board>"

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path("clubs", people.Clubs.as_view()),
    path("clubs/<number:club>/tournaments", people.ClubTournaments.as_view()),
    path(f"{_CLUB}/ratings", ratings.Leaderboard.as_view()),
    path(f"{_CLUB}/players/<number:person>/rating", ratings.PlayerRating.as_view()),
    path(f"{_CLUB}/bans", ratings.Bans.as_view()),
    path(f"{_CLUB}/bans/<number:ban>/lift", ratings.LiftBan.as_view()),
    path(f"{_CLUB}/rerate", ratings.Rerate.as_view()),
    path("tournaments", people.Tournaments.as_view()),
    path("tournaments/<number:tournament>", people.OneTournament.as_view()),
    path("tournaments/<number:tournament>/log", people.TournamentLog.as_view()),
    path("tournaments/<number:tournament>/events", people.TournamentEvents.as_view()),
    path("tournaments/<number:tournament>/import", events.Import.as_view()),
    path("events", people.Events.as_view()),
    path(_EVENT, events.OneEvent.as_view()),
    path(f"{_EVENT}/finalise", events.Finalise.as_view()),
    path(f"{_EVENT}/reopen", events.Reopen.as_view()),
    path(f"{_EVENT}/entries", draws.Entries.as_view()),
    path(f"{_EVENT}/entries/<number:entry>", draws.OneEntry.as_view()),
    path(f"{_EVENT}/movement", draws.OneMovement.as_view()),
    path(f"{_EVENT}/rounds", rounds.Rounds.as_view()),
    path(f"{_EVENT}/rounds/<number:round>", rounds.OneRound.as_view()),
    path(f"{_EVENT}/rounds/<number:round>/open", rounds.OpenRound.as_view()),
    path(f"{_EVENT}/rounds/<number:round>/close", rounds.CloseRound.as_view()),
    path(f"{_EVENT}/rounds/<number:round>/draw", swiss.RoundDraw.as_view()),
    path(f"{_EVENT}/draft", swiss.Draft.as_view()),
    path(f"{_EVENT}/draft/difference", swiss.DrawDifference.as_view()),
    path(_MATCH, matches.Matches.as_view()),
    path(f"{_MATCH}/<number:match>", matches.OneMatch.as_view()),
    path(f"{_MATCH}/<number:match>/line-ups/<number:entry>", matches.OneLineUp.as_view()),
    path(f"{_MATCH}/<number:match>/given", matches.GivenMatch.as_view()),
    path(f"{_MATCH}/<number:match>/decider", matches.Decider.as_view()),
    path(f"{_EVENT}/boards", boards.Boards.as_view()),
    path(f"{_EVENT}/boards/deal", boards.DealBoards.as_view()),
    path(f"{_EVENT}/boards/import", boards.ImportBoards.as_view()),
    path(f"{_EVENT}/boards/<number:board>", boards.OneBoard.as_view()),
    path(f"{_EVENT}/boards/<number:board>/traveller", boards.Traveller.as_view()),
    path(f"{_EVENT}/results", results.Results.as_view()),
    path(f"{_EVENT}/results/preview", tables.Preview.as_view()),
    path(f"{_EVENT}/results/<number:result>", results.OneResult.as_view()),
    path(f"{_EVENT}/rounds/<number:round>/tables/<number:table>/results", tables.TableResults.as_view()),
    path(f"{_PLACE}/result", results.OneResult.as_view()),
    path(f"{_EVENT}/games", games.Games.as_view()),
    path(_GAME, games.OneGame.as_view()),
    path(_SEAT, games.OneSeat.as_view()),
    path(f"{_SEAT}/leave", games.Leave.as_view()),
    path(f"{_SEAT}/back", games.Back.as_view()),
    path(f"{_GAME}/deals/<number:deal>", games.OneDeal.as_view()),
    path(f"{_GAME}/void", games.VoidGame.as_view()),
    path(f"{_GAME}/decide", games.DecideGame.as_view()),
    path(f"{_GAME}/end", games.EndGame.as_view()),
    path(f"{_GAME}/rematch", games.Rematch.as_view()),
    path(f"{_GAME}/phones", phones.Phones.as_view()),
    path(f"{_SEAT}/phone", phones.OnePhone.as_view()),
    path(f"{_EVENT}/calls", calls.Calls.as_view()),
    path(f"{_EVENT}/calls/<number:call>/answer", calls.AnswerCall.as_view()),
    path(f"{_EVENT}/clock", clock.Clock.as_view()),
    path(_CLOCK, clock.RoundClock.as_view()),
    path(f"{_CLOCK}/pause", clock.PauseClock.as_view()),
    path(f"{_CLOCK}/resume", clock.ResumeClock.as_view()),
    path(f"{_CLOCK}/minutes", clock.ClockMinutes.as_view()),
    path(f"{_EVENT}/standings", standings.Standings.as_view()),
    path(f"{_EVENT}/penalties", events.Penalties.as_view()),
    path(f"{_EVENT}/penalties/<number:penalty>", events.OnePenalty.as_view()),
    path(f"{_EVENT}/log", events.Log.as_view()),
    path(f"{_EVENT}/export", events.Export.as_view()),
    re_path(r"^", NoSuchAddress.as_view()),
]
