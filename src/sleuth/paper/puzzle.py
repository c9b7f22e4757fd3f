"""A puzzle on paper: the case with a grid to think in, and the answer with its proof."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.cards import Place
from sleuth.lab.puzzles import Difficulty, Puzzle
from sleuth.lab.states import questions
from sleuth.language import N_, say, say_many
from sleuth.paper.page import BRASS, INK, QUIET, RULE, Page, leading, placed
from sleuth.paper.type import wrapped
from sleuth.sentences import describe_entry, listed

MARGIN = 15.0
CELL = 8.2
ROW = 7.6
BLANK = 2.0
"""Lines of text that a line to write on takes."""
GRADES: dict[Difficulty, str] = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}
NEEDS: dict[Difficulty, str] = {
    "easy": N_("It can be solved by noting who has, lacks or may have shown which card."),
    "medium": N_("It takes hand sizes, too, and that the envelope has one card of each kind."),
    "hard": N_("It takes thinking about several hands at once: no single rule leads to the end."),
}


def heading(puzzle: Puzzle, lang: str) -> str:
    """The puzzle's name."""
    return say(lang, N_("Case no. {seed}"), seed=puzzle.seed)


def story(puzzle: Puzzle, lang: str) -> list[str]:
    """What one is told before the questions."""
    setup = puzzle.view.record.setup
    edition, me = setup.edition, setup.me
    assert me is not None
    mine = listed((edition.card_name(card, lang) for card in setup.hand or ()), lang)
    sizes = [
        say_many(lang, "{name} {n} card", "{name} {n} cards", setup.hands[seat], name=setup.players[seat])
        for seat in setup.seats
        if seat != me
    ]
    others = listed(sizes, lang)
    told = [
        say(
            lang,
            N_("One card of each kind is in the envelope. All others have been dealt: {others}."),
            others=others,
        ),
        say(lang, N_("You are {name} and hold: {cards}."), name=setup.players[me], cards=mine),
    ]
    if setup.table:
        table = listed((edition.card_name(card, lang) for card in setup.table), lang)
        told.append(say(lang, N_("Face up on the table: {cards}."), cards=table))
    told.append(say(lang, N_("Whoever is asked shows one of the cards to the asker only, if they have one.")))
    return told


def clue_sentences(puzzle: Puzzle, lang: str) -> list[str]:
    """The questions and their answers, as people tell them."""
    record = puzzle.view.record
    return [describe_entry(entry.events, record.setup, lang, puzzle.view.seat) for entry in questions(record)]


def proof_sentences(puzzle: Puzzle, lang: str) -> Iterator[str]:
    """The proof of the three cards, nothing told twice."""
    told: set[str] = set()
    for reason in puzzle.proof():
        for sentence in reason.sentences(lang):
            if sentence not in told:
                told.add(sentence)
                yield sentence


def answer(puzzle: Puzzle, lang: str) -> str:
    """The solution in one sentence."""
    edition = puzzle.view.record.setup.edition
    return say(
        lang,
        N_("In the envelope: {cards}."),
        cards=listed((edition.card_name(c, lang) for c in puzzle.solution), lang),
    )


def text(puzzle: Puzzle, lang: str) -> str:
    """The puzzle and its answer as plain text."""
    lines = [
        f"{heading(puzzle, lang)} ({say(lang, GRADES[puzzle.difficulty])})",
        "",
        *story(puzzle, lang),
        "",
    ]
    lines += [f"{i:3}. {sentence}" for i, sentence in enumerate(clue_sentences(puzzle, lang), 1)]
    lines += ["", say(lang, N_("What is in the envelope?")), "", "-" * 72, ""]
    lines += [say(lang, N_("Answer")), answer(puzzle, lang), say(lang, NEEDS[puzzle.difficulty]), ""]
    return "\n".join([*lines, *proof_sentences(puzzle, lang)]) + "\n"


def pages(puzzle: Puzzle, lang: str) -> list[Page]:
    """The puzzle on one page, its answer on the next ones."""
    return [_case(puzzle, lang), *_answers(puzzle, lang)]


def _title(page: Page, words: str, aside: str) -> float:
    page.words(MARGIN, MARGIN + 7, words, 22, bold=True)
    page.words(MARGIN, MARGIN + 13, aside, 9.5, colour=BRASS)
    page.line(MARGIN, MARGIN + 17, page.width - MARGIN, MARGIN + 17, 0.5, INK)
    return MARGIN + 25


