"""Bonus cards: a small vocabulary of effects that decks combine as data."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sleuth.actions import Choose, Name, Send, Tunnel
from sleuth.board import Spot
from sleuth.cards import Card, Seat
from sleuth.choices import SNOOP, bonus_card, keeps, open_rooms, sendings, tunnel_rooms
from sleuth.edition import BonusCard
from sleuth.events import Drew, Lacked, Moved, Played, Revealed, Tunnelled
from sleuth.luck import Luck
from sleuth.scene import Effect, Phase, spot_of
from sleuth.setup import Setup

if TYPE_CHECKING:
    from sleuth.game import Game


def full_pile(setup: Setup) -> tuple[str, ...]:
    """The bonus deck, every copy; empty where the game is played without."""
    if not setup.rules.bonus:
        return ()
    return tuple(sorted(card.id for card in setup.edition.bonus for _ in range(card.copies)))


def draw(game: Game, luck: Luck, resume: Phase) -> Game:
    """The seat whose turn it is draws a bonus card and follows it, then goes on with `resume`."""
    seat, pile = game.scene.turn, game.scene.pile
    card = luck.bonus(pile)
    left = list(pile)
    left.remove(card)
    game = game.tell(Drew(seat, card)).set(pile=tuple(left) or _refill(game, card))
    bonus = bonus_card(game.setup, card)
    if bonus.timing == "keep":
        return _go_on(game.set(kept=(*game.scene.kept, (seat, card)), resume=resume))
    return _follow(game.set(resume=resume), bonus)


def _refill(game: Game, last: str) -> tuple[str, ...]:
    """An empty pile is made anew from the discards: all but kept cards and clocks that have struck."""
    away = Counter(card for _, card in game.scene.kept)
    if bonus_card(game.setup, last).timing == "keep":
        away[last] += 1
    pile = Counter(full_pile(game.setup)) - away
    return tuple(sorted(c for c in pile.elements() if bonus_card(game.setup, c).effect != "clock"))


def play(game: Game, card: str) -> Game:
    """The seat whose turn it is uses a bonus card it has kept."""
    seat = game.scene.turn
    game = discard(game, seat, card).tell(Played(seat, card))
    return _follow(game.set(resume=game.scene.phase), bonus_card(game.setup, card))


def discard(game: Game, seat: Seat, card: str) -> Game:
    """The game without a kept card that has been used."""
    kept = list(game.scene.kept)
    kept.remove((seat, card))
    return game.set(kept=tuple(kept))


def may_decline(game: Game, seat: Seat) -> str | None:
    """The kept card that excuses a seat from answering."""
    return keeps(game.setup, game.scene, seat, "refuse_refute")


def keeps_spyglass(game: Game, seat: Seat) -> str | None:
    """The kept card that shows a seat the next answer between two others."""
    return keeps(game.setup, game.scene, seat, "spy_on_refutation")


def snoop(game: Game) -> Game:
    """A snoop square: draw a card blind from a hand of one's choice."""
    return _demand(game.set(resume=Phase.AFTER), SNOOP)


def _follow(game: Game, bonus: BonusCard) -> Game:
    seat = game.scene.turn
    match bonus.effect:
        case "extra_turn":
            return _go_on(game.set(extra_turn=True))
        case "roll_bonus":
            return _walk_on(game, bonus.amount)
        case "move_to":
            goals = _destinations(game, bonus) - {_here(game)}
            return game.set(phase=Phase.MOVE, actor=seat, goals=goals) if goals else _go_on(game)
        case "suggest_again":
            return _go_on(game.set(again=True))
        case "suggest_any_room":
            # Whoever is still to move asks from where the move ends.
            moves = game.scene.resume is Phase.MOVE and game.goals(game.scene.pips)
            game = game.set(any_room=True)
            return _go_on(game) if moves else game.set(phase=Phase.ASK, actor=seat)
        case "reveal_named":
            return _go_on(_call_for(game, game.setup.edition.card(bonus.target)))
        case "all_show_left" | "all_reveal_one":
            return _demand_of_all(game, bonus)
        case "clock":
            return _strike_clock(game, bonus)
        case "add_passage" if not tunnel_rooms(game.setup, game.scene):
            return _go_on(game)
        case "move_other" if not sendings(game.setup, game.scene, bonus):
            return _go_on(game)
        case _:
            return _demand(game, bonus)


def _go_on(game: Game) -> Game:
    """Back to where the turn was when the bonus card came."""
    if game.scene.resume is Phase.AFTER:
        return game.settle()
    if game.scene.resume is Phase.MOVE:  # pawns may have been moved into the way, or out of it
        game = game.set(goals=game.goals(game.scene.pips))
    return game.set(phase=game.scene.resume, actor=game.scene.turn)


