"""Addresses of the desk: one result and what may be ruled on it, fouled boards and penalties, the log."""

from django.urls import path

from tournaments.pages.desk import diary, result_page, rulings_page

urlpatterns = [
    path("e/<int:event>/results/<int:table>/<int:board>/", result_page.show_result, name="result"),
    path("e/<int:event>/results/<int:table>/<int:board>/<slug:deed>/", result_page.do, name="ruling"),
    path("e/<int:event>/rulings/", rulings_page.show_rulings, name="rulings"),
    path("e/<int:event>/rulings/penalty/", rulings_page.give_penalty, name="penalty"),
    path("e/<int:event>/rulings/penalty/<int:penalty>/back/", rulings_page.take_penalty, name="penalty-back"),
    path("e/<int:event>/rulings/boards/<int:board>/", rulings_page.show_fouled, name="fouled"),
    path("e/<int:event>/log/", diary.show_log, name="log"),
    path("e/<int:event>/log/<int:line>/undo/", diary.undo, name="undo"),
]
