"""What a person is being asked, and where they stand, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sleuth.board import Board, Square
from sleuth.cards import Seat
from sleuth.choices import bonus_card
from sleuth.language import N_, say
from sleuth.scene import Phase, Scene, spot_of
from sleuth.setup import Setup
from sleuth.view import View

SOME = 4
"""Rooms out of reach that are spoken of."""
_ASKED: Mapping[Phase, str] = {
    Phase.ORDER: N_("The highest roll begins."),
    Phase.MOVE: N_("Where do you go?"),
    Phase.ASK: N_("What do you ask?"),
    Phase.ANSWER: N_("What do you show {asker}?"),
    Phase.PEEK: N_("Nobody could show a card: look at one of those that lie face down."),
    Phase.DRAW: N_("You stand on a bonus square."),
    Phase.AFTER: N_("Anything else?"),
}


def scene_lines(view: View, lang: str) -> Iterator[str]:
    """Whatever one has to know before the list of choices makes sense."""
    setup, scene, seat = view.record.setup, view.scene, view.seat
    if scene is None or seat is None:
        return
    if scene.phase is Phase.START:
        yield from _turn_lines(view, scene, seat, lang)
    elif scene.phase is Phase.EFFECT:
        yield _bonus(setup, scene, lang)
    else:
        yield say(lang, _ASKED[scene.phase], asker=setup.players[scene.turn])
    if scene.phase is Phase.MOVE and setup.board is not None:
        yield from _ahead(setup, setup.board, scene, lang)


def _turn_lines(view: View, scene: Scene, seat: Seat, lang: str) -> Iterator[str]:
    setup = view.record.setup
    yield say(lang, N_("Your turn, {name}."), name=setup.players[seat])
    yield hand_line(view, lang)
    here = spot_of(setup, scene, seat)
    if here is not None:
        place = setup.edition.room_name(here, lang) if isinstance(here, str) else f"{here[0]},{here[1]}"
        yield say(lang, N_("You are here: {place}."), place=place)


def hand_line(view: View, lang: str) -> str:
    """The person's own cards."""
    edition = view.record.setup.edition
    cards = ", ".join(edition.card_name(card, lang) for card in view.hand or ())
    return say(lang, N_("You hold: {cards}."), cards=cards)


def _bonus(setup: Setup, scene: Scene, lang: str) -> str:
    """What a bonus card, or a snoop square, wants of the person."""
    card = bonus_card(setup, scene.effects[0].bonus).id
    name, text = setup.edition.bonus_name(card, lang), setup.edition.bonus_text(card, lang)
    if card not in {bonus.id for bonus in setup.edition.bonus}:
        return say(lang, N_("You look at a card of somebody’s hand: whose?"))
    return say(lang, N_("“{card}” asks you to choose."), card=name) + (f" ({text})" if text != card else "")


def _ahead(setup: Setup, board: Board, scene: Scene, lang: str) -> Iterator[str]:
    """Which square brings one nearest to the rooms that are out of reach."""
    squares = [spot for spot in scene.goals if not isinstance(spot, str)]
    rooms = [room for room in board.rooms if board.exits(room) and room not in scene.goals]
    near = sorted((*_nearest(board, room, squares), room) for room in rooms if squares)[:SOME]
    if near:
        ways = ", ".join(
            f"{setup.edition.room_name(room, lang)} {row},{column} ({pips})"
            for pips, (row, column), room in near
        )
        yield say(lang, N_("Nearest to a room (pips from there): {ways}."), ways=ways)


def _nearest(board: Board, room: str, squares: list[Square]) -> tuple[int, Square]:
    far = len(board.squares)
    return min((board.distances(square).get(room, far), square) for square in squares)
