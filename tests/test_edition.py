"""Editions: what is in the box, what it is called, and how many deals there are."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

from sleuth.edition import Edition
from sleuth.edition_check import EFFECTS, check_file
from sleuth.errors import BadEdition, BadSetup
from sleuth.houserules import HouseRules, Leftover

FOLDER = Path(__file__).parent.parent / "src" / "sleuth" / "editions"
LEFTOVERS: tuple[Leftover, ...] = ("uneven", "face_up", "face_down")
EVERY_TABLE = [(name, players) for name in Edition.names() for players in Edition.load(name).players]


def test_six_editions_are_in_the_box() -> None:
    assert Edition.names() == (
        "classic",
        "discover-the-secrets",
        "master-detective",
        "mini",
        "night-train",
        "three-investigators",
    )


@pytest.mark.parametrize(
    ("name", "sizes", "players"),
    [
        ("mini", (3, 3, 3), (2, 4)),
        ("classic", (6, 6, 9), (3, 6)),
        ("three-investigators", (6, 6, 9), (2, 6)),
        ("master-detective", (10, 8, 12), (3, 10)),
        ("discover-the-secrets", (6, 9, 9), (3, 6)),
        ("night-train", (6, 6, 7, 5), (3, 6)),
    ],
)
def test_the_decks_have_the_documented_sizes(
    name: str, sizes: tuple[int, ...], players: tuple[int, int]
) -> None:
    edition = Edition.load(name)
    assert tuple(len(edition.cards_of(i)) for i in range(len(edition.categories))) == sizes
    assert (edition.players[0], edition.players[-1]) == players
    assert len(edition.cards) == len(edition.category) == sum(sizes)


def test_the_classic_ids_are_those_of_the_notation() -> None:
    assert " ".join(Edition.load("classic").cards) == (
        "scarlet mustard white green peacock plum candlestick knife pipe revolver rope wrench "
        "ballroom billiard conservatory dining hall kitchen library lounge study"
    )


@pytest.mark.parametrize(
    ("name", "players", "deals"),
    [
        ("classic", 3, 5_557_616_064),
        ("classic", 4, 250_092_722_880),
        ("classic", 5, 4_168_212_048_000),
        ("classic", 6, 44_460_928_512_000),
        ("master-detective", 6, 437_599_241_673_834_240_000),
        ("three-investigators", 2, 324 * 18 * 17 * 16 * 15 // 24 * 3432),
        ("mini", 2, 27 * 20),
    ],
)
def test_deals_at_the_start_are_exact(name: str, players: int, deals: int) -> None:
    assert Edition.load(name).deals(players) == deals


@pytest.mark.parametrize(("players", "leftover", "slots"), list(product((2, 3, 4), LEFTOVERS, (0, 1, 2))))
def test_deals_agree_with_dealing_every_deal(players: int, leftover: Leftover, slots: int) -> None:
    edition = Edition.load("mini")
    rules = HouseRules(board=False, leftover=leftover, slots=slots)
    sizes = edition.sizes(players, rules)
    cuts = [*sizes.hands, sizes.table, sizes.hidden]

    def piles(cards: tuple[int, ...]) -> tuple[frozenset[int], ...]:
        ends = [sum(cuts[: i + 1]) for i in range(len(cuts))]
        return tuple(frozenset(cards[end - size : end]) for end, size in zip(ends, cuts, strict=True))

    assert edition.deals(players, rules) == 27 * len({piles(order) for order in permutations(range(6))})


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
@pytest.mark.parametrize("leftover", LEFTOVERS)
def test_every_card_is_dealt_somewhere_and_hands_differ_by_one_at_most(
    name: str, players: int, leftover: Leftover
) -> None:
    edition = Edition.load(name)
    hands, on_table, hidden = edition.sizes(players, replace(edition.rules, leftover=leftover))
    assert sum(hands) + on_table + hidden + len(edition.categories) == len(edition.cards)
    assert len(hands) == players
    assert list(hands) == sorted(hands, reverse=True)
    assert hands[0] - hands[-1] <= (leftover == "uneven")


def test_the_duel_lays_four_cards_face_down_and_plays_without_bonus_cards() -> None:
    edition = Edition.load("three-investigators")
    rules = edition.rules_for(2)
    assert (rules.slots, rules.bonus) == (4, False)
    assert edition.sizes(2) == ((7, 7), 0, 4)
    assert edition.rules_for(3) == edition.rules


@pytest.mark.parametrize(("players", "hand", "on_table"), [(3, 6, 0), (4, 4, 2), (5, 3, 3), (6, 3, 0)])
def test_the_three_investigators_lay_what_is_left_face_up(players: int, hand: int, on_table: int) -> None:
    assert Edition.load("three-investigators").sizes(players) == ((hand,) * players, on_table, 0)


@pytest.mark.parametrize("players", [0, 2, 7, 11])
def test_too_few_or_too_many_players_are_told_so(players: int) -> None:
    with pytest.raises(BadSetup, match=f"3 to 6 players, not {players}"):
        Edition.load("classic").sizes(players)


def test_more_slots_than_cards_are_told_so() -> None:
    with pytest.raises(BadSetup, match="not enough cards"):
        Edition.load("classic").sizes(3, HouseRules(slots=16))


def test_suggestions_are_one_card_of_each_category() -> None:
    edition = Edition.load("classic")
    assert len(edition.suggestions) == len(set(edition.suggestions)) == 324
    assert all(tuple(edition.category[card] for card in cards) == (0, 1, 2) for cards in edition.suggestions)
    assert len(Edition.load("night-train").suggestions) == 6 * 6 * 7 * 5


def test_the_defaults_are_those_of_the_printed_rules() -> None:
    classic, drei = Edition.load("classic").rules, Edition.load("three-investigators").rules
    assert classic == HouseRules(first="pawn")
    assert drei == HouseRules(
        leftover="face_up",
        first="highest_roll",
        question=True,
        roll="up_to",
        revisit=True,
        blocking="none",
        stay="must_leave",
        summons="tokens",
        accuse="centre",
        bonus=True,
    )


def test_investigators_are_pawns_but_no_suspects() -> None:
    edition = Edition.load("three-investigators")
    assert edition.pawns == ("justus", "peter", "bob", "mathilda", "titus", "cotta")
    assert not set(edition.pawns) & set(edition.cards)
    assert Edition.load("classic").pawns == Edition.load("classic").cards[:6]


@pytest.mark.parametrize("name", Edition.names())
def test_every_packaged_edition_passes_its_own_checker(name: str) -> None:
    assert [str(problem) for problem in check_file(str(FOLDER / f"{name}.toml"))] == []


@pytest.mark.parametrize("name", Edition.names())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_everything_has_a_name_in_both_languages(name: str, lang: str) -> None:
    edition = Edition.load(name)
    cards = [edition.card_name(card, lang) for card in range(len(edition.cards))]
    assert len(set(cards)) == len(cards)
    texts = [
        edition.title(lang),
        *(edition.category_name(i, lang) for i in range(len(edition.categories))),
        *(edition.room_name(room, lang) for room in (edition.board.rooms if edition.board else ())),
        *(edition.pawn_name(pawn, lang) for pawn in edition.pawns),
        *(edition.bonus_name(card.id, lang) for card in edition.bonus),
        *(edition.bonus_text(card.id, lang) for card in edition.bonus),
    ]
    ids = {*edition.cards, *edition.pawns, *edition.categories, *(card.id for card in edition.bonus)}
    assert not ids & {*texts, *cards}  # where a name is missing, the id would stand in


@pytest.mark.parametrize(
    ("card", "en", "de"),
    [
        ("scarlet", "Miss Scarlet", "Fräulein Gloria"),
        ("green", "Mr. Green", "Reverend Grün"),
        ("pipe", "Lead Pipe", "Heizungsrohr"),
        ("ballroom", "Ballroom", "Musikzimmer"),
    ],
)
def test_the_classic_names_are_the_printed_ones(card: str, en: str, de: str) -> None:
    edition = Edition.load("classic")
    index = edition.card(card)
    assert (edition.card_name(index, "en"), edition.card_name(index, "de")) == (en, de)
    assert edition.card_name(index, "fr") == en  # the edition's own language stands in


@pytest.mark.parametrize("name", ["three-investigators", "master-detective", "discover-the-secrets"])
def test_what_is_not_known_is_said_in_both_languages(name: str) -> None:
    edition = Edition.load(name)
    assert not edition.verified
    assert len(edition.notes_in("en")) == len(edition.notes_in("de")) >= 3
    assert set(edition.notes_in("en")).isdisjoint(edition.notes_in("de"))


def test_the_sixth_object_is_marked_as_unknown() -> None:
    edition = Edition.load("three-investigators")
    unknown = [edition.cards[card] for card in range(21) if not edition.is_verified(card)]
    assert unknown == ["auto", "bleistift", "papagei", "gegenstand6"]
    assert edition.card_name(edition.card("gegenstand6"), "de") == "?"


def test_the_bonus_decks_are_as_large_as_documented_and_marked_as_ours() -> None:
    drei, secrets = Edition.load("three-investigators").bonus, Edition.load("discover-the-secrets").bonus
    assert sum(card.copies for card in drei) == 13
    assert not any(card.verified for card in drei)
    assert sum(card.copies for card in secrets if card.effect == "clock") == 8
    assert sum(card.copies for card in secrets if card.timing == "keep") == 16
    assert {card.effect for card in (*drei, *secrets)} <= set(EFFECTS)


def test_an_edition_survives_pickling_and_is_a_key() -> None:
    edition = Edition.load("classic")
    edition.card("rope")
    copy = pickle.loads(pickle.dumps(edition))
    assert copy == edition
    assert {edition: 1}[copy] == 1
    assert copy.card("rope") == edition.card("rope")


def test_an_edition_without_a_board_has_no_places() -> None:
    for name in ("mini", "night-train"):
        edition = Edition.load(name)
        assert (edition.board, edition.place_category, edition.rules.board) == (None, None, False)
    assert Edition.load("classic").place_category == 2
    assert Edition.load("classic").board_for(HouseRules(board=False)) is None


def test_anyones_own_file_works_like_a_packaged_edition(tmp_path: Path) -> None:
    for part in FOLDER.glob("classic.*"):
        (tmp_path / part.name.replace("classic.toml", "mine.toml")).write_text(
            part.read_text("utf-8"), "utf-8"
        )
    path = str(tmp_path / "mine.toml")
    mine, classic = Edition.load(path), Edition.load("classic")
    assert mine.name == path
    assert replace(mine, name="classic") == classic
    assert mine.board is not None
    assert mine.board.distance("kitchen", "study") == 28


def test_the_map_may_stand_in_the_file_itself(tmp_path: Path) -> None:
    rows = (FOLDER / "classic.board.txt").read_text("utf-8")
    text = (FOLDER / "classic.toml").read_text("utf-8").replace('"classic.board.txt"', f'"""\n{rows}"""')
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    assert Edition.load(str(tmp_path / "mine.toml")).board == Edition.load("classic").board


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (FOLDER / "mini.toml").read_text("utf-8")
    file.write_text(text, "utf-8")
    assert Edition.load(str(file)).title("en") == "Mini"
    file.write_text(text.replace('en = "Mini"', 'en = "Minimal"'), "utf-8")
    assert Edition.load(str(file)).title("en") == "Minimal"


def test_a_changed_map_is_read_again(tmp_path: Path) -> None:
    for part in FOLDER.glob("classic.*"):
        (tmp_path / part.name).write_text(part.read_text("utf-8"), "utf-8")
    mine, plan = str(tmp_path / "classic.toml"), tmp_path / "classic.board.txt"
    before = Edition.load(mine).board
    assert before is not None
    assert (7, 0) in before.squares
    plan.write_text(plan.read_text("utf-8").replace("\n........BBB", "\n#.......BBB"), "utf-8")
    after = Edition.load(mine).board
    assert after is not None
    assert before.squares - after.squares == {(7, 0)}


@pytest.mark.parametrize("name", ["klassik", "", "no/such/file.toml", "a" * 5000, "nul\0"])
def test_an_unknown_edition_is_told_so(name: str) -> None:
    with pytest.raises(BadEdition, match=r"There is no edition|cannot be opened"):
        Edition.load(name)


def test_a_broken_file_is_not_loaded_but_explained(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text((FOLDER / "mini.toml").read_text("utf-8").replace('"plum"', '"scarlet"'), "utf-8")
    with pytest.raises(BadEdition, match="used twice") as caught:
        Edition.load(str(file))
    assert caught.value.field == "cards.suspect[1].id"


def test_the_edition_in_the_docs_is_complete_and_sound(tmp_path: Path) -> None:
    docs = (Path(__file__).parent.parent / "docs" / "editions.md").read_text("utf-8")
    file = tmp_path / "lighthouse.toml"
    file.write_text(docs.split("```toml\n")[1].split("```")[0], "utf-8")
    edition = Edition.load(str(file))
    assert edition.title("de") == "Der Leuchtturm"
    assert edition.sizes(3) == ((1, 1, 1), 1, 0)
    assert edition.board is not None
    assert edition.board.reach("lamp", 4) >= {"boats"}


def test_the_docs_list_the_whole_vocabulary_of_bonus_cards() -> None:
    docs = (Path(__file__).parent.parent / "docs" / "editions.md").read_text("utf-8")
    assert [
        line.split("`")[1] for line in docs.split("| effect |")[1].splitlines()[2:] if "`" in line
    ] == list(EFFECTS)
