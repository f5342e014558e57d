"""Who asks: by a token in a header, or by the session of somebody signed in to the site (with its CSRF token)."""

import re
from typing import Any

from rest_framework.authentication import TokenAuthentication as PlainTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

_TOKEN = re.compile(r"[0-9a-f]{40}")


class GuessThrottle(SimpleRateThrottle):
    """Counts wrong tokens by address. Without it they would be free, since DRF counts only whom it knows."""

    scope = "token-guesses"
    rate = "60/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class TokenAuthentication(PlainTokenAuthentication):
    """`Authorization: Token …`; tokens are made in the admin or by `manage.py drf_create_token NAME`."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            throttle = GuessThrottle()
            if not throttle.allow_request(request, APIView()):
                raise Throttled(throttle.wait()) from None
            raise

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        if not _TOKEN.fullmatch(key):
            raise AuthenticationFailed("This is no token; a token has 40 characters, 0-9 and a-f.")
        return super().authenticate_credentials(key)
