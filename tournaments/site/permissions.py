"""Who may use which address: one row for each address of the site (DESIGN: roles per club).

Owns: the table alone. The doors decide (services/actors.py, pages/desk/door.py, admin/base.py, api/access.py);
tests/site/test_permission_table.py walks every row as everybody and fails for an address without one.
Never does: decide anything itself.

Terms: a row is an address's name, as `reverse` takes it, and who may use it. Roles are those in the club that the
address is about. Whoever may not is sent to the sign-in when anonymous, and refused with 403 otherwise; the admin tells
members of other clubs that there is no such record, and sends who has no role to its sign-in, which refuses them.
What somebody sees there (an own club's records, a deal that is still secret) is not said here.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Who(StrEnum):
    ANONYMOUS = "anonymous"
    PLAYER = "player"
    """Has an account and plays in the event, and holds no role."""
    SCORER = "scorer"
    STRANGER = "director of another club"
    DIRECTOR = "director"
    OWNER = "owner"
    SUPERUSER = "superuser"


Several = frozenset[Who]

EVERYBODY: Final[Several] = frozenset(Who)
SIGNED_IN: Final = EVERYBODY - {Who.ANONYMOUS}
STAFF: Final = SIGNED_IN - {Who.PLAYER}
"""Whoever holds a role somewhere: what is shown are the records of their own clubs."""
DIRECTORS_ANYWHERE: Final = STAFF - {Who.SCORER}
SCORERS: Final[Several] = frozenset({Who.SCORER, Who.DIRECTOR, Who.OWNER, Who.SUPERUSER})
DIRECTORS: Final = SCORERS - {Who.SCORER}
OWNERS: Final = DIRECTORS - {Who.DIRECTOR}
SUPERUSERS: Final[Several] = frozenset({Who.SUPERUSER})
NOBODY: Final[Several] = frozenset()

DESK: Final[dict[str, Several]] = {
    "desk:home": SIGNED_IN,
    "desk:new-tournament": DIRECTORS,
    "desk:tournament": SCORERS,
    "desk:change-tournament": DIRECTORS,
    "desk:new-event": DIRECTORS,
    "desk:settings": DIRECTORS,
    "desk:event-kind": DIRECTORS,
    "desk:boards": DIRECTORS,
    "desk:boards-file": DIRECTORS,
    "desk:people": OWNERS,
    "desk:ratings": DIRECTORS,
    "desk:event": SCORERS,
    "desk:whole": SCORERS,
    "desk:event-do": DIRECTORS,
    "desk:suspicions": DIRECTORS,
    "desk:found-right": DIRECTORS,
    "desk:find": SCORERS,
    "desk:editing": SCORERS,
    "desk:entries": DIRECTORS,
    "desk:entries-find": DIRECTORS,
    "desk:entries-check-in": DIRECTORS,
    "desk:entries-paste": DIRECTORS,
    "desk:entries-numbers": DIRECTORS,
    "desk:entry": DIRECTORS,
    "desk:players": DIRECTORS,
    "desk:players-find": DIRECTORS,
    "desk:players-merge": DIRECTORS,
    "desk:player": DIRECTORS,
    "desk:movement": DIRECTORS,
    "desk:movement-draw": DIRECTORS,
    "desk:movement-own": DIRECTORS,
    "desk:movement-remove": DIRECTORS,
    "desk:movement-round": DIRECTORS,
    "desk:movement-change": DIRECTORS,
    "desk:draw": DIRECTORS,
    "desk:paper": SCORERS,
    "desk:paper-board": SCORERS,
    "desk:paper-round": SCORERS,
    "desk:paper-table": SCORERS,
    "desk:paper-row": SCORERS,
    "desk:result": SCORERS,
    "desk:ruling": SCORERS,  # bids and tricks of an open round; for a scorer there is no other deed
    "desk:rulings": DIRECTORS,
    "desk:penalty": DIRECTORS,
    "desk:penalty-back": DIRECTORS,
    "desk:fouled": DIRECTORS,
    "desk:log": DIRECTORS,
    "desk:undo": DIRECTORS,
    "desk:ending": DIRECTORS,
    "desk:corrections": DIRECTORS,
    "desk:finalise": DIRECTORS,
    "desk:reopen": DIRECTORS,
    "desk:archive": DIRECTORS,
    "desk:event-file": DIRECTORS,
    "desk:sheets": DIRECTORS,
    "desk:print": DIRECTORS,
    "desk:cards": DIRECTORS,
    "desk:packs": DIRECTORS,
    "desk:pack-order": DIRECTORS,
    "desk:pack-state": DIRECTORS,
    "desk:pack-cancel": DIRECTORS,
    "desk:pack-file": DIRECTORS,
    "desk:print-cards": DIRECTORS,
    "desk:revoke-cards": DIRECTORS,
    "desk:games": SCORERS,
    "desk:new-game": DIRECTORS,
    "desk:game": SCORERS,
    "desk:game-do": SCORERS,  # deals; for a scorer there is no other deed
    "desk:game-cards": DIRECTORS,
    "desk:bans": DIRECTORS,
    "desk:lift-ban": DIRECTORS,
    "desk:player-ranked": DIRECTORS,
}

PAGES: Final[dict[str, Several]] = {
    "healthz": EVERYBODY,
    **dict.fromkeys(
        (
            *("pages:tournaments", "pages:tournament", "pages:standings", "pages:projector", "pages:seats"),
            *("pages:rounds", "pages:round", "pages:match", "pages:cross", "pages:team", "pages:boards"),
            *("pages:board", "pages:scorecard", "pages:own", "pages:hands", "pages:sheet", "pages:progress"),
            *("pages:games", "pages:game", "pages:leaderboard"),
            *("pages:player", "pages:leaderboard-setting"),  # 404 for whoever is not to see that player
        ),
        EVERYBODY,
    ),
}

# Whoever has a table's code, and nobody else: the code is in the address.
TABLE: Final[dict[str, Several]] = dict.fromkeys(
    (
        *("table:worker", "table:page", "table:state", "table:entries", "table:take-back", "table:sitting"),
        *("table:call", "table:now", "table:do"),
    ),
    EVERYBODY,
)

# One's own account, never another's: no address names whose.
ACCOUNT: Final[dict[str, Several]] = {
    **dict.fromkeys(
        (
            *("account", "account_login", "account_logout", "account_inactive", "account_reset_password"),
            *("account_reset_password_done", "account_reset_password_from_key"),
            *("account_reset_password_from_key_done", "account_confirm_email"),
            "mfa_login_webauthn",
            "mfa_authenticate",  # leads away whoever is not between the password and the second step
            "invitation",  # whoever has the link
        ),
        EVERYBODY,
    ),
    **dict.fromkeys(
        (
            *("account_reauthenticate", "account_email", "account_change_password", "account_set_password"),
            *("mfa_index", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
            *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_download_recovery_codes"),
            *("mfa_list_webauthn", "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_remove_webauthn"),
            "mfa_edit_webauthn",
        ),
        SIGNED_IN,
    ),
}

ADMIN: Final[dict[str, Several]] = {
    "admin:login": STAFF,  # sends the anonymous to the one sign-in
    "admin:logout": EVERYBODY,
    "admin:password_change": STAFF,
    "admin:password_change_done": STAFF,
    "admin:index": STAFF,
    "admin:search": STAFF,
    "admin:jsi18n": STAFF,
    "admin:autocomplete": DIRECTORS_ANYWHERE,
    "admin:view_on_site": STAFF,
    "admin:app_list": STAFF,
    "admin:": STAFF,  # without a name: leads on to a record's page, or says that there is nothing
    "admin:tournaments_event_do": DIRECTORS,
    "admin:tournaments_event_next_round": DIRECTORS,
    "admin:tournaments_event_desk": DIRECTORS,
    "admin:tournaments_event_desk_do": DIRECTORS,
    "admin:tournaments_event_cards": DIRECTORS,
    "admin:tournaments_event_print": DIRECTORS,
    "admin:tournaments_event_file": DIRECTORS,
    "admin:tournaments_match_do": DIRECTORS,
    "admin:tournaments_ban_lift": DIRECTORS,
    "admin:auth_user_password_change": SUPERUSERS,
}


@dataclass(frozen=True, slots=True)
class Records:
    """Who may use the admin's pages of a kind of record: the list, a new one, one of our club's, its deletion. What is
    `read_only` may be looked at and not saved."""

    listed: Several
    added: Several
    opened: Several
    deleted: Several = NOBODY
    read_only: bool = False


_OF_SUPERUSERS: Final = Records(SUPERUSERS, SUPERUSERS, SUPERUSERS, SUPERUSERS)
_HISTORY: Final = Records(DIRECTORS_ANYWHERE, NOBODY, DIRECTORS, read_only=True)
_BY_DIRECTORS: Final = Records(DIRECTORS_ANYWHERE, DIRECTORS_ANYWHERE, DIRECTORS)

RECORDS: Final[dict[str, Records]] = {
    "auth_user": _OF_SUPERUSERS,
    "auth_group": _OF_SUPERUSERS,
    "authtoken_tokenproxy": _OF_SUPERUSERS,
    "mfa_authenticator": Records(SUPERUSERS, NOBODY, SUPERUSERS, SUPERUSERS, read_only=True),
    "tournaments_club": Records(OWNERS, SUPERUSERS, OWNERS),
    "tournaments_person": _BY_DIRECTORS,
    "tournaments_tournament": _BY_DIRECTORS,
    "tournaments_event": _BY_DIRECTORS,
    "tournaments_entry": _BY_DIRECTORS,
    "tournaments_penalty": Records(DIRECTORS_ANYWHERE, DIRECTORS_ANYWHERE, DIRECTORS, read_only=True),
    "tournaments_result": Records(STAFF, STAFF, SCORERS),
    "tournaments_match": Records(STAFF, NOBODY, SCORERS, read_only=True),
    "tournaments_round": _HISTORY,
    "tournaments_table": _HISTORY,
    "tournaments_logentry": _HISTORY,
    "tournaments_tournamentlogentry": _HISTORY,
    "tournaments_standingssnapshot": _HISTORY,
    "tournaments_game": _HISTORY,
    "tournaments_ban": _HISTORY,
    "tournaments_stakeline": _HISTORY,
    "tournaments_rating": _HISTORY,
    "tournaments_ratedgame": _HISTORY,
    "tournaments_ratingset": _HISTORY,
    "tournaments_ratingbook": Records(DIRECTORS_ANYWHERE, NOBODY, DIRECTORS),
    "boards_board": _HISTORY,
    "boards_boardset": _HISTORY,
}

API: Final = "api/v1/"
"""Under it each view names its Access for each method (api/access.py); tests/api/test_permissions.py walks them."""


def table() -> dict[str, Several]:
    """Every row but the API's, by the name of its address."""
    records = {
        f"admin:{name}_{page}": who
        for name, rows in RECORDS.items()
        for page, who in (
            ("changelist", rows.listed),
            ("add", rows.added),
            ("change", rows.opened),
            ("history", rows.opened),
            ("delete", rows.deleted),
        )
    }
    return {**PAGES, **TABLE, **ACCOUNT, **DESK, **ADMIN, **records}
