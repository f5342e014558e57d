"""The live process: what changed on an event's page, pushed to everybody who looks at it (Server-Sent Events).

Owns: the streams at /live/<event id>. door.py answers requests and holds connections, hub.py hears of changes and
decides when what is pushed, fragments.py renders, messages.py puts it into bytes.
Never does: serve pages, or show anybody more than an anonymous visitor may fetch with `?live`. A page that gets nothing
from here asks by itself, so all of this may die at any time.

Terms: *fragment*, the moving part of a page as everybody is shown it; *channel*, all streams of one page in one
language, or all of an event that want to know of its versions alone; *settled*, see services/push.py.
"""
