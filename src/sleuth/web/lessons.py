"""What an entry taught us, in a sentence or two for the moment after it was logged."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.cards import Card, Place, Seat
from sleuth.events import Showed, Suggested
from sleuth.inference.notebook import Notebook
from sleuth.language import N_, say
from sleuth.setup import Setup
from sleuth.web.thinking import Insight

MOST = 3
"""Sentences; more would not be read at the table."""


def lessons(now: Insight, before: Insight | None, lang: str) -> list[str]:
    """What the last change taught, the most welcome news first."""
    if before is None or now.trouble or now.notebook.setup.places != before.notebook.setup.places:
        return []
    if now.notebook.solved and not before.notebook.solved:
        return [_solved(now.notebook, lang)]
    found = sorted(_new(now.notebook, before.notebook), key=lambda cell: cell[1] is not Place.ENVELOPE)
    said = [_found(now.page.setup, card, place, lang) for card, place in found[:MOST]]
    more = len(found) - MOST
    if more > 0:
        said[-1] = say(lang, N_("… and {n} more."), n=more + 1)
    return said or _narrowed(now, before, lang)


def _new(now: Notebook, before: Notebook) -> Iterator[tuple[Card, Seat | Place]]:
    """The cards whose place is known now and was not."""
    for (card, place), here in now.facts.items():
        if here and before.facts.get((card, place)) is not True:
            yield card, place


def _found(setup: Setup, card: Card, place: Seat | Place, lang: str) -> str:
    said = _capital(setup.edition.card_name(card, lang))
    match place:
        case Place.ENVELOPE:
            return say(lang, N_("{card} is in the envelope."), card=said)
        case Place.HIDDEN | Place.TABLE:
            return say(lang, N_("{card} lies on the table."), card=said)
        case seat if seat == setup.me:
            return say(lang, N_("You have {card}."), card=setup.edition.card_said(card, lang))
        case seat:
            card_said = setup.edition.card_said(card, lang)
            return say(lang, N_("{name} has {card}."), name=setup.players[seat], card=card_said)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _solved(notebook: Notebook, lang: str) -> str:
    edition = notebook.setup.edition
    cards = ", ".join(edition.card_name(card, lang) for card in notebook.envelope(1)[0].cards)
    return say(lang, N_("Solved: {cards}."), cards=cards)


def _narrowed(now: Insight, before: Insight, lang: str) -> list[str]:
    """An unseen card narrowed down to a few, or cards ruled out."""
    added = len(now.page.lines) > len(before.page.lines)
    entry = now.entries[-1] if added else None
    match entry.events if entry else ():
        case (Suggested(_, cards), *_, Showed(seat, None, _)):
            open_cards = [c for c in cards if now.notebook.certain(c, seat) is None]
            if len(open_cards) > 1:
                return [_one_of(now.page.setup, seat, open_cards, lang)]
    if now.notebook.deals < before.notebook.deals:
        percent = round(100 - 100 * now.notebook.deals / before.notebook.deals)
        return [say(lang, N_("{percent} % of what was possible is ruled out."), percent=percent)]
    return [say(lang, N_("Nothing new: you knew that already."))] if added else []


def _one_of(setup: Setup, seat: Seat, cards: list[Card], lang: str) -> str:
    *most, last = (setup.edition.card_said(card, lang) for card in cards)
    either = say(lang, N_("{most} or {last}"), most=", ".join(most), last=last)
    return say(lang, N_("{name} has {card}."), name=setup.players[seat], card=either)
