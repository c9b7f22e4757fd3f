"""An edition: the deck, its names, the board and the rules that come in one box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from itertools import product
from math import factorial, prod
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from sleuth.board import Board
from sleuth.cards import Card
from sleuth.errors import BadSetup, UnknownEdition
from sleuth.houserules import HouseRules
from sleuth.language import N_
from sleuth.words import resolve

BOX = Path(__file__).parent / "editions"
"""Where the packaged editions lie."""

Timing = Literal["immediate", "keep"]
Visibility = Literal["public", "private"]
Stamp: TypeAlias = tuple[int, ...]


class Sizes(NamedTuple):
    """How many cards lie where after the deal, the envelope apart."""

    hands: tuple[int, ...]
    table: int
    hidden: int


@dataclass(frozen=True, slots=True)
class BonusCard:
    """A card of the bonus deck: an effect of the vocabulary with its target."""

    id: str
    effect: str
    timing: Timing = "immediate"
    copies: int = 1
    target: str = ""
    amount: int = 0
    visibility: Visibility = "public"
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Names:
    """What people call a thing: its name in each language, and other names it answers to."""

    by_language: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    """How the thing is named inside a sentence, as what somebody shows or enters: “the rope”, “das Seil”."""
    verified: bool = True

    def all(self) -> tuple[str, ...]:
        """Every name."""
        return (*self.by_language.values(), *self.also)


@dataclass(frozen=True)
class Edition:
    """One box of the game, read from a data file."""

    name: str
    language: str
    verified: bool
    categories: tuple[str, ...]
    cards: tuple[str, ...]
    category: tuple[int, ...]
    place_category: int | None
    players: range
    rules: HouseRules
    widest_board: Board | None
    """The map with every door that some rule opens."""
    pawns: tuple[str, ...]
    bonus: tuple[BonusCard, ...]
    names_of: Mapping[str, Mapping[str, Names]]
    """The names of each kind of thing (card, category, pawn, centre, bonus, text, edition), by id."""
    overrides: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """House rules, as words, that change with the number of players."""
    notes: tuple[Mapping[str, str], ...] = ()
    """What is not known for certain about this edition, in each language."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.cards))

    def __getstate__(self) -> dict[str, object]:
        return {f.name: getattr(self, f.name) for f in fields(self)}  # what is computed is computed anew

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names of the packaged editions."""
        return _packaged()

    @staticmethod
    def load(name_or_path: str) -> Edition:
        """A packaged edition by its name, or anyone's own by the path of its file."""
        if name_or_path in _packaged():
            return _load_packaged(name_or_path)
        stamp = _stamp(Path(name_or_path))
        if stamp is None:
            raise UnknownEdition(
                N_("There is no edition “{name}”. Those in the box are: {known}; or name an edition file."),
                field="edition",
                name=name_or_path,
                known=tuple(_packaged()),
            )
        board = _map_file(name_or_path, stamp)
        return _load_file(name_or_path, stamp, None if board is None else _stamp(board))

    @cached_property
    def board(self) -> Board | None:
        """The board as the edition's own rules use it."""
        return self.board_for(self.rules)

    def board_for(self, rules: HouseRules) -> Board | None:
        """The board under these rules, with the doors that they open."""
        return self._board_with(rules.accuse) if rules.board else None

    @cached_property
    def _board_with(self) -> Callable[[str], Board | None]:
        return cache(lambda accuse: self.widest_board and self.widest_board.with_doors_for(accuse))

    def rules_for(self, players: int) -> HouseRules:
        """The edition's rules for that many players."""
        return self.rules.with_words(dict(self.overrides.get(players, {})))

    def sizes(self, players: int, rules: HouseRules | None = None) -> Sizes:
        """How many cards each seat holds, and how many lie face up and face down."""
        self._check_players(players)
        rules = rules or self.rules_for(players)
        each, over = divmod(len(self.cards) - len(self.categories) - rules.slots, players)
        if each < 1:
            raise BadSetup(N_("There are not enough cards for {players} players."), players=players)
        match rules.leftover:
            case "uneven":
                return Sizes(tuple(each + (seat < over) for seat in range(players)), 0, rules.slots)
            case "face_up":
                return Sizes((each,) * players, over, rules.slots)
            case "face_down":
                return Sizes((each,) * players, 0, rules.slots + over)

    def deals(self, players: int, rules: HouseRules | None = None) -> int:
        """How many deals there are at the start."""
        sizes = self.sizes(players, rules)
        piles = (*sizes.hands, sizes.table, sizes.hidden)
        envelopes = prod(len(self.cards_of(i)) for i in range(len(self.categories)))
        return envelopes * factorial(sum(piles)) // prod(map(factorial, piles))

    def cards_of(self, category: int) -> range:
        """The cards of a category."""
        first = self.category.index(category)
        return range(first, first + self.category.count(category))

    @cached_property
    def suggestions(self) -> tuple[tuple[Card, ...], ...]:
        """Every suggestion that can be made: one card of each category."""
        return tuple(product(*(self.cards_of(i) for i in range(len(self.categories)))))

    def card(self, word: str) -> Card:
        """The card that a word means."""
        return self._card_of(word)

    def room(self, word: str) -> str:
        """The room, or the centre, that a word means."""
        return resolve(word, self._room_words)

    def pawn(self, word: str) -> str:
        """The pawn that a word means."""
        return resolve(word, {pawn: self._names("pawn", pawn).all() for pawn in self.pawns})

    def bonus_card(self, word: str) -> BonusCard:
        """The bonus card that a word means."""
        by_id = {card.id: card for card in self.bonus}
        return by_id[resolve(word, {card: self._names("bonus", card).all() for card in by_id})]

    def title(self, lang: str) -> str:
        """The edition's title."""
        return self._name("edition", "edition", lang)

    def card_name(self, card: Card, lang: str) -> str:
        """What a card is called."""
        return self._name("card", self.cards[card], lang)

    def card_said(self, card: Card, lang: str) -> str:
        """What a card is called inside a sentence: “the rope”, “das Seil”."""
        return self._said("card", self.cards[card], lang)

    def category_name(self, category: int, lang: str) -> str:
        """What a category is called."""
        return self._name("category", self.categories[category], lang)

    def room_name(self, room: str, lang: str) -> str:
        """What a room, or the centre, is called."""
        return self._name("card" if room in self.names_of["card"] else "centre", room, lang)

    def room_said(self, room: str, lang: str) -> str:
        """What a room, or the centre, is called inside a sentence."""
        return self._said("card" if room in self.names_of["card"] else "centre", room, lang)

    def pawn_name(self, pawn: str, lang: str) -> str:
        """What a pawn is called."""
        return self._name("pawn", pawn, lang)

    def bonus_name(self, card: str, lang: str) -> str:
        """What a bonus card is called."""
        return self._name("bonus", card, lang)

    def bonus_text(self, card: str, lang: str) -> str:
        """What a bonus card says."""
        return self._name("text", card, lang)

    def notes_in(self, lang: str) -> tuple[str, ...]:
        """What is not known for certain about this edition."""
        return tuple(note.get(lang, note[self.language]) for note in self.notes)

    def is_verified(self, card: Card) -> bool:
        """Whether the card's name is known from the printed game."""
        return self._names("card", self.cards[card]).verified

    def _check_players(self, players: int) -> None:
        if players not in self.players:
            raise BadSetup(
                N_("This edition is for {fewest} to {most} players, not {players}."),
                fewest=self.players[0],
                most=self.players[-1],
                players=players,
            )

    def _names(self, kind: str, key: str) -> Names:
        return self.names_of.get(kind, {}).get(key, Names())

    def _name(self, kind: str, key: str, lang: str) -> str:
        known = self._names(kind, key).by_language
        return known.get(lang) or known.get(self.language) or key

    def _said(self, kind: str, key: str, lang: str) -> str:
        return self._names(kind, key).said.get(lang) or self._name(kind, key, lang)

    @cached_property
    def _card_of(self) -> Callable[[str], Card]:
        words = {card: self._names("card", card).all() for card in self.cards}
        index = {card: i for i, card in enumerate(self.cards)}
        return lru_cache(maxsize=4096)(lambda word: index[resolve(word, words)])

    @cached_property
    def _room_words(self) -> Mapping[str, tuple[str, ...]]:
        rooms = self.widest_board.rooms if self.widest_board else ()
        return {
            room: (*self._names("card", room).all(), *self._names("centre", room).all()) for room in rooms
        }


@cache
def _packaged() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in BOX.glob("*.toml")))


@cache
def _load_packaged(name: str) -> Edition:
    from sleuth.edition_file import read  # files are read when an edition is asked for, not with the rules

    return read(BOX / f"{name}.toml", name)


def _stamp(path: Path) -> Stamp | None:
    """What changes with a file; None if there is none."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns


# A changed file is another file: its stamp is part of the question.
@lru_cache(maxsize=64)
def _map_file(path: str, stamp: Stamp) -> Path | None:  # noqa: ARG001
    from sleuth.edition_file import map_file

    return map_file(Path(path))


@lru_cache(maxsize=64)
def _load_file(path: str, stamp: Stamp, board: Stamp | None) -> Edition:  # noqa: ARG001
    from sleuth.edition_check import check_file
    from sleuth.edition_file import read

    for problem in check_file(path):
        raise problem
    return read(Path(path), path)
