"""How a game is set up: who sits where, under which rules, and what is known before the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

from sleuth.board import Board
from sleuth.cards import Card, CardSet, Place, Seat
from sleuth.edition import Edition
from sleuth.errors import BadSetup
from sleuth.houserules import HouseRules
from sleuth.language import N_
from sleuth.words import forms, resolve

RESERVED = frozenset(place.value for place in Place)
"""Words that stand for places in the notation, so no player can be called so."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The header of a record, complete and checked: build it with `Setup.of`."""

    edition: Edition
    players: tuple[str, ...]
    rules: HouseRules
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    table: tuple[Card, ...] = ()
    hidden: int = 0
    """How many cards lie face down."""
    pawns: tuple[int, ...] = ()
    """The index of the pawn that each seat plays; none without a board."""
    me: Seat | None = None
    hand: tuple[Card, ...] | None = None

    @classmethod
    def of(
        cls,
        edition: Edition,
        players: Sequence[str],
        *,
        rules: HouseRules | None = None,
        me: str | None = None,
        hand: Sequence[Card] | None = None,
        hands: Sequence[int] | None = None,
        table: Sequence[Card] = (),
    ) -> Setup:
        """A checked set-up; whatever is left out follows from the edition."""
        _check_players(edition, players)
        rules = rules or edition.rules_for(len(players))
        with _about("rules"):
            _check_rules(edition, rules)
        with _about("hands"):
            sizes, hidden = _sizes(edition, len(players), rules, hands, len(table))
        setup = cls(
            edition,
            tuple(players),
            rules,
            sizes,
            tuple(sorted(table)),
            hidden,
            _pawns(edition, rules, len(players)),
        )
        if me is not None:
            setup = replace(setup, me=setup.seat(me))
        if hand is not None:
            setup = replace(setup, hand=tuple(sorted(hand)))
        with _about("hand"):
            _check_cards(setup)
        with _about("rules"):
            _check_provable(setup)
        return setup

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def board(self) -> Board | None:
        """The board, if this game is played on one."""
        return self.edition.board_for(self.rules)

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The cards of each category that do not lie face up."""
        kinds = (self.edition.cards_of(i) for i in range(len(self.edition.categories)))
        return tuple(CardSet.of(card for card in kind if card not in self.table) for kind in kinds)

    def seat(self, word: str) -> Seat:
        """The seat whose name begins so."""
        return _seat(self.players, word)

    def left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats in the order in which they answer `seat`."""
        return _left_of(len(self.players), seat)

    @property
    def places(self) -> tuple[Seat | Place, ...]:
        """Every place a card can be, in the order in which results list them."""
        extra = [Place.ENVELOPE]
        extra += [Place.TABLE] if self.table else []
        extra += [Place.HIDDEN] if self.hidden else []
        return (*self.seats, *extra)

    def place_name(self, place: Seat | Place) -> str:
        """A place as results call it."""
        return place.value if isinstance(place, Place) else self.players[place]


@contextmanager
def _about(header: str) -> Iterator[None]:
    """A fault found here is one of this header line."""
    try:
        yield
    except BadSetup as error:
        error.about = header
        raise


@lru_cache(maxsize=4096)
def _seat(players: tuple[str, ...], word: str) -> Seat:
    return players.index(resolve(word, dict.fromkeys(players, ())))


@lru_cache(maxsize=256)
def _left_of(players: int, seat: Seat) -> tuple[Seat, ...]:
    return tuple((seat + step) % players for step in range(1, players))


def _check_players(edition: Edition, players: Sequence[str]) -> None:
    if len(players) not in edition.players:
        raise BadSetup(
            N_("{edition} is for {least} to {most} players, not {n}."),
            edition=edition.title,
            least=edition.players[0],
            most=edition.players[-1],
            n=len(players),
        )
    for name in players:
        bare = name.replace("-", "").replace("_", "").replace("'", "")
        if not bare.isalnum() or name[0] == "-":
            raise BadSetup(
                N_("“{name}” cannot be a player's name: use one word of letters and digits."), name=name
            )
        if name.casefold() in RESERVED or len(name) > 40:
            raise BadSetup(N_("“{name}” cannot be a player's name: choose another."), name=name)
        # As words are read, Jörg, joerg and JORG are one.
        if sum(not forms(name).isdisjoint(forms(other)) for other in players) > 1:
            raise BadSetup(N_("Two players are called {name}; give each a name of their own."), name=name)


