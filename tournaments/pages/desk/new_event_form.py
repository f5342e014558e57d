"""The form of a new event: a few choices, each with a sensible one made already.

Owns: its fields, and which of them a kind of event has.
Never does: propose a movement (tournaments/draws/propose.py), say whether a choice is right (services/new_event.py).
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rules import PRESETS
from tournaments.draws.movement import MovementError
from tournaments.draws.plan import MAX_PAIRS
from tournaments.draws.propose import MINUTES_PER_BOARD, Proposal, propose
from tournaments.draws.swiss import MAX_ROUNDS
from tournaments.forms import WholeNumber
from tournaments.models import Event, Kind, Tournament
from tournaments.pages.desk.ranked_fields import (
    OPTIONS,
    USUAL_TARGET,
    initial_options,
    option_fields,
    options_sent,
    presets_for_games,
    target_field,
)
from tournaments.pages.desk.setup_words import PRESET_WORDS, rules_line, swiss_length
from tournaments.pages.desk.tournament_forms import LONGEST, OFFERED
from tournaments.services.boards import MOST_BOARDS
from tournaments.services.events import usual_settings
from tournaments.services.new_event import NewEvent
from tournaments.services.race_boards import FEWEST, MOST
from tournaments.services.ranked.options import RankedOptions

USUAL_PAIRS: Final = 12
USUAL_NAMES: Final[Mapping[str, str]] = {
    Kind.PAIRS: "Pairs",
    Kind.TEAMS: "Teams",
    Kind.RANKED: "Ranked tables",
}
MOST_TEAMS: Final = 2_000
MOST_MINUTES: Final = 1_440
COPIED: Final = "copied-version"
"""The field that says of which event the form is filled in; the browser keeps it with what is typed, by its name."""
OF_PAIRS: Final = ("pairs", "most_boards", "minutes", "movement", "deal")
OF_TEAMS: Final = ("teams", "rounds", "race_boards")
OF_RANKED: Final = ("target", *OPTIONS)
NOT_OF: Final[Mapping[str, tuple[str, ...]]] = {
    Kind.PAIRS: (*OF_TEAMS, *OF_RANKED),
    Kind.TEAMS: (*OF_PAIRS, *OF_RANKED),
    Kind.RANKED: (*OF_PAIRS, *OF_TEAMS),
}
"""By the kind that is chosen, the fields that are neither shown nor read."""
LATER: Final = "later"
"""In place of a movement: none is chosen yet."""


class NewEventForm(forms.Form):
    """The fields of every kind; the page shows those of the kind that is chosen."""

    name = forms.CharField(required=False, max_length=LONGEST, label=_("Name"))
    kind = forms.ChoiceField(choices=Kind.choices, label=_("Kind"), widget=forms.RadioSelect)
    copy_from = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        label=_("Made after"),
        help_text=_("Its settings, rule set and tie-breaks; never results, boards or their secret."),
    )
    with_entries = forms.BooleanField(
        required=False, label=_("and everybody who was entered in it and had not withdrawn")
    )
    rules = forms.ChoiceField(required=False, label=_("Rule set"))
    pairs = WholeNumber(
        required=False,
        min_value=2,
        max_value=MAX_PAIRS,
        label=_("Pairs expected"),
        help_text=_("Nobody is held to it; the day’s entries decide."),
    )
    most_boards = WholeNumber(
        required=False, max_value=MOST_BOARDS, label=_("Boards at most"), help_text=_("Empty: as usual.")
    )
    minutes = WholeNumber(
        required=False,
        max_value=MOST_MINUTES,
        label=_("Minutes at most"),
        help_text=_("At %(each)s minutes a board.") % {"each": int(MINUTES_PER_BOARD)},
    )
    movement = forms.CharField(required=False, max_length=60)
    deal = forms.BooleanField(required=False, label=_("Deal the boards of this movement now"))
    teams = WholeNumber(required=False, min_value=2, max_value=MOST_TEAMS, label=_("Teams expected"))
    rounds = WholeNumber(
        required=False,
        max_value=MAX_ROUNDS,
        label=_("Rounds"),
        help_text=_("Empty: on until at most one team is undefeated."),
    )
    race_boards = WholeNumber(
        required=False,
        min_value=FEWEST,
        max_value=MOST,
        label=_("Boards of a race"),
        help_text=_("Empty: 8, or as in the event that is copied."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({"target": target_field(), **option_fields()})
        self.sources = {event.pk: event for event in _sources(tournament)}
        copied = self._choices("copy_from", _("– none: as usual –"), self._source_choices())
        copied.error_messages["invalid_choice"] = _("This club has no such event; choose one of the list.")
        self.source = self.sources.get(_whole(self._said("copy_from")) or 0)
        self.event_kind = self._said("kind") if self._said("kind") in Kind.values else str(Kind.PAIRS)
        plain: list[tuple[str, Any]] = [(name, PRESET_WORDS[name]) for name in PRESETS]
        presets = presets_for_games() if self.is_ranked else plain
        self._choices("rules", self._usual_rules(), presets)

    @classmethod
    def usual(cls, tournament: Tournament, copy: str) -> dict[str, Any]:
        """What stands in a new form; `copy` is the key of an event, or anything."""
        event = {one.pk: one for one in _sources(tournament)}.get(_whole(copy) or 0)
        found: dict[str, Any] = {"kind": str(Kind.PAIRS), "pairs": USUAL_PAIRS, "deal": True}
        found |= {"target": USUAL_TARGET, **initial_options(RankedOptions())}
        found["name"] = USUAL_NAMES[Kind.PAIRS]
        return found if event is None else {**found, **after(event)}

    @property
    def is_teams(self) -> bool:
        return self.event_kind == Kind.TEAMS

    @property
    def is_pairs(self) -> bool:
        return self.event_kind == Kind.PAIRS

    @property
    def is_ranked(self) -> bool:
        return self.event_kind == Kind.RANKED

    @property
    def chosen(self) -> str:
        """The movement that is marked: what was chosen, while it is still proposed, else the best."""
        sent = str(self._said("movement"))
        known = [*map(key_of, self.proposals), LATER]
        return sent if sent in known else known[0]

    @property
    def length(self) -> str:
        """How long a Swiss event of so many teams is, in one sentence."""
        teams = _whole(self._said("teams"))
        if teams is None or not 2 <= teams <= MOST_TEAMS:
            return gettext("Say how many teams are expected; then this says how many rounds they can play.")
        return swiss_length(teams)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or self.cleaned_data
        for name in NOT_OF[self.event_kind]:
            self.errors.pop(name, None)
        chosen = sent.get("movement", "")
        if not self.is_pairs or chosen in ("", LATER) or self.errors:
            return sent
        if chosen not in map(key_of, self.proposals):
            message = _("This movement is not among those for so many pairs any more; choose again.")
            self.add_error("movement", message)
        return sent

    def wanted(self) -> NewEvent:
        """What was typed, as the service takes it."""
        sent = self.cleaned_data
        if self.is_teams:
            return NewEvent(
                name=sent["name"],
                kind=Kind.TEAMS,
                rules=sent["rules"],
                rounds=sent["rounds"],
                # emptied, where those of the copied event had been filled in
                open_ended=self.source is not None and self.data.get(COPIED, "") == str(self.source.pk),
                race_boards=sent["race_boards"],
                copy_from=sent["copy_from"],
                with_entries=sent["with_entries"],
            )
        if self.is_ranked:
            return NewEvent(
                name=sent["name"],
                kind=Kind.RANKED,
                rules=sent["rules"],
                ranked=options_sent(sent),
                target=sent["target"],
                copy_from=sent["copy_from"],
            )
        movement = next((one for one in self.proposals if key_of(one) == sent["movement"]), None)
        return NewEvent(
            name=sent["name"],
            kind=Kind.PAIRS,
            rules=sent["rules"],
            boards=movement.boards if movement is not None and sent["deal"] else None,
            movement=movement,
            copy_from=sent["copy_from"],
            with_entries=sent["with_entries"],
        )

    def _said(self, name: str) -> Any:
        """What stands in a field, checked or not."""
        found: Any = (
            self.data.get(name, "") if self.is_bound else self.get_initial_for_field(self.fields[name], name)
        )
        return found if found is not None else ""

    def _choices(self, name: str, usual: Any, choices: list[tuple[Any, Any]]) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", usual), *choices]
        return field

    def _source_choices(self) -> list[tuple[int, str]]:
        return [(event.pk, f"{event.name} · {event.tournament.name}") for event in self.sources.values()]

    def _usual_rules(self) -> str:
        if self.source is not None:
            return gettext("as in “%(name)s”: %(rules)s") % {
                "name": self.source.name,
                "rules": rules_line(self.source.rules),
            }
        return gettext("as usual: %(rules)s") % {"rules": rules_line(usual_settings(self.event_kind).rules)}

    @cached_property
    def _proposed(self) -> tuple[tuple[Proposal, ...], str]:
        pairs = _whole(self._said("pairs"))
        if not self.is_pairs or pairs is None:
            return (), ""
        return _propose(pairs, _whole(self._said("most_boards")), _whole(self._said("minutes")))

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """The movements that fit what stands in the form."""
        return self._proposed[0]

    @property
    def why_none(self) -> str:
        """Why there are none; "" where there are."""
        return self._proposed[1]


@lru_cache(maxsize=64)
def _propose(pairs: int, boards: int | None, minutes: int | None) -> tuple[tuple[Proposal, ...], str]:
    # kept: a large field takes a second, and the form asks again when it is sent
    try:
        return tuple(propose(pairs, boards, minutes)), ""
    except MovementError as error:
        return (), " ".join(fault.message for fault in error.faults)


def after(event: Event) -> dict[str, Any]:
    """What stands in the form of an event that is made after `event`: as many are expected as were there."""
    there = event.entries.filter(withdrawn=False).count()
    found: dict[str, Any] = {"copy_from": event.pk, "kind": event.kind, "name": event.name}
    if event.kind == Kind.TEAMS:
        return {
            **found,
            "teams": there or "",
            "rounds": event.teams.rounds,
            "race_boards": event.teams.race_boards,
        }
    if event.kind == Kind.RANKED:
        options = initial_options(RankedOptions.of(event))
        return {**found, "target": event.rule_set.target or "", **options}
    return {**found, "pairs": there if 2 <= there <= MAX_PAIRS else USUAL_PAIRS}


def key_of(proposal: Proposal) -> str:
    """A proposal as a form sends it."""
    return f"{proposal.kind}:{proposal.boards}:{proposal.rounds}:{proposal.boards_per_round}"


def refilled(form: NewEventForm, sent: Mapping[str, Any]) -> dict[str, Any]:
    """What is to stand in the form when it is shown again after a choice: an event chosen to copy brings its own, and
    a name that nobody has typed follows the kind."""
    plain = {name: sent.get(name, "") for name in form.fields}
    if plain["name"] in USUAL_NAMES.values():
        plain["name"] = USUAL_NAMES[form.event_kind]
    if form.source is None or str(sent.get(COPIED, "")) == str(form.source.pk):
        return plain
    return {**plain, **after(form.source)}


def _sources(tournament: Tournament) -> list[Event]:
    """The club's latest events, but for their movements."""
    found = Event.objects.filter(tournament__club_id=tournament.club_id).defer("movement")
    return list(
        found.select_related("tournament", "teams", "ranked").order_by("-tournament__starts_on", "-pk")[
            :OFFERED
        ]
    )


def _whole(said: object) -> int | None:
    """A whole number out of a form that is not checked yet; None for anything else."""
    text = str(said).strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