def _case(puzzle: Puzzle, lang: str) -> Page:
    setup = puzzle.view.record.setup
    page = Page(heading(puzzle, lang))
    y = _title(page, page.title, f"{setup.edition.title(lang)} · {say(lang, GRADES[puzzle.difficulty])}")
    grid = _grid_width(puzzle)
    room = page.width - 2 * MARGIN - grid - 8
    _grid(page, puzzle, lang, page.width - MARGIN - grid, y)
    size = _size_that_fits(puzzle, lang, room, page.height - MARGIN - 14 - y)
    for sentence in story(puzzle, lang):
        y = page.paragraph(MARGIN, y, sentence, room, size) + leading(size) * 0.35
    y += leading(size) * 0.4
    for i, sentence in enumerate(clue_sentences(puzzle, lang), 1):
        page.words(MARGIN + 5, y, str(i), size, bold=True, align="right", colour=BRASS)
        y = page.paragraph(MARGIN + 7.5, y, sentence, room - 7.5, size) + leading(size) * 0.3
    _blanks(page, puzzle, lang, y + leading(size) * 0.8, room, size)
    return page


def _blanks(page: Page, puzzle: Puzzle, lang: str, y: float, room: float, size: float) -> None:
    """The question, and a line to write each card on."""
    edition = puzzle.view.record.setup.edition
    page.words(MARGIN, y, say(lang, N_("What is in the envelope?")), size + 2.5, bold=True)
    for category in range(len(edition.categories)):
        y += leading(size) * BLANK
        page.words(MARGIN, y, edition.category_name(category, lang), size - 1.5, colour=QUIET)
        page.line(MARGIN + 26, y + 0.8, MARGIN + room, y + 0.8, 0.2, INK)


def _size_that_fits(puzzle: Puzzle, lang: str, room: float, height: float) -> float:
    """The largest type with which the whole text stays on the page."""
    size = 10.0
    while size > 6 and _height(puzzle, lang, room, size) > height:
        size -= 0.25
    return size


def _height(puzzle: Puzzle, lang: str, room: float, size: float) -> float:
    told = sum(len(list(wrapped(s, size, room))) + 0.35 for s in story(puzzle, lang))
    asked = sum(len(list(wrapped(s, size, room - 7.5))) + 0.3 for s in clue_sentences(puzzle, lang))
    blanks = BLANK * len(puzzle.view.record.setup.edition.categories)
    return (told + asked + 2.5 + blanks) * leading(size)


def _grid_width(puzzle: Puzzle) -> float:
    return 30 + CELL * len(puzzle.view.record.setup.places)


def _grid(page: Page, puzzle: Puzzle, lang: str, x: float, y: float) -> None:
    """An empty notepad to think in."""
    setup = puzzle.view.record.setup
    edition, places = setup.edition, setup.places
    rows = len(edition.cards) + len(edition.categories)
    row = min(ROW, (page.height - MARGIN - y - 12) / rows)
    left, right, top = x + 30, x + 30 + CELL * len(places), y + 4
    for place, at in zip(places, placed(left, len(places), CELL), strict=True):
        name = say(lang, N_("Case")) if place is Place.ENVELOPE else setup.place_name(place)
        if place is Place.ENVELOPE or place == setup.me:
            page.box(at - CELL / 2, y - 4, CELL, 8 + row * rows)
        page.words(at, y + 1.5, name, 7.5, bold=True, align="centre", room=CELL - 0.6)
    page.line(x, top, right, top, 0.5, INK)
    at = top
    for category in range(len(edition.categories)):
        page.box(x, at, right - x, row, "#e9e1cf")
        name = edition.category_name(category, lang).upper()
        page.words(x + 1, at + row * 0.68, name, 6.8, bold=True, colour=BRASS)
        at += row
        for card in edition.cards_of(category):
            page.words(x + 1, at + row * 0.68, edition.card_name(card, lang), 8, room=28.5)
            at += row
            page.line(x, at, right, at, 0.15, RULE)
    for i in range(len(places) + 1):
        page.line(left + i * CELL, y - 4, left + i * CELL, at, 0.15, RULE)
    page.line(x, at, right, at, 0.5, INK)


def _answers(puzzle: Puzzle, lang: str) -> Iterator[Page]:
    """The answer and the proof, on as many pages as they need."""
    name = say(lang, N_("{case}: the answer"), case=heading(puzzle, lang))
    room, size = 165.0, 9.5
    page = Page(name)
    y = _title(page, name, say(lang, NEEDS[puzzle.difficulty]))
    y = page.paragraph(MARGIN, y, answer(puzzle, lang), room, 13, bold=True) + 3
    for sentence in proof_sentences(puzzle, lang):
        lines = list(wrapped(sentence, size, room))
        if y + len(lines) * leading(size) > page.height - MARGIN:
            yield page
            page = Page(name)
            y = MARGIN + 6
        quoted = sentence.startswith("#")
        page.paragraph(
            MARGIN + (0 if quoted else 5), y, sentence, room, size, colour=QUIET if quoted else INK
        )
        y += len(lines) * leading(size) + 0.9
    yield page
