"""Why a question is worth asking, in one plain sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sleuth.cards import Card, Seat
from sleuth.inference.notebook import Notebook
from sleuth.language import N_, say
from sleuth.setup import Setup

Kind: TypeAlias = Literal["known", "solves", "one_holder", "one_card", "amount"]


@dataclass(frozen=True, slots=True)
class Ground:
    """What speaks for a question, before it is put into words."""

    kind: Kind
    bits: float
    solves: float
    seat: Seat | None = None
    card: Card | None = None


AMOUNTS: tuple[tuple[float, str], ...] = (
    (0.02, N_("The answer would tell you nothing new")),
    (0.15, N_("Narrows it down only a little")),
    (0.34, N_("Rules out a sixth of what is open")),
    (0.50, N_("Rules out a quarter of what is open")),
    (0.79, N_("Rules out a third of what is open")),
    (1.29, N_("Halves what is open")),
    (1.79, N_("Leaves a third of what is open")),
    (2.16, N_("Leaves a quarter of what is open")),
    (2.65, N_("Leaves a fifth of what is open")),
)
"""Bits in plain words: up to so many bits, this is said."""
MOST = N_("Leaves hardly anything open")

WORTH_SAYING = 0.05
"""A chance to solve the case at once that is worth a word."""


def ground_of(notebook: Notebook, cards: tuple[Card, ...], bits: float, solves: float) -> Ground:
    """What speaks for a question."""
    if notebook.solved:
        return Ground("known", bits, solves)
    if solves > 1 - 1e-9:
        return Ground("solves", bits, solves)
    others = [seat for seat in notebook.setup.seats if seat != notebook.view.seat]
    table = notebook.tally.table
    could = {card: [seat for seat in others if table[card, seat] > 0] for card in cards}
    shown = [card for card, seats in could.items() if seats]
    if len(shown) != 1 or bits < AMOUNTS[0][0]:
        return Ground("amount", bits, solves)
    card = shown[0]
    if len(could[card]) == 1:
        return Ground("one_holder", bits, solves, could[card][0], card)
    return Ground("one_card", bits, solves, None, card)


def why(ground: Ground, setup: Setup, lang: str) -> str:
    """The ground in one sentence."""
    card = "" if ground.card is None else setup.edition.card_said(ground.card, lang)
    match ground.kind:
        case "known":
            return say(lang, N_("You know the solution already: no question is needed."))
        case "solves":
            return say(lang, N_("Whatever the answer, you will know the solution."))
        case "one_holder":
            assert ground.seat is not None
            name = setup.players[ground.seat]
            return say(
                lang,
                N_("Nobody but {name} can have {card}: whatever the answer, you will know where it is."),
                name=name,
                card=card,
            )
        case "one_card":
            return say(lang, N_("Only {card} can be shown of these, so the answer is clear."), card=card)
        case "amount":
            return _amount(ground, lang)


def _amount(ground: Ground, lang: str) -> str:
    said = next((words for most, words in AMOUNTS if ground.bits < most), MOST)
    amount = say(lang, said)
    if ground.solves < WORTH_SAYING:
        return say(lang, N_("{amount}."), amount=amount)
    return say(
        lang,
        N_("{amount}, and solves the case at once in {chance} of 100 cases."),
        amount=amount,
        chance=round(100 * ground.solves),
    )
