"""Proofs in words, in English and German."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from sleuth.cards import Card, Place, Seat
from sleuth.inference.proof import Cell, Rule, Step
from sleuth.language import N_, numeral, say, say_many
from sleuth.sentences import describe_entry, listed
from sleuth.setup import Setup
from sleuth.view import View

if TYPE_CHECKING:
    from sleuth.inference.explain import Settler


def cell_sentence(setup: Setup, cell: Cell, lang: str, you: Seat | None) -> str:
    """A card in a place, or not, without a full stop."""
    has, lacks = _SAID.get(cell.place) or (_YOURS if cell.place == you else _THEIRS)
    card, name = setup.edition.card_said(cell.card, lang), setup.place_name(cell.place)
    return say(lang, has if cell.holds else lacks, card=card, name=name)


# The card is always the object of the sentence: that is the case in which editions give its article.
_SAID: dict[Seat | Place, tuple[str, str]] = {
    Place.ENVELOPE: (N_("the envelope holds {card}"), N_("the envelope does not hold {card}")),
    Place.TABLE: (
        N_("the cards on the table include {card}"),
        N_("the cards on the table do not include {card}"),
    ),
    Place.HIDDEN: (N_("the face-down cards include {card}"), N_("the face-down cards do not include {card}")),
}
_YOURS = (N_("you have {card}"), N_("you do not have {card}"))
_THEIRS = (N_("{name} has {card}"), N_("{name} does not have {card}"))


def proof_sentences(view: View, steps: Sequence[Step], lang: str) -> list[str]:
    """A proof, sentence by sentence: each entry once, then what follows from it."""
    told: set[int] = set()
    sentences: list[str] = []
    for step in steps:
        if step.entry and step.entry not in told:
            told.add(step.entry)
            sentences.append(_entry_sentence(view, step.entry, lang))
        if _worth_saying(step, last=step is steps[-1]):
            sentences.append(_capital(_step_sentence(view, step, lang), view.record.setup) + ".")
    return sentences


def _worth_saying(step: Step, *, last: bool) -> bool:
    """Entries are told in their own words, and nobody needs to be told their own hand card by card."""
    return step.rule is not Rule.SAID or (last and step.entry == 0)


def _entry_sentence(view: View, number: int, lang: str) -> str:
    entry = view.record.entries[number - 1]
    return f"#{number}: {describe_entry(entry.events, view.record.setup, lang, you=view.seat)}"


def _step_sentence(view: View, step: Step, lang: str) -> str:
    """What a step adds to what has been said."""
    setup, edition = view.record.setup, view.record.setup.edition
    so = cell_sentence(setup, step.cell, lang, view.seat)
    known = [cell.card for cell in step.because]
    names = listed((edition.card_name(card, lang) for card in known or [step.cell.card]), lang)
    match step.rule:
        case Rule.SAID:
            return so
        case Rule.ELSEWHERE | Rule.SAME_KIND:
            other = cell_sentence(setup, step.because[0], lang, view.seat)
            return say(lang, N_("{other}, so {so}"), other=other, so=so)
        case Rule.FULL if step.cell.place == view.seat:
            return so
        case Rule.FULL:
            whose = _hand(view, step.cell, lang)
            return say(lang, N_("{whose} are all known ({cards}), so {so}"), whose=whose, cards=names, so=so)
        case Rule.REST:
            whose = _hand(view, step.cell, lang)
            return say(lang, N_("{whose} can only be what is left, so {so}"), whose=whose, so=so)
        case Rule.ONE_OF:
            return say(lang, N_("it cannot have been {cards}, so {so}"), cards=_or(known, setup, lang), so=so)
        case Rule.LAST_PLACE:
            return say(lang, N_("it can be nowhere else, so {so}"), so=so)
        case Rule.LAST_OF_KIND:
            kind = edition.category_name(edition.category[step.cell.card], lang)
            return say(lang, N_("of its kind ({kind}) all others are out, so {so}"), kind=kind, so=so)
        case Rule.ACCUSED:
            return say(lang, N_("that was wrong although {cards} was right, so {so}"), cards=names, so=so)
        case Rule.SUPPOSE:
            return say(lang, N_("suppose that {so}"), so=so)
        case Rule.CLASH:
            return say(lang, N_("that contradicts itself, so {so}"), so=so)
        case Rule.COUNTING:
            against = cell_sentence(setup, step.cell.denied(), lang, view.seat)
            return say(
                lang,
                N_("counting all hands together, there is no deal in which {against}, so {so}"),
                against=against,
                so=so,
            )
        case _:
            assert_never(step.rule)


def _hand(view: View, cell: Cell, lang: str) -> str:
    """Whose cards they are, as the subject of a sentence."""
    setup = view.record.setup
    match cell.place:
        case Place.ENVELOPE:
            return say(lang, N_("the envelope's cards"))
        case Place.HIDDEN:
            return say(lang, N_("the face-down cards"))
        case Place.TABLE:
            return say(lang, N_("the cards on the table"))
        case seat if seat == view.seat:
            return say_many(lang, "your {n} card", "your {n} cards", setup.hands[seat])
        case seat:
            name = setup.place_name(seat)
            return say_many(lang, "{name}'s {n} card", "{name}'s {n} cards", setup.hands[seat], name=name)


def settle_sentence(
    view: View, card: Card, place: Seat | Place, chance: float, settlers: Sequence[Settler], lang: str
) -> list[str]:
    """How likely an open cell is, and what would settle it."""
    setup = view.record.setup
    here = cell_sentence(setup, Cell(card, place, True), lang, view.seat)
    percent = f"{numeral(lang, 100 * chance, 0 if 0.01 <= chance <= 0.99 else 2)} %"
    text = say(lang, N_("{here} with a chance of {percent}."), here=here, percent=percent)
    lines = [_capital(text, setup)]
    for settler in settlers:
        if_so = cell_sentence(setup, settler.cell, lang, view.seat)
        then = cell_sentence(setup, settler.settles, lang, view.seat)
        lines.append(say(lang, N_("It would be settled if {if_so}: then {then}."), if_so=if_so, then=then))
    return lines if settlers else [*lines, say(lang, N_("No single other card would settle it."))]


def _or(cards: Sequence[Card], setup: Setup, lang: str) -> str:
    *most, last = [setup.edition.card_name(card, lang) for card in cards]
    return say(lang, N_("{most} or {last}"), most=", ".join(most), last=last) if most else last


def _capital(text: str, setup: Setup) -> str:
    """A sentence's first letter, unless it begins with a name that its owner writes small."""
    return text if text.startswith(setup.players) else text[:1].upper() + text[1:]
