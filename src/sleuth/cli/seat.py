"""A person plays at this terminal: from the first line to the end, or until they leave."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper
from itertools import chain, count
from pathlib import Path

from sleuth.agents.person import HELP, Left, Person, how_to_type
from sleuth.agents.person_words import spelled
from sleuth.agents.registry import LEVELS
from sleuth.cards import Seat
from sleuth.casefile import dumps
from sleuth.cli.asides import asides, picture
from sleuth.cli.files import write_atomically
from sleuth.cli.match import Match
from sleuth.cli.options import INTERRUPTED
from sleuth.cli.play import tell_file
from sleuth.cli.terminal import Terminal, program
from sleuth.events import Dealt
from sleuth.game import Game
from sleuth.language import N_
from sleuth.sentences import describe, describe_outcome, listed
from sleuth.view import View


def sit_down(terminal: Terminal, match: Match, me: Seat, out: str | None, *, watch: bool) -> int:
    """Play a game with a person in seat `me`, who is shown nothing but that seat's view; the exit code."""
    person = _person(terminal, watch=watch)
    games = match.states(person)
    game = next(games)
    person.tell(*_greeting(terminal, match, game.view(me)))
    try:
        _tell_news(terminal, person, game.view(me))
        for game in games:
            _tell_news(terminal, person, game.view(me))
    except (Left, KeyboardInterrupt) as gone:
        _keep_notes(terminal, match, game.view(me), out)
        return INTERRUPTED if isinstance(gone, KeyboardInterrupt) else 0
    person.tell(*_ending(terminal, match, game, me))
    if out is not None:
        write_atomically(Path(out), dumps(game.record))
        tell_file(terminal, match.names[me], out)
    return 0


def _person(terminal: Terminal, *, watch: bool) -> Person:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a key that is no letter here is only a wrong letter
    return Person(
        _typed if sys.stdin.isatty() else _piped,
        terminal.write,
        lang=terminal.lang,
        width=terminal.out.width,
        asides=asides(terminal),
        picture=lambda view: picture(terminal, view, always=watch),
    )


def _typed(prompt: str) -> str:
    """A line from the keyboard, which can be edited and called back where the system knows how."""
    with suppress(ImportError):
        import readline  # noqa: F401 - from now on `input` edits lines
    return input(prompt)


def _piped(prompt: str) -> str:
    """A line of a script, written down as if it had been typed."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    sys.stdout.write(f"{prompt}{line.rstrip()}\n")
    return line


def _greeting(terminal: Terminal, match: Match, view: View) -> Iterator[str]:
    """Who plays whom, how to type, and what lies open."""
    setup, lang = view.record.setup, terminal.lang
    assert view.seat is not None
    yield terminal.say(
        N_("{title}: you are {name}; you play against {others}."),
        title=setup.edition.title(lang),
        name=setup.players[view.seat],
        others=listed(_others(terminal, match), lang),
    )
    yield how_to_type(view, lang)
    yield terminal.say(N_("“{help}” says what else there is."), help=spelled(HELP, lang).label)
    yield ""
    if setup.table:
        cards = ", ".join(setup.edition.card_name(card, lang) for card in setup.table)
        yield terminal.say(N_("Face up: {cards}."), cards=cards)


def _others(terminal: Terminal, match: Match) -> Iterator[str]:
    titles = {level.name: terminal.say(level.title) for level in LEVELS}
    for name, agent in zip(match.names, match.agents, strict=True):
        if agent:
            yield f"{name} ({titles.get(agent, agent)})"


def _tell_news(terminal: Terminal, person: Person, view: View) -> None:
    """What has just happened, and who is thinking now."""
    terminal.tock()
    person.see(view)
    assert view.scene is not None
    if view.scene.outcome is None and view.scene.actor != view.seat:
        terminal.busy(N_("{name} is thinking …"), name=view.record.setup.players[view.scene.actor])


def _keep_notes(terminal: Terminal, match: Match, view: View, out: str | None) -> None:
    """Save what the seat saw of a game that has not ended: the rest stays unknown, as at a real table."""
    assert view.seat is not None
    file = Path(out) if out else _new_file(match.names[view.seat])
    terminal.tock()
    write_atomically(file, dumps(view.record))
    terminal.write(
        "",
        terminal.say(N_("You have left the game. What you saw of it is kept as {file}."), file=file),
        terminal.say(N_("Go on thinking about it:")) + f" {program()} solve {shlex.quote(str(file))}",
        terminal.say(N_("--seed {seed} deals these cards again."), seed=match.seed),
    )


def _new_file(name: str) -> Path:
    """A file of the person's name that is not there yet."""
    numbered = (Path(f"{name}-{n}.case") for n in count(2))
    return next(path for path in chain([Path(f"{name}.case")], numbered) if not path.exists())


def _ending(terminal: Terminal, match: Match, game: Game, me: Seat) -> Iterator[str]:
    """Who won, and all that was hidden: the envelope and every hand."""
    setup, lang = game.setup, terminal.lang
    assert game.outcome is not None
    yield ""
    yield describe_outcome(game.outcome, setup, lang, me)
    cards = ", ".join(setup.edition.card_name(card, lang) for card in game.deal.envelope)
    yield terminal.say(N_("In the envelope: {cards}."), cards=cards)
    for event in game.record.events:
        if isinstance(event, Dealt):
            yield describe(event, setup, lang, me)
    yield terminal.say(N_("--seed {seed} deals these cards again."), seed=match.seed)
