"""`sleuth advise --win`: the detective's judgement, told to a person or to a program."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.judgement import Judged, JudgedShow, Share, judge, judge_show
from sleuth.agents.manners import Opponent, judge_others
from sleuth.agents.verdict import Verdict, judge_accusing
from sleuth.cli.advise import BUSY, NO_CARD, NO_QUESTION, assumptions, card_names, verdict_dict
from sleuth.cli.terminal import Terminal
from sleuth.inference.advise import has_turns
from sleuth.language import N_, numeral, say_many
from sleuth.view import View

if TYPE_CHECKING:
    from sleuth.agents.detective import Effort
    from sleuth.inference.advise import Rooms


@dataclass(frozen=True, slots=True)
class Judging:
    """Who wants to know what wins, and how long it may take."""

    terminal: Terminal
    view: View
    effort: Effort
    seed: int
    json: bool

    def tell_questions(self, rooms: Rooms | None, top: int) -> None:
        """Which question wins most, what accusing and ending the turn would win, and how the others play."""
        self.terminal.busy(BUSY)
        found, plays = judge(self.view, rooms, effort=self.effort, seed=self.seed), has_turns(self.view)
        accuses = plays and self.view.record.setup.rules.auto_win == "off"
        verdict = judge_accusing(self.view, found, effort=self.effort, seed=self.seed) if accuses else None
        others = judge_others(self.view, seed=self.seed) if plays else []
        self.terminal.tock()
        if self.json:
            rows = [self._question_dict(judged) for judged in found[:top]]
            accuse = None if verdict is None else verdict_dict(verdict, self.terminal.lang)
            self._write({"judgement": rows, "accuse": accuse, **self._told(others, asking=True)})
            return
        if not found:
            self.terminal.print(self.terminal.say(NO_QUESTION))
        self._list_questions(found[:top])
        if verdict is not None:
            self._tell_verdict(verdict)
        if others:
            self._tell_others(others, asking=True)

    def tell_shows(self, asker: str, cards: Sequence[str]) -> None:
        """Which card wins most when it is shown."""
        self.terminal.busy(BUSY)
        found = judge_show(self.view, asker, cards, effort=self.effort, seed=self.seed)
        others = judge_others(self.view, seed=self.seed) if found else []
        self.terminal.tock()
        if self.json:
            rows = [self._show_dict(judged) for judged in found]
            self._write({"judgement": rows, **self._told(others, asking=False)})
            return
        if not found:
            self.terminal.write(self.terminal.say(NO_CARD))
            return
        self._list_shows(found)
        self._tell_others(others, asking=False)

    def _list_questions(self, found: Sequence[Judged]) -> None:
        for number, one in enumerate(found, 1):
            text = self._share(one.asked, one.games)
            if one.reach < 1:
                text = self.terminal.say(
                    N_("{wins}; reached with {chance} %: {share} % in all (standard error {error})"),
                    wins=text,
                    chance=round(100 * one.reach),
                    share=numeral(self.terminal.lang, 100 * one.wins, 1),
                    error=numeral(self.terminal.lang, 100 * one.error, 1),
                )
            self._list(number, one.action.cards, text)

    def _list_shows(self, found: Sequence[JudgedShow]) -> None:
        for number, one in enumerate(found, 1):
            text = self._share(Share(one.wins, one.error), one.games)
            if one.seen:
                name = self.view.record.setup.players[one.asker]
                text = f"{text}; " + self.terminal.say(N_("{name} has seen it before"), name=name)
            self._list(number, [one.action.card], text)

    def _list(self, number: int, cards: Sequence[int], text: str) -> None:
        self.terminal.print(f"{number:2}. {card_names(self.view.record.setup, cards, self.terminal.lang)}")
        self.terminal.print(f"    {text}", style="quiet")

    def _share(self, wins: Share, games: int) -> str:
        lang = self.terminal.lang
        return say_many(
            lang,
            "wins {share} % of {n} imagined game (standard error {error})",
            "wins {share} % of {n} imagined games (standard error {error})",
            games,
            share=numeral(lang, 100 * wins.value, 1),
            error=numeral(lang, 100 * wins.error, 1),
        )

    def _tell_verdict(self, verdict: Verdict) -> None:
        lang = self.terminal.lang
        cards = card_names(verdict.setup, verdict.action.cards, lang)
        self.terminal.print("")
        self.terminal.print(self.terminal.say(N_("Accuse? {cards}"), cards=cards))
        self.terminal.print(f"    {verdict.why(lang)}")
        self.terminal.print(f"    {verdict.figures(lang)}", style="quiet")

    def _tell_others(self, others: Sequence[Opponent], *, asking: bool) -> None:
        self.terminal.print("")
        self.terminal.print(self.terminal.say(N_("How the others seem to play:")))
        for other in others:
            self.terminal.print(f"    {other.said(self.terminal.lang)}")
        for note in assumptions(self.view, asking=asking):
            self.terminal.print(self.terminal.say(note), style="quiet")

    def _question_dict(self, one: Judged) -> dict[str, object]:
        ids = self.view.record.setup.edition.cards
        return {
            "cards": [ids[card] for card in one.action.cards],
            "win": one.wins,
            "error": one.error,
            "games": one.games,
            "asked": one.asked.value,
            "asked_error": one.asked.error,
            "reach": one.reach,
        }

    def _show_dict(self, one: JudgedShow) -> dict[str, object]:
        card = self.view.record.setup.edition.cards[one.action.card]
        return {"card": card, "win": one.wins, "error": one.error, "games": one.games, "seen": one.seen}

    def _told(self, others: Sequence[Opponent], *, asking: bool) -> dict[str, object]:
        """What was learned of the others, and what is assumed."""
        lang, players = self.terminal.lang, self.view.record.setup.players
        rows = [
            {
                "name": players[other.seat],
                "manners": other.manners,
                "types": other.types,
                "said": other.said(lang),
            }
            for other in others
        ]
        notes = [self.terminal.say(note) for note in assumptions(self.view, asking=asking)]
        return {"others": rows, "assumptions": notes}

    def _write(self, found: dict[str, object]) -> None:
        self.terminal.write(jsonlib.dumps(found, ensure_ascii=False))
