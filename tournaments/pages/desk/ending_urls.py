"""Addresses of the desk: the end of an event, and its sheets."""

from django.urls import path

from tournaments.pages.desk import cards, ending, packs, sheets

urlpatterns = [
    path("e/<int:event>/ending/", ending.show_ending, name="ending"),
    path("e/<int:event>/ending/corrections/", ending.set_corrections, name="corrections"),
    path("e/<int:event>/ending/finalise/", ending.finalise_event, name="finalise"),
    path("e/<int:event>/ending/reopen/", ending.reopen_event, name="reopen"),
    path("e/<int:event>/ending/archive/<int:line>.json", ending.download_archive, name="archive"),
    path("e/<int:event>/ending/event.json", ending.download_event, name="event-file"),
    path("e/<int:event>/sheets/", sheets.show_sheets, name="sheets"),
    path("e/<int:event>/sheets/print/", sheets.print_one, name="print"),
    path("e/<int:event>/sheets/packs/", packs.show_packs, name="packs"),
    path("e/<int:event>/sheets/packs/order/", packs.order, name="pack-order"),
    path("e/<int:event>/sheets/packs/<int:pack>/", packs.state, name="pack-state"),
    path("e/<int:event>/sheets/packs/<int:pack>/cancel/", packs.cancel, name="pack-cancel"),
    path("e/<int:event>/sheets/packs/<int:pack>/pack.pdf", packs.download, name="pack-file"),
    path("e/<int:event>/sheets/cards/", cards.show_cards, name="cards"),
    path("e/<int:event>/sheets/cards/print/", cards.print_codes, name="print-cards"),
    path("e/<int:event>/sheets/cards/revoke/", cards.revoke_codes, name="revoke-cards"),
]
