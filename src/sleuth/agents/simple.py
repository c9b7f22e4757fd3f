"""The players of the paper on rollout, and their relatives: a policy at the referee's table."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sleuth.actions import Accuse, Action, EndTurn, Show, Suggest
from sleuth.agents.baseline import CasualAgent
from sleuth.agents.naming import naming, naming_wins
from sleuth.agents.notes import Notes
from sleuth.agents.policy import Policy, Rule, Showing, Solved, Ties
from sleuth.agents.ways import Ways, kinds_of, moves, way_to_accuse
from sleuth.cards import Card
from sleuth.events import Showed
from sleuth.inference.problem import mask_of
from sleuth.view import View


class PolicyAgent:
    """Asks and shows as its policy says and accuses when its notes prove the case.

    Without a board it plays, stream for stream, the very games of `sleuth.kernels.playout`.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, view: View, rng: Random) -> Action:
        menu = view.menu
        if len(menu.groups) == 1 and isinstance(menu[0], Show):
            return self._show(view, rng)
        notes = self.notes(view)
        kinds = kinds_of(view)
        # Without a board a turn is a question, then perhaps an accusation: the case can wait until then.
        ready = notes.solution is not None and (Suggest not in kinds or view.record.setup.board is not None)
        if ready and (verdict := Accuse(notes.solution or ())) in menu:
            return verdict
        if winning := naming(view, notes.solution):
            return winning
        if notes.solution and (way := way_to_accuse(view, kinds, mask_of(notes.solution))):
            return way
        if Suggest not in kinds:
            ways = moves(kinds)
            if ways and self.policy.aims:
                return Ways.of(view, self._rooms(notes)).best(ways)
            return EndTurn() if EndTurn() in menu and not ways else CasualAgent().choose(view, rng)
        wanted = Suggest(tuple(self._card(notes, k, rng) for k in range(len(notes.deck))))
        return wanted if wanted in kinds[Suggest] else self._as_near(wanted, kinds[Suggest])

    def notes(self, view: View) -> Notes:
        """What the player has noted so far."""
        return Notes.of(view, self.policy.keep)

    def winning(self, view: View) -> Suggest | None:
        """The question that wins at once, if the notes prove which."""
        return naming(view, self.notes(view).solution) if naming_wins(view) else None

    def _card(self, notes: Notes, category: int, rng: Random) -> Card:
        own = sorted(notes.deck[category] & notes.has[notes.me])
        by_chance = (len(own) << 10) // len(notes.deck[category])
        often = self.policy.bluff if self.policy.bluff >= 0 else by_chance
        if own and often and rng.getrandbits(10) < often:
            return _pick(own, rng)
        pool = self._candidates(notes, category)
        return min(pool) if self.policy.ties is Ties.LOWEST else _pick(pool, rng)

    def _candidates(self, notes: Notes, category: int) -> set[Card]:
        cards = set(notes.deck[category])
        if self.policy.rule is Rule.STATELESS:
            return cards - notes.has[notes.me]
        pool = cards - notes.placed
        inside = pool & notes.nobodys
        if inside and self.policy.solved is Solved.HIDE:
            return cards & notes.has[notes.me] or inside
        if self.policy.rule is Rule.RANDOM:
            return inside if inside and self.policy.solved else pool
        if self.policy.solved is Solved.AVOID and pool - inside:
            pool -= inside
        return notes.fewest(pool) if self.policy.rule is Rule.HEURISTIC else notes.likeliest(pool)

    def _rooms(self, notes: Notes) -> dict[str, float]:
        """The rooms that it wants to ask about, or the centre, if only face-down cards tell more."""
        edition, board = notes.setup.edition, notes.setup.board
        assert edition.place_category is not None
        if board and board.open_centre and notes.unseen and not notes.setup.rules.slots:
            return {board.open_centre: 1.0}
        wanted = self._candidates(notes, edition.place_category)
        return {edition.cards[card]: 1.0 for card in wanted}

    def _as_near(self, wanted: Suggest, offered: Iterable[Action]) -> Action:
        """On a board the room is given: the offered question that shares most cards with the wanted one."""
        questions = [action for action in offered if isinstance(action, Suggest)]
        return max(questions, key=lambda action: len({*action.cards} & {*wanted.cards}))

    def _show(self, view: View, rng: Random) -> Action:
        held = {action.card for action in view.menu if isinstance(action, Show)}
        match self.policy.showing:
            case Showing.LOWEST:
                held = {min(held)}
            case Showing.SEEN:
                held = held & shown_before(view) or held
            case Showing.WIDEST:
                held = held & shown_before(view) or _widest(view, held)
        return Show(_pick(held, rng))


def _widest(view: View, cards: set[Card]) -> set[Card]:
    """Those of the cards that are of the category with the most cards; what lies face up does not count."""
    size = {card: len(kind) for kind in view.record.setup.dealt for card in kind}
    return {card for card in cards if size[card] == max(size[one] for one in cards)}


def _pick(cards: Iterable[Card], rng: Random) -> Card:
    """Any of these cards; no number is drawn where there is no choice."""
    pool = sorted(cards)
    return pool[0] if len(pool) == 1 else rng.choice(pool)


def shown_before(view: View) -> set[Card]:
    """The cards that this seat has already shown to whoever asks now."""
    assert view.scene is not None
    shows = (event for event in view.record.events if isinstance(event, Showed))
    return {e.card for e in shows if e.seat == view.seat and e.to == view.scene.turn and e.card is not None}
