"""What a person may do now as a numbered list, narrowed by every number and word that they type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from sleuth.actions import Accuse, Action, Move, Peek
from sleuth.agents.person_words import Speech, Word
from sleuth.errors import IllegalAction, UnknownWord
from sleuth.language import N_
from sleuth.words import forms, resolve

LONGEST_LINE = 200
LONGEST_NAME = 5  # words
FILLERS = frozenset({
    "a", "an", "the", "with", "in", "into", "at", "of", "and", "to", "from", "on",
    "der", "die", "das", "den", "dem", "ein", "eine", "mit", "im", "ins", "am", "und", "nach", "zu", "zum",
    "zur", "von", "vom", "auf", "durch",
})  # fmt: skip
"""What people say between names: “plum with the rope in the hall”."""
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_SQUARE = re.compile(r"(\d{1,3})\s*[,;/]\s*(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of the list: what it says, and the actions it stands for."""

    text: str
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Offers:
    """The actions that may be meant."""

    speech: Speech
    actions: tuple[Action, ...]
    whole: tuple[Action, ...] = ()
    """Those that were offered at first."""

    @property
    def one(self) -> Action | None:
        """The action, if only one is left."""
        return self.actions[0] if len(self.actions) == 1 else None

    @property
    def usual(self) -> Action | None:
        """What Enter does: the only thing to do but accusing."""
        calm = [action for action in self.actions if not isinstance(action, Accuse)]
        return calm[0] if len(calm) == 1 else None

    @property
    def heading(self) -> str:
        """What is asked for, if the kind of action is settled: “Weapon”."""
        place = self._open
        several = len(self.speech.words(self.actions[0])) > 2
        return self.speech.about(self.actions[0], place) if place and several else ""

    def lines(self) -> Mapping[int, Offer]:
        """The numbered list; face-down cards keep the numbers of their slots."""
        offers = list(self._by_kind() if self._open == 0 else self._by_word(self._open))
        if all(isinstance(offer.actions[0], Peek) for offer in offers):
            return {offer.actions[0].slot: offer for offer in offers if isinstance(offer.actions[0], Peek)}
        return dict(enumerate(offers, 1))

    @property
    def _open(self) -> int:
        """The first place where what is said may still differ: 0 is the verb."""
        said = [self.speech.words(action) for action in self.actions]
        if len({words[0] for words in said}) > 1:
            return 0
        return next((i for i, words in enumerate(zip(*said, strict=True)) if len(set(words)) > 1), 0)

    def _by_kind(self) -> Iterator[Offer]:
        for _, group in groupby(self.actions, key=type):
            actions = tuple(group)
            if len(actions) > 1 and len(self.speech.words(actions[0])) > 2:
                yield Offer(self.speech.kind(actions[0]), actions)
            else:
                yield from (Offer(self.speech.line(action), (action,)) for action in actions)

    def _by_word(self, place: int) -> Iterator[Offer]:
        meant: dict[Word, list[Action]] = {}
        for action in self.actions:
            meant.setdefault(self.speech.words(action)[place], []).append(action)
        several = len(self.speech.words(self.actions[0])) > 2
        for word, actions in meant.items():
            yield Offer(word.label if several else self.speech.line(actions[0]), tuple(actions))

    def pick(self, line: str) -> Offers:
        """What is meant by a line of numbers and words, each of which narrows what the others leave."""
        if len(line) > LONGEST_LINE:
            raise IllegalAction(N_("That is a lot of words; a number or a few names will do."))
        offers, words = replace(self, whole=self.actions), self._split(line)
        while words:
            taken, offers = offers._take(words)
            words = words[taken:]
        return offers

    def _split(self, line: str) -> list[str]:
        squares = any(isinstance(action, Move) and not isinstance(action.to, str) for action in self.actions)
        joined = _SQUARE.sub(r"\1,\2" if squares else r"\1 \2", line)
        return [word for word in re.split(r"\s+|,(?!\d)|(?<!\d),", joined) if word]

    def _take(self, words: Sequence[str]) -> tuple[int, Offers]:
        """How many words make the next name or number, and what is left after it."""
        if _NUMBER.fullmatch(words[0]):
            return 1, self._numbered(int(words[0]))
        known = self.spellings()
        if words[0].casefold() in FILLERS and not _is_name(words[0], known):
            return 1, self
        for length in range(min(LONGEST_NAME, len(words)), 1, -1):
            try:
                return length, self._called(resolve(" ".join(words[:length]), known))
            except UnknownWord:
                continue
        return 1, self._called(self._resolve(words[0], known))

    def _numbered(self, number: int) -> Offers:
        lines = self.lines() if len(self.actions) > 1 or self.actions == self.whole else {}
        if number not in lines:
            raise IllegalAction(N_("There is no number {n} in the list."), n=number)
        return replace(self, actions=lines[number].actions)

    def _called(self, label: str) -> Offers:
        left = tuple(action for action in self.actions if self._says(action, label))
        if not left:
            raise IllegalAction(N_("“{word}” does not go with the rest of what you said."), word=label)
        return replace(self, actions=left)

    def _says(self, action: Action, label: str) -> bool:
        return any(word.label == label for word in self._sayable(action))

    def _sayable(self, action: Action) -> tuple[Word, ...]:
        """The words that mean an action: of an accusation only its verb, unless nothing else is meant."""
        words = self.speech.words(action)
        accusing = isinstance(action, Accuse) and not all(isinstance(a, Accuse) for a in self.actions)
        return words[:1] if accusing else words

    def spellings(self) -> dict[str, tuple[str, ...]]:
        """Every word that may be said now, and what else it answers to."""
        return {word.label: word.also for action in self._meant() for word in self._sayable(action)}

    def _meant(self) -> tuple[Action, ...]:
        """All that was offered at first, for a word that goes with nothing left is still a word."""
        kinds = {type(action) for action in self.actions}
        return tuple(action for action in self.whole if type(action) in kinds) or self.actions

    def _resolve(self, word: str, known: Mapping[str, Sequence[str]]) -> str:
        try:
            return resolve(word, known)
        except UnknownWord as unknown:
            elsewhere = self.speech.elsewhere(word)
            if elsewhere is None or elsewhere in known:
                raise
            raise IllegalAction(N_("“{word}” cannot be chosen here and now."), word=elsewhere) from unknown


def _is_name(word: str, known: Mapping[str, Sequence[str]]) -> bool:
    return any(not forms(word).isdisjoint(forms(text)) for key in known for text in (key, *known[key]))
