"""`sleuth advise`: what to ask, what to show, and whether to accuse."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.agents.settings import MOST_GAMES
from sleuth.casefile import load
from sleuth.cli.errors import BadUsage
from sleuth.cli.options import Json, whole_number
from sleuth.cli.sample import Seed
from sleuth.cli.solve import MODELS, ModelOption, SeatOption, model_named
from sleuth.cli.terminal import Terminal
from sleuth.language import N_, numeral
from sleuth.setup import Setup
from sleuth.view import View

if TYPE_CHECKING:
    from sleuth.agents.detective import Effort
    from sleuth.agents.verdict import Verdict
    from sleuth.inference.advise import Advice, Rooms
    from sleuth.inference.advise_accuse import AccuseAdvice
    from sleuth.inference.advise_show import ShowAdvice

ABOUT = N_("Advise a player: which question tells most, which card to show, whether to accuse now.")
EXAMPLES = N_(
    "sleuth advise friday.case  # the best questions\n"
    "sleuth advise friday.case --room hall --room study  # only in these rooms\n"
    "sleuth advise friday.case --reach  # weighed by the dice’s chances to get there this turn\n"
    'sleuth advise friday.case --asked "ben plum rope hall"  # which of my cards to show Ben\n'
    "sleuth advise friday.case --accuse  # risk it now, or wait?\n"
    "sleuth advise friday.case --win  # the detective’s judgement: which question wins most often\n"
    "sleuth advise friday.case --win --games 500000  # the same, with about so many games\n"
    'sleuth advise friday.case --win --asked "ben plum rope hall"  # which card wins most often when shown'
)
NO_QUESTION = N_("There is no question to ask.")
NO_CARD = N_("You have none of these cards.")
BUSY = N_("Playing on in imagined games …")
File = Annotated[str, typer.Argument(metavar="FILE", help=N_("A case file."))]
RoomOption = Annotated[
    list[str] | None,
    typer.Option("--room", metavar="NAME", help=N_("Only questions with this card; repeatable.")),
]
Reach = Annotated[
    bool, typer.Option("--reach", help=N_("Only rooms that the dice may take me to this turn."))
]
Top = Annotated[str, typer.Option("--top", metavar="N", help=N_("How many questions to list."))]
Asked = Annotated[
    str, typer.Option("--asked", metavar="QUESTION", help=N_("Somebody asks: which card should I show?"))
]
AccuseNow = Annotated[bool, typer.Option("--accuse", help=N_("Should I accuse now?"))]

Win = Annotated[bool, typer.Option("--win", help=N_("Play on in imagined games: what wins most often?"))]
Seconds = Annotated[
    float,
    typer.Option("--seconds", min=0.0, max=3600.0, metavar="S", help=N_("With --win: how long to think.")),
]
Games = Annotated[
    str,
    typer.Option(
        "--games",
        metavar="N",
        help=N_(
            "With --win: about how many games to imagine, at least one a question; always the same ones."
        ),
    ),
]


def advise(
    ctx: typer.Context,
    file: File,
    room: RoomOption = None,
    reach: Reach = False,
    top: Top = "5",
    asked: Asked = "",
    accuse: AccuseNow = False,
    win: Win = False,
    seconds: Seconds = 0.0,
    games: Games = "",
    model: ModelOption = MODELS[0],
    seat: SeatOption = "",
    seed: Seed = "0",
    json: Json = False,
) -> None:
    """Give advice for the next choice."""
    terminal: Terminal = ctx.obj
    if (games or seconds) and not win:
        raise BadUsage(N_("“--games” and “--seconds” go with “--win”."))
    if accuse and (asked or win):
        raise BadUsage(
            N_("“--accuse” is a question of its own, and “--win” answers it too: ask one at a time.")
        )
    if (room or reach) and (asked or accuse):
        raise BadUsage(N_("“--room” and “--reach” choose among my own questions, and none is wanted here."))
    if model != MODELS[0] and (asked or accuse or win):
        raise BadUsage(N_("“--model” goes with neither “--asked” nor “--accuse” nor “--win”."))
    chosen, luck, most = model_named(model), whole_number(seed), whole_number(top)
    view = load(file).view(seat or None)
    terminal.speak_of(view.record.setup.edition)
    if win:
        from sleuth.cli.advise_win import Judging
        from sleuth.inference.advise import asking_seat

        asking_seat(view)  # complains if nobody's
        judging = Judging(terminal, view, _effort(games, seconds), luck, json=json)
        if asked:
            judging.tell_shows(*_question(view, asked))
        else:
            judging.tell_questions(_rooms(view, room, reach=reach), most)
    elif asked:
        _advise_show(terminal, view, asked, luck, json=json)
    elif accuse:
        _advise_accuse(terminal, view, luck, json=json)
    else:
        from sleuth.inference.advise import advise as advise_questions

        found = advise_questions(view, _rooms(view, room, reach=reach), model=chosen, seed=luck)
        _tell_questions(terminal, found, most, json=json)


def _effort(games: str, seconds: float) -> Effort:
    from sleuth.agents.judgement import ADVISING

    if not games:
        return replace(ADVISING, seconds=seconds)
    if seconds:
        raise BadUsage(N_("Either so many games, or so many seconds; not both."))
    if not 0 < whole_number(games) <= MOST_GAMES:
        raise BadUsage(N_("From 1 to {most} games can be imagined."), most=MOST_GAMES)
    return ADVISING.playing(whole_number(games))


def _tell_questions(terminal: Terminal, found: Sequence[Advice], top: int, *, json: bool) -> None:
    if json:
        rows = [question_dict(advice, terminal.lang) for advice in found[:top]]
        terminal.write(jsonlib.dumps({"advice": rows}, ensure_ascii=False))
        return
    from rich.text import Text

    if not found:
        terminal.write(terminal.say(NO_QUESTION))
    for number, (advice, alike) in enumerate(distinct(found, top), 1):
        cards = card_names(advice.setup, advice.action.cards, terminal.lang)
        terminal.print(Text.assemble((f"{number:2}. ", "accent"), (cards, "title")))
        terminal.print(f"    {advice.why(terminal.lang)}")
        terminal.print(f"    {_figures(terminal, advice)}", style="quiet")
        if alike:
            terminal.print("    " + terminal.say(N_("{n} more are worth the same."), n=alike), style="quiet")


def _rooms(view: View, named: list[str] | None, *, reach: bool) -> Rooms | None:
    from sleuth.inference.advise_rooms import rooms_in_reach
    from sleuth.inference.constraints import card_of

    setup = view.record.setup
    if not reach:
        return named
    if setup.board is None:
        raise BadUsage(N_("“--reach” counts steps on a board, and this game has none."))
    wanted = {card_of(setup, room) for room in named or ()}
    if any(setup.edition.category[card] != setup.edition.place_category for card in wanted):
        raise BadUsage(N_("With “--reach”, every “--room” is a room of the board."))
    near = rooms_in_reach(view)
    return {room: chance for room, chance in near.items() if not wanted or card_of(setup, room) in wanted}


def distinct(found: Sequence[Advice], top: int) -> list[tuple[Advice, int]]:
    """The best question of each worth, and how many more are worth the same."""
    alike: dict[tuple[float, ...], list[Advice]] = {}
    for advice in found:
        alike.setdefault((advice.value, advice.bits, advice.solves), []).append(advice)
    return [(same[0], len(same) - 1) for same in list(alike.values())[:top]]


def _figures(terminal: Terminal, advice: Advice) -> str:
    rivals = [leak for seat, leak in enumerate(advice.leaks) if leak or seat != advice.setup.me]
    text = terminal.say(
        N_("{bits} bits (± {error}), solves it with {solves} %, others learn up to {leak} bits"),
        bits=numeral(terminal.lang, advice.bits, 2),
        error=numeral(terminal.lang, advice.bits_error, 3),
        solves=numeral(terminal.lang, 100 * advice.solves, 1),
        leak=numeral(terminal.lang, max(rivals, default=0.0), 2),
    )
    if advice.reach == 1:
        return text
    return f"{text}; " + terminal.say(N_("reached with {chance} %"), chance=round(100 * advice.reach))


def question_dict(advice: Advice, lang: str) -> dict[str, object]:
    """Advice for a program to read."""
    setup = advice.setup
    cards = setup.edition.cards
    return {
        "cards": [cards[card] for card in advice.action.cards],
        "value": advice.value,
        "error": advice.error,
        "bits": advice.bits,
        "bits_error": advice.bits_error,
        "solves": advice.solves,
        "reach": advice.reach,
        "answers": [
            {
                "seat": None if answer.seat is None else setup.players[answer.seat],
                "card": None if answer.card is None else cards[answer.card],
                "probability": answer.chance,
            }
            for answer in advice.answers
        ],
        "leaks": dict(zip(setup.players, advice.leaks, strict=True)),
        "why": advice.why(lang),
    }


def _question(view: View, asked: str) -> tuple[str, list[str]]:
    """Who asks, and for which cards."""
    asker, *cards = asked.replace("?", " ").split() or [""]
    if len(cards) != len(view.record.setup.edition.categories):
        raise BadUsage(N_("Write who asks and for which cards: --asked “ben plum rope hall”."))
    return asker, cards


def _advise_show(terminal: Terminal, view: View, asked: str, seed: int, *, json: bool) -> None:
    from sleuth.inference.advise_show import advise_show

    found = advise_show(view, *_question(view, asked), seed=seed)
    if json:
        rows = [show_dict(advice, terminal.lang) for advice in found]
        terminal.write(jsonlib.dumps({"advice": rows}, ensure_ascii=False))
    elif found:
        terminal.write(*_show_lines(found, terminal))
    else:
        terminal.write(terminal.say(NO_CARD))


def _show_lines(found: Sequence[ShowAdvice], terminal: Terminal) -> Iterator[str]:
    for advice in found:
        bits = numeral(terminal.lang, advice.bits, 2)
        yield advice.why(terminal.lang) + " " + terminal.say(N_("({bits} bits)"), bits=bits)


def show_dict(advice: ShowAdvice, lang: str) -> dict[str, object]:
    """Advice for a program to read."""
    players = advice.setup.players
    return {
        "card": advice.setup.edition.cards[advice.action.card],
        "value": advice.value,
        "error": advice.error,
        "bits": advice.bits,
        "completes": advice.completes,
        "seen": advice.seen,
        "known": advice.known,
        "others": dict(zip(players, advice.others, strict=True)),
        "why": advice.why(lang),
    }


def _advise_accuse(terminal: Terminal, view: View, seed: int, *, json: bool) -> None:
    from sleuth.agents.verdict import Verdict, advise_accusing

    terminal.tick(BUSY)
    advice = advise_accusing(view, seed=seed)
    terminal.tock()
    if json:
        lang = terminal.lang
        row = verdict_dict(advice, lang) if isinstance(advice, Verdict) else accuse_dict(advice, lang)
        terminal.write(jsonlib.dumps(row, ensure_ascii=False))
        return
    terminal.print(card_names(advice.setup, advice.action.cards, terminal.lang), style="title")
    terminal.print(advice.why(terminal.lang))
    terminal.print(advice.figures(terminal.lang), style="quiet")
    if not isinstance(advice, Verdict):
        return
    for note in assumptions(view, asking=advice.asking is not None):
        terminal.print(terminal.say(note), style="quiet")


def accuse_dict(advice: AccuseAdvice, lang: str) -> dict[str, object]:
    """Advice for a program to read, where no game can be imagined."""
    return {
        "by": "perfect reasoners",
        "cards": [advice.setup.edition.cards[card] for card in advice.action.cards],
        "probability": advice.chance,
        "rivals": advice.rivals,
        "rivals_error": advice.rivals_error,
        "waiting": advice.waiting,
        "waiting_error": advice.waiting_error,
        "now": advice.now,
        "verdict": advice.kind,
        "why": advice.why(lang),
    }


def verdict_dict(verdict: Verdict, lang: str) -> dict[str, object]:
    """Advice for a program to read; asking is null if this turn's question has been asked."""
    asking = verdict.asking
    return {
        "by": "imagined games",
        "cards": [verdict.setup.edition.cards[card] for card in verdict.action.cards],
        "probability": verdict.right.value,
        "probability_error": verdict.right.error,
        "waiting": verdict.waiting.value,
        "waiting_error": verdict.waiting.error,
        "asking": None if asking is None else asking.value,
        "asking_error": None if asking is None else asking.error,
        "ending": verdict.ending.value,
        "ending_error": verdict.ending.error,
        "now": verdict.now,
        "verdict": verdict.kind,
        "why": verdict.why(lang),
    }


def assumptions(view: View, *, asking: bool) -> Iterator[str]:
    """Against whom shares of imagined games hold, what they leave out, and whose turn it is if I ask."""
    from sleuth.agents.verdict import may_be_next

    if asking and not may_be_next(view):
        yield N_("By the record it is not your turn to ask; the questions are weighed as if it were.")
    yield N_(
        "This holds against players as the others have been seen to play; before that they are taken "
        "mostly for players who ask at random."
    )
    if view.record.setup.board is not None:
        yield N_("In imagined games nobody has to walk: everybody asks in any room.")


def card_names(setup: Setup, cards: Sequence[int], lang: str) -> str:
    """Cards as a list for people."""
    return ", ".join(setup.edition.card_name(card, lang) for card in cards)
