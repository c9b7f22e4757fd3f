"""A question: who is asked, what is brought to the room, and who answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sleuth import effects
from sleuth.cards import Card, CardSet, Seat
from sleuth.events import Declined, Passed, Played, Revealed, Showed, Suggested
from sleuth.marks import Marks
from sleuth.scene import Outcome, Phase, Why, spot_of

if TYPE_CHECKING:
    from sleuth.game import Game


def suggest(game: Game, cards: tuple[Card, ...]) -> Game:
    """The seat whose turn it is asks about these cards."""
    question = Suggested(game.scene.turn, cards)
    # A second question that a card allowed is not used up by the first.
    again = game.scene.again and game.scene.phase is not Phase.AFTER
    game = game.tell(question, question=question, again=again, any_room=False)
    if game.setup.board is not None:
        game = _bring(game, cards)
    return go_round(game, question.seat)


def _bring(game: Game, cards: tuple[Card, ...]) -> Game:
    """A question brings the named pieces to its room, where they stay."""
    edition, seat = game.setup.edition, game.scene.turn
    assert edition.place_category is not None
    room = edition.cards[cards[edition.place_category]]
    tokens, asked_in = list(game.scene.tokens), list(game.scene.asked_in)
    if spot_of(game.setup, game.scene, seat) == room:
        asked_in[seat] = room
    for card in cards:
        if edition.cards[card] != room:
            tokens[card] = room
    game = game.set(tokens=tuple(tokens), asked_in=tuple(asked_in))
    if game.setup.rules.summons == "tokens":
        return game
    for card in cards:
        game = _summon(game, edition.cards[card], room)
    return game


def _summon(game: Game, pawn: str, room: str) -> Game:
    setup = game.setup
    if pawn not in setup.edition.pawns:
        return game
    index = setup.edition.pawns.index(pawn)
    if game.scene.pawns[index] == room:
        return game
    owner = next((seat for seat in setup.seats if setup.pawns[seat] == index), None)
    if owner is not None:
        game = game.put(owner, room)
        return game if owner == game.scene.turn else game.set(summoned=game.scene.summoned | {owner})
    pawns = list(game.scene.pawns)
    pawns[index] = room
    return game.set(pawns=tuple(pawns))


def go_round(game: Game, last: Seat) -> Game:
    """Go on from the seat after `last`: whoever has nothing passes, whoever can show must choose."""
    question = game.scene.question
    assert question is not None
    asked = CardSet.of(question.cards).mask
    order = game.setup.left_of(question.seat)
    start = 0 if last == question.seat else order.index(last) + 1
    passes: list[Passed] = []
    for seat in order[start:]:
        if game.deal.hands[seat].mask & asked or effects.may_decline(game, seat):
            return game.tell(*passes, phase=Phase.ANSWER, actor=seat)
        passes.append(Passed(seat))
    return _unanswered(game.tell(*passes))


def _unanswered(game: Game) -> Game:
    """Nobody could show a card: in the duel that earns a look at a face-down card."""
    seat = game.scene.turn
    if game.setup.rules.slots and len(game.scene.peeked[seat]) < game.setup.hidden:
        return game.set(phase=Phase.PEEK, actor=seat)
    return answered(game)


def show(game: Game, card: Card) -> Game:
    """The acting seat shows a card to the one who asked, and to whoever keeps a spyglass."""
    shower, asker = game.scene.actor, game.scene.turn
    game = game.tell(Showed(shower, card, asker))
    for spy in game.setup.left_of(asker) if game.scene.kept else ():
        kept = effects.keeps_spyglass(game, spy)
        if spy != shower and kept is not None:
            game = effects.discard(game, spy, kept)
            game = game.tell(Played(spy, kept)).tell(Revealed(shower, card, spy))
    return answered(game)


def decline(game: Game) -> Game:
    """The acting seat plays the bonus card that excuses it."""
    seat = game.scene.actor
    kept = effects.may_decline(game, seat)
    assert kept is not None
    return go_round(effects.discard(game, seat, kept).tell(Declined(seat)), seat)


def answered(game: Game) -> Game:
    """The question is settled; in the research papers' game it may have decided everything."""
    seat, question = game.scene.turn, game.scene.question
    assert question is not None
    rule = game.setup.rules.auto_win
    if rule == "suggestion" and question.cards == game.deal.envelope:
        return game.over(Outcome(seat, Why.SUGGESTION))
    if rule == "proof" and Marks.of(game.view(seat)).solution is not None:
        return game.over(Outcome(seat, Why.PROOF))
    return game.settle()
