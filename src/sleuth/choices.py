"""The legal actions: what the rules offer the acting seat in each phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sleuth.actions import (
    Accuse,
    Choose,
    Decline,
    Draw,
    EndTurn,
    Group,
    Move,
    Name,
    Pass,
    Peek,
    Play,
    Roll,
    Send,
    Show,
    Suggest,
    TakePassage,
    Tunnel,
)
from sleuth.board import Board, Spot, Square
from sleuth.cards import Card, CardSet, Seat
from sleuth.edition import BonusCard, Edition
from sleuth.scene import Phase, Scene, spot_of
from sleuth.setup import Setup

NOTHING = Group()
END, ROLL, PASS, DECLINE, DRAW = (Group((action(),)) for action in (EndTurn, Roll, Pass, Decline, Draw))

REACTIVE = frozenset({"refuse_refute", "spy_on_refutation"})
"""Kept bonus cards that answer what others do; all others are played in one's own turn."""


SNOOP = BonusCard("snoop", "peek", target="random")
"""A snoop square works like a bonus card that lets one draw a card blind from another hand."""


def bonus_card(setup: Setup, card: str) -> BonusCard:
    """A bonus card by its id."""
    return SNOOP if card == SNOOP.id else _bonus_cards(setup.edition)[card]


@lru_cache(maxsize=64)
def _bonus_cards(edition: Edition) -> dict[str, BonusCard]:
    return {card.id: card for card in edition.bonus}


def offers(setup: Setup, scene: Scene, hand: CardSet) -> tuple[Group, ...]:
    """The actions open to the acting seat, who holds `hand`, grouped by kind."""
    return tuple([group for group in _offers(setup, scene, hand) if group])


def _offers(setup: Setup, scene: Scene, hand: CardSet) -> Sequence[Group]:
    match scene.phase:
        case Phase.ANSWER:
            return _answers(setup, scene, hand)
        case Phase.START if setup.board is None:
            return suggestions(setup, scene, hand), accusations(setup, scene)
        case Phase.START:
            return _start(setup, scene, hand)
        case Phase.AFTER:
            return *after(setup, scene, hand), END
        case Phase.ORDER:
            return (ROLL,)
        case Phase.MOVE:
            ways = Group(Move(spot) for spot in sorted(scene.goals, key=_spot_order))
            return ways, _plays(setup, scene), NOTHING if ways else END
        case Phase.ASK:
            return suggestions(setup, scene, hand), accusations(setup, scene)
        case Phase.PEEK:
            seen = scene.peeked[scene.actor]
            return (Group(Peek(slot) for slot in range(1, setup.hidden + 1) if slot not in seen),)
        case Phase.DRAW:
            return DRAW, accusations(setup, scene), END
        case Phase.EFFECT:
            return (_effect(setup, scene, hand),)
        case Phase.OVER:
            return ()


def _start(setup: Setup, scene: Scene, hand: CardSet) -> Sequence[Group]:
    here = spot_of(setup, scene, scene.turn)
    assert here is not None
    trapped = is_trapped(setup, scene, here)
    ways = passages(setup, scene, here)
    # Rules: a turn may not be forfeited to stay in a room, unless there is no way out.
    idle = (trapped and not ways) or (setup.rules.stay == "free" and isinstance(here, str))
    return (
        NOTHING if trapped else ROLL,
        Group(TakePassage(room) for room in ways),
        suggestions(setup, scene, hand) if may_stay_and_ask(setup, scene) else NOTHING,
        accusations(setup, scene),
        _plays(setup, scene),
        END if idle else NOTHING,
    )


def is_trapped(setup: Setup, scene: Scene, here: Spot) -> bool:
    """Whether other pawns stand on every square to which the seat whose turn it is could step."""
    board = _need(setup.board)
    blocked = occupied(setup, scene, scene.turn)
    return setup.rules.blocking == "block" and not board.reach(here, 1, blocked, roll="up_to")


def after(setup: Setup, scene: Scene, hand: CardSet) -> tuple[Group, ...]:
    """What a seat may still do before it ends its turn."""
    again = suggestions(setup, scene, hand) if scene.again else NOTHING
    return accusations(setup, scene), again, _plays(setup, scene)


def may_stay_and_ask(setup: Setup, scene: Scene) -> bool:
    """Whether the seat whose turn it is may ask where it stands instead of moving."""
    seat, rules = scene.turn, setup.rules
    room = asking_room(setup, scene)
    if room is None:
        return False
    if rules.stay == "free":
        return rules.repeat or scene.asked_in[seat] != room
    return rules.stay == "if_summoned" and seat in scene.summoned


def asking_room(setup: Setup, scene: Scene) -> str | None:
    """The room the seat whose turn it is stands in, if questions can be asked there."""
    here = spot_of(setup, scene, scene.turn)
    return here if isinstance(here, str) and here in setup.edition.cards else None


def suggestions(setup: Setup, scene: Scene, hand: CardSet) -> Group:
    """The questions the seat whose turn it is may ask where it stands."""
    free = setup.board is None or scene.any_room
    room = None if free else asking_room(setup, scene)
    if room is None and not free:
        return NOTHING
    banned = 0 if setup.rules.own_cards else hand.mask
    return _suggestions(setup.edition, room, banned)


@lru_cache(maxsize=512)
def _suggestions(edition: Edition, room: str | None, banned: int) -> Group:
    allowed = edition.suggestions
    if room is not None:
        card = edition.cards.index(room)
        allowed = tuple(cards for cards in allowed if card in cards)
        banned &= ~(1 << card)  # nobody can help naming the room they stand in
    return Group(Suggest(cards) for cards in allowed if not any(banned >> card & 1 for card in cards))


