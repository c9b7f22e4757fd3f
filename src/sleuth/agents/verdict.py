"""Accuse now? What the detective would do: the chance to be right against the games won by going on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sleuth.actions import Accuse, Suggest
from sleuth.agents.detective import Effort, Nerve
from sleuth.agents.judgement import ADVISING, Judged, Share, imagined, judge
from sleuth.agents.search import wait_value
from sleuth.agents.situation import check_imaginable, imaginable
from sleuth.cards import CardSet
from sleuth.events import Accused, Ended, Moved, Rolled, Suggested
from sleuth.inference.advise_accuse import KNOWN, AccuseAdvice, advise_accuse, check_may_accuse
from sleuth.inference.notebook import infer
from sleuth.language import N_, numeral, say
from sleuth.scene import Phase
from sleuth.setup import Setup
from sleuth.view import View

GLANCE = replace(ADVISING, simulations=24_000)
"""Enough to tell what the best question wins; which one it is hardly matters here."""
CERTAIN = Share(1.0, 0.0)

Kind: TypeAlias = Literal["known", "sure", "now", "first", "close", "wait"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The likeliest solution, how often it is right and going on wins, and whether to say it now."""

    action: Accuse
    right: Share
    """The share of imagined worlds in which it is right; 1 without error if it is proved."""
    ending: Share
    """The games won by ending the turn and accusing once it is proved."""
    asking: Share | None
    """The games won by asking the best question first; none if that is done, or cannot be."""
    setup: Setup
    nerve: Nerve = Nerve()  # noqa: RUF009 - frozen, and it is the detective's own

    @property
    def waiting(self) -> Share:
        """The games won by going on."""
        return self.asking or self.ending

    @property
    def kind(self) -> Kind:
        """What the verdict rests on; the margins are those by which the detective plays."""
        right, waiting, nerve = self.right.value, self.waiting.value, self.nerve
        if self.right == CERTAIN:
            return "known"
        # Where one may ask and accuse in the same turn, a question comes first, and then counts how it ends.
        asks = self.asking is not None and self.setup.rules.accuse == "anywhere"
        margin = nerve.better + nerve.walking * (self.setup.board is not None)
        if right < min(nerve.sure, margin + (self.ending.value if asks else waiting)):
            return "close" if right >= waiting else "wait"
        if asks:
            return "first"
        return "sure" if right >= nerve.sure else "now"

    @property
    def now(self) -> bool:
        """Whether to accuse now."""
        return self.kind in ("known", "sure", "now")

    def why(self, lang: str = "en") -> str:
        """The reason in one sentence."""
        words = (_ENDING if self.asking is None else _ASKING)[self.kind]
        if self.kind == "first" and self.right.value >= self.nerve.sure:
            words = _FIRST_SURE
        if self.kind == "close" and self.setup.board is not None:
            words = _CLOSE_WALKING
        shares = {"chance": self.right, "waiting": self.waiting, "ending": self.ending}
        return say(lang, words, **{name: round(100 * share.value) for name, share in shares.items()})

    def figures(self, lang: str = "en") -> str:
        """All figures, with their standard errors."""
        shares = {"right": self.right, "ending": self.ending, "asking": self.asking or self.ending}
        said = {name: numeral(lang, 100 * share.value, 1) for name, share in shares.items()}
        said |= {f"{name}_error": numeral(lang, 100 * share.error, 1) for name, share in shares.items()}
        return say(lang, _FIGURES if self.asking is None else _ALL_FIGURES, **said)


