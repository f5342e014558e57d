"""Addresses of the desk: entering from paper."""

from django.urls import path

from tournaments.pages.desk import paper, paper_row

urlpatterns = [
    path("e/<int:event>/paper/", paper.show_paper, name="paper"),
    path("e/<int:event>/paper/boards/<int:board>/", paper.show_board, name="paper-board"),
    path("e/<int:event>/paper/rounds/<int:round>/", paper.show_round, name="paper-round"),
    path("e/<int:event>/paper/tables/<int:table>/", paper.show_table, name="paper-table"),
    path("e/<int:event>/paper/row/", paper_row.enter_row, name="paper-row"),
]
