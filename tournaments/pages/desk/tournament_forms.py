"""The form of a tournament: what it is called, where and when it is, and which one it is made after."""

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Tournament
from tournaments.services.tournaments import NewTournament

OFFERED: Final = 60
"""Earlier tournaments, and events, that are offered for copying: the latest ones."""
LONGEST: Final = 200
MOST_DIGITS: Final = 12
"""Of a key in an address; every database can look it up."""


class TournamentForm(forms.Form):
    """A tournament as it is, or as it is to be."""

    name = forms.CharField(
        required=False,
        max_length=LONGEST,
        label=_("Name"),
        help_text=_("Such as “Club night” with its date, or “Spring Congress”."),
    )
    place = forms.CharField(required=False, max_length=LONGEST, label=_("Place"))
    starts_on = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends_on = forms.DateField(
        required=False,
        label=_("Last day"),
        help_text=_("Empty for a single day."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    time_zone = forms.CharField(
        required=False,
        max_length=60,
        label=_("Time zone"),
        help_text=_("Type a city, such as Berlin, and choose. Every time is shown in it."),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )

    @property
    def zones(self) -> list[str]:
        return sorted(available_timezones())

    def wanted(self) -> NewTournament:
        """What was typed, as the service takes it."""
        sent = self.cleaned_data
        return NewTournament(
            name=sent["name"],
            starts_on=sent["starts_on"],
            ends_on=sent["ends_on"],
            place=sent["place"],
            time_zone=sent["time_zone"],
        )

    @staticmethod
    def of(tournament: Tournament) -> dict[str, Any]:
        """What stands in the fields of a tournament that is there already."""
        return {
            "name": tournament.name,
            "place": tournament.place,
            "starts_on": tournament.starts_on.isoformat(),
            "ends_on": tournament.ends_on.isoformat() if tournament.ends_on else "",
            "time_zone": tournament.time_zone,
        }


class ChangeTournamentForm(TournamentForm):
    """The same for one that is changed."""

    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Stands in the log, with what was changed."),
    )


class NewTournamentForm(TournamentForm):
    """The same for a new one, with what it may be made after."""

    copy_from = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=_("With the events of"),
        help_text=_("Their settings, rule sets and tie-breaks; never results, boards or draws."),
    )
    with_entries = forms.BooleanField(
        required=False, label=_("and everybody who was entered in them and had not withdrawn")
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        earlier = club.tournaments.order_by("-starts_on", "-pk")[:OFFERED]
        choices = [(one.pk, f"{one.name} ({one.starts_on:%Y-%m-%d})") for one in earlier]
        field = self.fields["copy_from"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", _("– none: an empty tournament –")), *choices]
        field.error_messages["invalid_choice"] = _(
            "This club has no such tournament; choose one of the list."
        )

    @staticmethod
    def usual(club: Club, copy: str = "") -> dict[str, Any]:
        """Today, where the club last played; made after the tournament with the key `copy`, if there is one."""
        last = club.tournaments.order_by("-starts_on", "-pk").first()
        key = int(copy) if copy.isascii() and copy.isdecimal() and len(copy) < MOST_DIGITS else None
        source = club.tournaments.filter(pk=key).first() if key is not None else None
        last = source or last
        return {
            "name": source.name if source is not None else "",
            "copy_from": source.pk if source is not None else "",
            "starts_on": timezone.localdate().isoformat(),
            "place": last.place if last is not None else "",
            "time_zone": last.time_zone if last is not None else timezone.get_current_timezone_name(),
        }
