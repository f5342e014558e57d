"""Server-Sent Events as bytes, each made once and sent to everybody who waits for it.

Owns: the form of an event, and its compressed form. Compressed with a full flush an event needs nothing that came
before it, so the same bytes continue every gzip stream, whenever that began.
"""

import json
import zlib
from dataclasses import dataclass
from typing import Final, Self

GZIP_HEADER: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What a gzip stream begins with; it never ends, so its checksum is never due."""


@dataclass(frozen=True, slots=True)
class Message:
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, name: str, data: object) -> Self:
        """The event `name` with `data` as JSON, which has no line breaks to trip over."""
        plain = f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
        packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        return cls(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


BEAT: Final = Message.of("beat", {})
