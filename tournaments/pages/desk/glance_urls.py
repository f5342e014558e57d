"""Addresses of the desk: the round at a glance, what looks odd, the palette's list, who has what open."""

from django.urls import path

from tournaments.pages.desk import editing, finding, glance, glance_deeds, odd

urlpatterns = [
    path("e/<int:event>/", glance.show_round, name="event"),
    path("e/<int:event>/whole/", glance.show_whole, name="whole"),
    path("e/<int:event>/do/<slug:deed>/", glance_deeds.do, name="event-do"),
    path("e/<int:event>/suspicions/", odd.show_odd, name="suspicions"),
    path("e/<int:event>/suspicions/<int:result>/right/", odd.say_right, name="found-right"),
    path("e/<int:event>/find/", finding.find, name="find"),
    path("e/<int:event>/editing/<path:subject>", editing.say_editing, name="editing"),
]
