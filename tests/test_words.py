"""Words that people type, and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.edition import Edition
from sleuth.errors import UnknownWord
from sleuth.words import resolve

unhurried = settings(deadline=None)  # the machine may be busy
CLASSIC = Edition.load("classic")


def meaning(word: str) -> str:
    return CLASSIC.cards[CLASSIC.card(word)]


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("rope", "rope"),
        ("ROPE", "rope"),
        ("ro", "rope"),  # the beginning of an id comes before Rohrzange, the beginning of a name
        ("roh", "wrench"),
        ("re", "revolver"),  # before Reverend Grün
        ("Revolver", "revolver"),
        ("Pistole", "revolver"),
        ("Pist", "revolver"),
        ("Mrs.White", "white"),
        ("mrswhite", "white"),
        ("Fräulein-Gloria", "scarlet"),
        ("fraeuleingloria", "scarlet"),
        ("Fraulein", "scarlet"),
        ("ming", "scarlet"),  # the older German name
        ("weiss", "white"),
        ("weiß", "white"),
        ("küche", "kitchen"),
        ("kueche", "kitchen"),
        ("kuche", "kitchen"),
        ("gatow", "mustard"),
        ("vonga", "mustard"),
        ("spanner", "wrench"),
        ("Lead Pipe", "pipe"),
        ("gruen", "green"),
        ("plum", "plum"),
        ("professor", "plum"),  # both of its names begin so
    ],
)
def test_a_word_means_the_card_of_the_first_tier_that_matches(word: str, card: str) -> None:
    assert meaning(word) == card


def test_the_two_letter_beginnings_of_the_classic_ids_are_unambiguous() -> None:
    assert [meaning(card[:2]) for card in CLASSIC.cards] == list(CLASSIC.cards)


@pytest.mark.parametrize("name", Edition.names())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_full_name_means_its_card(name: str, lang: str) -> None:
    edition = Edition.load(name)
    for card in range(len(edition.cards)):
        assert edition.card(edition.card_name(card, lang)) == card


@pytest.mark.parametrize(
    ("word", "candidates"),
    [
        ("r", ("revolver", "rope")),
        ("mrs", ("peacock", "white")),
        ("c", ("candlestick", "conservatory")),
    ],
)
def test_an_ambiguous_word_names_its_candidates_in_order(word: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(UnknownWord) as caught:
        CLASSIC.card(word)
    assert caught.value.candidates == candidates
    assert all(card in str(caught.value) for card in candidates)


@pytest.mark.parametrize(
    ("word", "candidates"),
    [
        ("ropee", ("rope",)),
        ("blliard", ("billiard",)),
        ("Pistolle", ("revolver",)),
        ("xyzzy", ()),
        ("", ()),
        ("-", ()),
    ],
)
def test_a_misspelt_word_names_what_could_have_been_meant(word: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(UnknownWord) as caught:
        CLASSIC.card(word)
    assert caught.value.candidates == candidates
    assert caught.value.place() == {"word": word, "candidates": list(candidates)}


def test_the_unknown_object_answers_to_its_question_mark() -> None:
    edition = Edition.load("three-investigators")
    assert edition.cards[edition.card("?")] == "gegenstand6"


def test_rooms_pawns_and_bonus_cards_have_words_too() -> None:
    edition = Edition.load("three-investigators")
    assert edition.room("Wohnwagen") == "zentrale"
    assert edition.room("gruft") == "friedhof"
    assert edition.pawn("tante") == "mathilda"
    assert edition.bonus_card("Beschattung").effect == "peek"
    with pytest.raises(UnknownWord):
        edition.room("brittany")  # a card, but not a room


def test_seats_are_words_like_cards() -> None:
    seats: dict[str, tuple[str, ...]] = {"Jo": (), "Joe": (), "Jörg": ()}
    assert [resolve(word, seats) for word in ("jo", "joe", "joerg", "JOR")] == ["Jo", "Joe", "Jörg", "Jörg"]


def meanings(word: str) -> tuple[str, ...]:
    """The card that a word means, or its candidates."""
    try:
        return (meaning(word),)
    except UnknownWord as unknown:
        return unknown.candidates


@given(st.text(max_size=20))
@unhurried
def test_any_text_has_its_meanings_in_order(word: str) -> None:
    found = meanings(word)
    assert list(found) == sorted(set(found))
    assert set(found) <= set(CLASSIC.cards)


@given(st.sampled_from(CLASSIC.cards), st.integers(1, 12), st.booleans())
@unhurried
def test_a_beginning_of_an_id_means_the_ids_that_begin_so(card: str, n: int, capitals: bool) -> None:
    word = card[:n].upper() if capitals else card[:n]
    assert meanings(word) == tuple(sorted(other for other in CLASSIC.cards if other.startswith(card[:n])))


def test_a_slip_in_one_word_of_a_name_is_a_slip_in_the_name() -> None:
    names = {
        "plum": ["Professor Plum", "Professor Bloom"],
        "mustard": ["Colonel Mustard", "Oberst von Gatow"],
    }
    for word, meant in (("bloum", "plum"), ("gatov", "mustard")):
        with pytest.raises(UnknownWord) as slip:
            resolve(word, names)
        assert slip.value.values["known"] == meant