def accusations(setup: Setup, scene: Scene) -> Group:
    """The accusations the seat whose turn it is may make where it stands."""
    rules = setup.rules
    if rules.auto_win != "off":
        return NOTHING
    here = spot_of(setup, scene, scene.turn)
    if here is None or rules.accuse == "anywhere":
        return _accusations(setup.edition, None)
    if rules.accuse == "accused_room":
        return _accusations(setup.edition, here) if here in setup.edition.cards else NOTHING
    board = setup.board
    return _accusations(setup.edition, None) if board and here == board.centre else NOTHING


@lru_cache(maxsize=256)
def _accusations(edition: Edition, room: Spot | None) -> Group:
    card = edition.cards.index(room) if isinstance(room, str) else None
    return Group(Accuse(cards) for cards in edition.suggestions if card is None or card in cards)


def _answers(setup: Setup, scene: Scene, hand: CardSet) -> Sequence[Group]:
    assert scene.question is not None
    shows = Group([Show(card) for card in scene.question.cards if hand.mask >> card & 1])
    if keeps(setup, scene, scene.actor, "refuse_refute") is None:
        return (shows,)
    return shows, DECLINE, NOTHING if shows else PASS


def _plays(setup: Setup, scene: Scene) -> Group:
    if not scene.kept:
        return NOTHING
    cards = {card for seat, card in scene.kept if seat == scene.turn}
    return Group(Play(card) for card in sorted(cards) if _playable(setup, scene, bonus_card(setup, card)))


def _playable(setup: Setup, scene: Scene, bonus: BonusCard) -> bool:
    if bonus.effect in REACTIVE:
        return False
    if bonus.effect == "roll_bonus":
        return scene.phase is Phase.MOVE
    if bonus.effect == "move_to":
        return scene.phase is Phase.START  # instead of rolling
    if bonus.effect == "suggest_again":
        return scene.phase is Phase.AFTER and asking_room(setup, scene) is not None
    return scene.phase in (Phase.START, Phase.AFTER)


def keeps(setup: Setup, scene: Scene, seat: Seat, effect: str) -> str | None:
    """The kept bonus card with this effect, if the seat has one."""
    if not scene.kept:
        return None
    mine = (card for owner, card in scene.kept if owner == seat)
    return next((card for card in mine if bonus_card(setup, card).effect == effect), None)


def _effect(setup: Setup, scene: Scene, hand: CardSet) -> Group:
    effect = scene.effects[0]
    bonus = bonus_card(setup, effect.bonus)
    others = [seat for seat in setup.left_of(scene.actor) if setup.hands[seat]]
    match bonus.effect:
        case "peek" if effect.target is None:
            return Group(Choose(seat) for seat in others)
        case "peek" | "all_show_left" | "all_reveal_one":
            return Group(Show(card) for card in hand)
        case "reveal_choice":
            # A card lying face up would call for nobody; one of each kind is never on the table.
            named = _nameable(setup.edition, bonus.target)
            return Group(Name(card) for card in named if card not in setup.table)
        case "move_other":
            return Group(sendings(setup, scene, bonus))
        case "add_passage":
            return Group(Tunnel(room) for room in tunnel_rooms(setup, scene))
        case other:
            raise AssertionError(f"the effect {other} asks for no choice")


def _nameable(edition: Edition, category: str) -> Sequence[Card]:
    if category in edition.categories:
        return edition.cards_of(edition.categories.index(category))
    return range(len(edition.cards))


def sendings(setup: Setup, scene: Scene, bonus: BonusCard) -> list[Send]:
    """Where a bonus card may send the pawns of the other seats: anywhere but where they are."""
    starts = _need(setup.board).starts
    return [
        Send(seat, spot)
        for seat in setup.left_of(scene.turn)
        for spot in ((starts[setup.pawns[seat]],) if bonus.target == "start" else open_rooms(setup))
        if spot != spot_of(setup, scene, seat)
    ]


def open_rooms(setup: Setup) -> tuple[str, ...]:
    """The rooms with a way in."""
    board = _need(setup.board)
    return tuple(room for room in board.rooms if room != board.centre or board.open_centre)


def tunnel_rooms(setup: Setup, scene: Scene) -> list[str]:
    """The rooms that have no secret passage yet."""
    board = _need(setup.board)
    return [
        r for r in board.rooms if r != board.centre and r not in board.passages and r not in scene.tunnels
    ]


def passages(setup: Setup, scene: Scene, here: Spot) -> tuple[str, ...]:
    """The rooms to which secret passages lead from here."""
    board = setup.board
    if board is None or not setup.rules.passages or not isinstance(here, str):
        return ()
    if here in scene.tunnels:
        joined = {*board.passages, *scene.tunnels} - {here}
        return tuple(sorted(joined))
    return tuple(sorted({*board.passages.get(here, ()), *(scene.tunnels if here in board.passages else ())}))


def occupied(setup: Setup, scene: Scene, mover: Seat) -> frozenset[Square]:
    """The path squares on which other pawns stand in the way."""
    # A pawn that is out never moves again: in a narrow place it would lock others in for good.
    aside = {setup.pawns[seat] for seat in (mover, *scene.out)}
    return frozenset(
        spot for pawn, spot in enumerate(scene.pawns) if pawn not in aside and not isinstance(spot, str)
    )


def _spot_order(spot: Spot) -> tuple[bool, str, tuple[int, int]]:
    return (False, spot, (0, 0)) if isinstance(spot, str) else (True, "", spot)


def _need(board: Board | None) -> Board:
    assert board is not None, "only a game on a board gets here"
    return board
