"""Addresses of the desk: games of ranked tables, and who may not play them."""

from django.urls import URLPattern, path

from tournaments.pages.desk import bans_page, game_cards, game_page, games_glance, new_game, players_page

urlpatterns: list[URLPattern] = [
    path("e/<int:event>/games/", games_glance.show_games, name="games"),
    path("e/<int:event>/games/new/", new_game.new_game, name="new-game"),
    path("e/<int:event>/games/<int:number>/", game_page.show_game, name="game"),
    path("e/<int:event>/games/<int:number>/do/<slug:deed>/", game_page.do, name="game-do"),
    path("e/<int:event>/games/<int:number>/cards.pbn", game_cards.cards, name="game-cards"),
    path("clubs/<slug:club>/bans/", bans_page.bans, name="bans"),
    path("clubs/<slug:club>/bans/<int:ban>/lift/", bans_page.lift, name="lift-ban"),
    path("clubs/<slug:club>/players/<int:person>/ranked/", players_page.ranked, name="player-ranked"),
]