def _here(game: Game) -> Spot | None:
    return spot_of(game.setup, game.scene, game.scene.turn)


def _walk_on(game: Game, amount: int) -> Game:
    """More pips for the move that is on, or a second move if it is over."""
    on = game.scene.resume is Phase.MOVE
    total = game.scene.pips + amount if on else amount
    game = game.set(phase=Phase.MOVE, actor=game.scene.turn, pips=total, goals=game.goals(total))
    return game if game.scene.goals or on else game.settle()


def _destinations(game: Game, bonus: BonusCard) -> frozenset[Spot]:
    setup, seat = game.setup, game.scene.turn
    assert setup.board is not None
    if bonus.target == "start":
        return frozenset({setup.board.starts[setup.pawns[seat]]})
    if bonus.target == "player":
        spots = {spot_of(setup, game.scene, other) for other in setup.left_of(seat)}
        return frozenset(spot for spot in spots if isinstance(spot, str))
    if bonus.target in setup.board.rooms:
        return frozenset({bonus.target})
    return frozenset(open_rooms(setup))


def _call_for(game: Game, card: Card) -> Game:
    """Whoever holds a card reveals it to all; if nobody does, everyone has been heard not to."""
    for seat in game.setup.seats:
        if card in game.deal.hands[seat]:
            return game.tell(Revealed(seat, card))
    if card in game.setup.table:
        return game
    for seat in game.setup.seats:
        game = game.tell(Lacked(seat, (card,)))
    return game


def _demand(game: Game, bonus: BonusCard) -> Game:
    seat = game.scene.turn
    return game.set(phase=Phase.EFFECT, actor=seat, effects=(Effect(seat, bonus.id, seat),))


def _demand_of_all(game: Game, bonus: BonusCard) -> Game:
    seat = game.scene.turn
    everyone = (seat, *game.setup.left_of(seat))
    effects = tuple(Effect(actor, bonus.id, seat) for actor in everyone if game.setup.hands[actor])
    return game.set(phase=Phase.EFFECT, actor=effects[0].actor, effects=effects)


def _strike_clock(game: Game, bonus: BonusCard) -> Game:
    """The last clock to strike takes its drawer out, cards face up, and goes back into the pile."""
    seat, clocks = game.scene.turn, game.scene.clocks + 1
    if clocks < bonus.copies:
        return _go_on(game.set(clocks=clocks))
    for card in game.deal.hands[seat]:
        game = game.tell(Revealed(seat, card))
    game = game.set(pile=tuple(sorted((*game.scene.pile, bonus.id))))
    return game.leave(seat)


def show(game: Game, card: Card) -> Game:
    """A card that a bonus card made its holder show."""
    effect, *rest = game.scene.effects
    bonus = bonus_card(game.setup, effect.bonus)
    to = {"peek": effect.drawer, "all_show_left": game.setup.left_of(effect.actor)[0]}.get(bonus.effect)
    return _next_effect(game.tell(Revealed(effect.actor, card, to)), tuple(rest))


def choose(game: Game, action: Choose | Name | Send | Tunnel, luck: Luck) -> Game:
    """A choice that a bonus card left to its drawer."""
    effect, *rest = game.scene.effects
    match action:
        case Choose(seat):
            return _look_at(game, effect, seat, luck)
        case Name(card):
            game = _call_for(game, card)
        case Send(seat, spot):
            game = game.tell(Moved(seat, spot)).put(seat, spot)
            game = game.set(summoned=game.scene.summoned | {seat})
        case Tunnel(room):
            game = game.tell(Tunnelled(game.scene.turn, room)).set(tunnels=game.scene.tunnels | {room})
    return _next_effect(game, tuple(rest))


def _look_at(game: Game, effect: Effect, seat: Seat, luck: Luck) -> Game:
    """Look at a card of a chosen hand: drawn blind, or chosen by its holder."""
    if bonus_card(game.setup, effect.bonus).target == "holder_choice":
        asked = Effect(seat, effect.bonus, effect.drawer, target=seat)
        return game.set(actor=seat, effects=(asked,))
    card = luck.card(tuple(game.deal.hands[seat]))
    return _next_effect(game.tell(Revealed(seat, card, effect.drawer)), ())


def _next_effect(game: Game, rest: tuple[Effect, ...]) -> Game:
    game = game.set(effects=rest)
    return game.set(actor=rest[0].actor) if rest else _go_on(game)
