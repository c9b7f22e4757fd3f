"""`sleuth serve`: the assistant at the table, for a browser on this computer or a phone beside it."""

from __future__ import annotations

import contextlib
import io
import socket
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.cli.errors import BadUsage
from sleuth.cli.options import whole_number
from sleuth.cli.terminal import Terminal
from sleuth.language import N_

if TYPE_CHECKING:
    from uvicorn import Server

USUAL = 8321
BACKLOG = 256
"""Visitors who may wait at the door."""

ABOUT = N_("Start the assistant at the table: a notebook in the browser that thinks along.")
EXAMPLES = N_(
    "sleuth serve --open  # on this computer\n"
    "sleuth serve --lan  # for the phones in this network, with a code to photograph\n"
    "sleuth serve --db postgresql://localhost/sleuth  # notebooks kept in PostgreSQL"
)
Host = Annotated[str, typer.Option("--host", help=N_("The address to listen at."))]
Port = Annotated[
    str, typer.Option("--port", help=N_("The port; by default 8321 or the next free one; 0 takes any."))
]
Database = Annotated[
    str, typer.Option("--db", help=N_("Where the notebooks are kept; by default in your data folder."))
]
Lan = Annotated[bool, typer.Option("--lan", help=N_("Let phones in this network in, and show a code."))]
Open = Annotated[bool, typer.Option("--open", help=N_("Open the page in the browser."))]


def serve(
    ctx: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = "",
    db: Database = "",
    lan: Lan = False,
    open_: Open = False,
) -> None:
    """Serve until interrupted."""
    terminal: Terminal = ctx.obj
    listen = "0.0.0.0" if lan else host
    door = _door(listen, whole_number(port)) if port else _usual_door(listen)
    taken = door.getsockname()[1]
    if not port and taken != USUAL:
        terminal.write(terminal.say(N_("Port {port} is taken, so another one is used."), port=USUAL))
    address = f"http://{own_address() if lan else host}:{taken}"
    terminal.write(terminal.say(N_("sleuth is at {address} (Ctrl-C ends it)."), address=address))
    if lan:
        terminal.write(code(address))
    sys.stdout.flush()  # whoever reads a pipe wants to know, too
    if open_:
        import webbrowser

        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):  # that is how it is meant to end
        _server(db, terminal.lang).run(sockets=[door])


def _usual_door(host: str) -> socket.socket:
    """The usual port, or the next free one."""
    for port in range(USUAL, USUAL + 20):
        with contextlib.suppress(OSError):
            return socket.create_server((host, port), backlog=BACKLOG)
    return _door(host, 0)


def _door(host: str, port: int) -> socket.socket:
    """The socket to listen at; taken before anything else, so that its address can be told."""
    try:
        return socket.create_server((host, port), backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise BadUsage(
            N_("“{host}”, port {port}, cannot be used: {why}."), host=host, port=port, why=_why(error)
        ) from None


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _server(database: str, lang: str) -> Server:
    import logging

    import uvicorn

    from sleuth.web.app import create_app
    from sleuth.web.settings import Settings

    sys.setswitchinterval(0.001)  # a thread that thinks gives way to one that answers
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    for chatty in ("alembic", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    config = uvicorn.Config(
        create_app(Settings(database=database, lang=lang)),
        log_config=None,
        access_log=False,
        ws_max_size=65_536,
        limit_concurrency=4_000,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,  # a table thinks for a while between two questions
    )
    return uvicorn.Server(config)


def own_address() -> str:
    """This computer's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def code(address: str) -> str:
    """An address as a picture in the terminal, for a phone's camera."""
    import segno

    out = io.StringIO()
    segno.make(address, error="l").terminal(out, compact=True)
    return out.getvalue()
