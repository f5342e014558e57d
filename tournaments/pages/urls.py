"""Addresses of the public pages; they stay as they are, for people keep them."""

from django.urls import path

from tournaments.pages import views
from tournaments.pages.ratings import views as ratings

app_name = "pages"
urlpatterns = [
    path("", views.show_tournaments, name="tournaments"),
    path("clubs/<slug:club>/ratings/", ratings.show_leaderboard, name="leaderboard"),
    path("clubs/<slug:club>/players/<int:person>/", ratings.show_player, name="player"),
    path(
        "clubs/<slug:club>/players/<int:person>/leaderboard/",
        ratings.leaderboard_setting,
        name="leaderboard-setting",
    ),
    path("t/<slug:tournament>/", views.show_tournament, name="tournament"),
    path("t/<slug:tournament>/<slug:event>/", views.show_standings, name="standings"),
    path("t/<slug:tournament>/<slug:event>/projector/", views.show_projector, name="projector"),
    path("t/<slug:tournament>/<slug:event>/where/", views.show_seats, name="seats"),
    path("t/<slug:tournament>/<slug:event>/rounds/", views.show_rounds, name="rounds"),
    path("t/<slug:tournament>/<slug:event>/rounds/<int:number>/", views.show_round, name="round"),
    path(
        "t/<slug:tournament>/<slug:event>/rounds/<int:number>/matches/<int:match>/",
        views.show_match,
        name="match",
    ),
    path("t/<slug:tournament>/<slug:event>/cross/", views.show_cross, name="cross"),
    path("t/<slug:tournament>/<slug:event>/teams/<int:number>/", views.show_team, name="team"),
    path("t/<slug:tournament>/<slug:event>/boards/", views.show_boards, name="boards"),
    path("t/<slug:tournament>/<slug:event>/boards/<int:number>/", views.show_board, name="board"),
    path("t/<slug:tournament>/<slug:event>/pairs/<int:number>/", views.show_scorecard, name="scorecard"),
    path("t/<slug:tournament>/<slug:event>/pairs/<int:number>/own/", views.choose_own, name="own"),
    path("t/<slug:tournament>/<slug:event>/games/", views.show_games, name="games"),
    path("t/<slug:tournament>/<slug:event>/games/<int:number>/", views.show_game, name="game"),
    path("t/<slug:tournament>/<slug:event>/hands.pbn", views.show_hands_file, name="hands"),
    path("t/<slug:tournament>/<slug:event>/sheets/<slug:kind>.pdf", views.show_sheet, name="sheet"),
    path("t/<slug:tournament>/<slug:event>/progress/", views.show_progress, name="progress"),
]