def _check_rules(edition: Edition, rules: HouseRules) -> None:
    if rules.board and edition.widest_board is None:
        raise BadSetup(
            N_("{edition} has no board; play it with the house rule board=no."), edition=edition.title
        )
    board = edition.board_for(rules)
    if board is not None and rules.accuse == "centre" and not board.open_centre:
        raise BadSetup(N_("This board has no centre to accuse in; choose another house rule “accuse”."))
    if rules.dice not in (1, 2):
        raise BadSetup(N_("The house rule “dice” can be 1 or 2."))
    unknown = [pawn for pawn in rules.pawns if pawn not in edition.pawns]
    if unknown or len(set(rules.pawns)) < len(rules.pawns):
        raise BadSetup(
            N_("The house rule “pawns” names each pawn at most once, out of: {known}."),
            known=", ".join(edition.pawns),
        )


def _pawns(edition: Edition, rules: HouseRules, players: int) -> tuple[int, ...]:
    """Chosen pawns first, the others in the edition's order."""
    if not rules.board:
        return ()
    order = (*rules.pawns, *(pawn for pawn in edition.pawns if pawn not in rules.pawns))
    return tuple(edition.pawns.index(pawn) for pawn in order[:players])


def _sizes(
    edition: Edition, players: int, rules: HouseRules, hands: Sequence[int] | None, table: int
) -> tuple[tuple[int, ...], int]:
    usual = edition.sizes(players, rules)
    if hands is None and table == usual.table:
        return usual.hands, usual.hidden
    dealt = len(edition.cards) - len(edition.categories) - table
    if hands is None:
        if table < usual.table:
            raise BadSetup(
                N_("{n} cards lie face up in this game: name them with “table: …”."), n=usual.table
            )
        each, over = divmod(dealt - usual.hidden, players)
        return tuple(each + (seat < over) for seat in range(players)), usual.hidden
    return tuple(hands), _hidden(players, rules, hands, dealt)


def _hidden(players: int, rules: HouseRules, hands: Sequence[int], dealt: int) -> int:
    if len(hands) != players:
        raise BadSetup(N_("“hands” lists {n} numbers for {players} players."), n=len(hands), players=players)
    rest = dealt - sum(hands)
    face_down = rules.slots > 0 or rules.leftover == "face_down"
    if rest < 0 or (rest > 0 and not face_down):
        raise BadSetup(
            N_("The hands add up to {total} cards, but {dealt} are dealt out."), total=sum(hands), dealt=dealt
        )
    return rest


def _check_cards(setup: Setup) -> None:
    known = [*setup.table, *(setup.hand or ())]
    if len(set(known)) < len(known):
        raise BadSetup(N_("A card is named twice among my hand and the cards on the table."))
    if setup.hand is None:
        return
    if setup.me is None:
        raise BadSetup(N_("“hand” needs “me”: say whose hand it is."))
    if len(setup.hand) != setup.hands[setup.me]:
        raise BadSetup(
            N_("{name} holds {size} cards, not {n}."),
            name=setup.players[setup.me],
            size=setup.hands[setup.me],
            n=len(setup.hand),
        )


def _check_provable(setup: Setup) -> None:
    """Where only a proof wins, no card may lie where nobody will ever see it."""
    board, rules = setup.board, setup.rules
    visited = board is not None and board.open_centre
    if rules.auto_win == "proof" and setup.hidden and not rules.slots and not visited:
        raise BadSetup(
            N_("Nobody ever sees the face-down cards in this game, so auto_win=proof could not be won.")
        )