_SURE = N_(
    "Accuse now: you are right in {chance} of 100 imagined games, and so near the end whoever waits may be "
    "too late."
)
_FIRST_SURE = N_(
    "Ask first if you can, and accuse then: you would be right in {chance} of 100 imagined games, and so "
    "near the end whoever waits may be too late."
)
_CLOSE_WALKING = N_(
    "Wait: you would be right in {chance} of 100 imagined games, and going on wins {waiting}; but nobody has "
    "to walk there, so on this board waiting costs less than it seems."
)
_ASKING: dict[Kind, str] = {
    "known": KNOWN,
    "sure": _SURE,
    "now": N_(
        "Accuse now: you are right in {chance} of 100 imagined games, and asking on wins only {waiting}."
    ),
    "first": N_(
        "Ask first if you can, and accuse then: you would be right in {chance} of 100 imagined games, and "
        "ending the turn without accusing wins only {ending}."
    ),
    "close": N_(
        "Wait: you would be right in {chance} of 100 imagined games, hardly more than the {waiting} that "
        "asking on wins, and you will play better than is imagined here."
    ),
    "wait": N_("Wait: you would be right in {chance} of 100 imagined games, and asking on wins {waiting}."),
}
_ENDING: dict[Kind, str] = {
    "known": KNOWN,
    "sure": _SURE,
    "now": N_(
        "Accuse now: you are right in {chance} of 100 imagined games, and ending the turn wins only "
        "{waiting}."
    ),
    "close": N_(
        "Wait: you would be right in {chance} of 100 imagined games, hardly more than the {waiting} that "
        "ending the turn wins, and you will play better than is imagined here."
    ),
    "wait": N_(
        "Wait: you would be right in {chance} of 100 imagined games, and ending the turn wins {waiting}."
    ),
}
_FIGURES = N_(
    "Accusing now: {right} % (standard error {right_error}); ending the turn: {ending} % (standard error "
    "{ending_error})."
)
_ALL_FIGURES = N_(
    "Accusing now: {right} % (standard error {right_error}); asking on: {asking} % (standard error "
    "{asking_error}); ending the turn without a question: {ending} % (standard error {ending_error})."
)


def judge_accusing(
    view: View, judged: Sequence[Judged] | None = None, *, effort: Effort | None = None, seed: int = 0
) -> Verdict:
    """Whether the detective would accuse here.

    judged: the questions, if they have been judged already. On a board they need not be in reach: for that
    the detective has its margin for walking.
    """
    check_may_accuse(view)
    notebook, effort = infer(view, engine="compiled"), effort or GLANCE
    check_imaginable(view)
    worlds, chance = imagined(view, effort, seed)
    later = Share.of(wait_value(worlds, chance), worlds.independent)
    envelope, right = worlds.best_envelope()
    share = CERTAIN if notebook.solved else Share.of(right, worlds.independent)
    if has_asked(view):
        judged = ()
    elif judged is None:
        judged = judge(view, effort=effort, seed=seed)
    first = Share(judged[0].wins, judged[0].error) if judged else None
    return Verdict(Accuse(tuple(CardSet(envelope))), share, later, first, view.record.setup)


def advise_accusing(view: View, *, seed: int = 0) -> Verdict | AccuseAdvice:
    """Whether to accuse: as the detective would; where no game can be imagined, against perfect reasoners."""
    return judge_accusing(view, seed=seed) if imaginable(view) else advise_accuse(view, seed=seed)


def has_asked(view: View) -> bool:
    """Whether this seat has asked in this turn, as far as the record tells, and may only accuse or end it."""
    if view.scene is not None:
        asks = any(isinstance(group[0], Suggest) for group in view.menu.groups)
        return view.scene.phase is Phase.AFTER and not asks
    last = _last_turn(view)
    return isinstance(last, Suggested) and last.seat == view.seat


def may_be_next(view: View) -> bool:
    """Whether this seat may be the next to ask, as far as the record tells.

    After a question or an accusation that is clear, unless a bonus card may give somebody another turn; on a
    board turns without either go by, and not every one leaves a trace.
    """
    last, setup = _last_turn(view), view.record.setup
    if not isinstance(last, Suggested | Accused) or setup.rules.bonus:
        return True
    playing = (seat for seat in setup.left_of(last.seat) if seat not in view.record.past.out)
    return next(playing, last.seat) == view.seat


def _last_turn(view: View) -> Suggested | Accused | Ended | Rolled | Moved | None:
    """What somebody did last in a turn of their own."""
    events = (entry.events[0] for entry in reversed(view.record.standing))
    return next((e for e in events if isinstance(e, Suggested | Accused | Ended | Rolled | Moved)), None)
