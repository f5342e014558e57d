"""Sessions, as Django keeps them, but for one thing: a script's question signs nobody out.

Owns: which answers may take the session's cookie back.
Never does: decide who is signed in.
"""

from django.conf import settings
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse


class SessionMiddleware(middleware.SessionMiddleware):
    """A page of a session that has ended goes on asking what is new, and one signs in again in another tab meanwhile.

    Django's answer to such a question takes back a cookie that stands for nothing any more. When it comes after the
    sign-in, the cookie that the browser has by now is the new one. So only pages that one goes to take it back.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answer = super().process_response(request, response)
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and _asked_by_a_script(request):
            del answer.cookies[settings.SESSION_COOKIE_NAME]
        return answer


def _asked_by_a_script(request: HttpRequest) -> bool:
    """Every browser since 2023 says so; of an older one each question counts as a page that one goes to."""
    return request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
