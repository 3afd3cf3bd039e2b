"""Who may speak to the app: only pages of this very address, so that no other site reaches a dungeon."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

NAMES = ("127.0.0.1", "localhost", "[::1]")
SAFE = ("GET", "HEAD", "OPTIONS")


def allowed(hosts: frozenset[str], host: str, origin: str | None, method: str) -> bool:
    """Whether a request may pass.

    Args:
        hosts: our own names with the port.
        host: the Host header; a foreign name means a rebound DNS name.
        origin: the Origin header, None for programs that are no browser.
        method: HTTP method, or "WEBSOCKET".
    """
    if host not in hosts:
        return False
    if method in SAFE or origin is None:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc in hosts


class Guard:
    """ASGI middleware: refuses foreign hosts, and writes or sockets that come from foreign pages.

    Args:
        app: the application behind it.
        port: our port.
        names: host names that are ours.
    """

    def __init__(self, app: Any, port: int, names: tuple[str, ...] = NAMES) -> None:
        self.app = app
        self.hosts = frozenset(f"{name}:{port}" for name in names) | (
            frozenset(names) if port == 80 else frozenset[str]()
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        method = "WEBSOCKET" if scope["type"] == "websocket" else scope["method"]
        if allowed(self.hosts, headers.get("host", ""), headers.get("origin"), method):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            refusal = PlainTextResponse(
                "Refused: this address answers only its own pages.\n"
                "拒否しました：このアドレスは自分のページにだけ応えます。\n",
                status_code=403,
            )
            await refusal(scope, receive, send)
