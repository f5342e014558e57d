"""Addresses of one's own account: those of django-allauth that a club needs, under its names.

There is none to sign up: accounts come by invitation.
"""

from allauth.account import views
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from tournaments.pages import invitations

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="mfa_index"), name="account"),
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
    path("email/", views.email, name="account_email"),
    re_path(r"^email/confirm/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"),
    path("password/", views.password_change, name="account_change_password"),
    path("password/set/", views.password_set, name="account_set_password"),
    path("password/reset/", views.password_reset, name="account_reset_password"),
    path("password/reset/sent/", views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("second-step/", include("allauth.mfa.urls")),
    path("invitation/<str:token>/", invitations.show_invitation, name="invitation"),
]
