"""Answers to single questions about a notebook: why, what to ask, how it went; in the reader's language."""

from __future__ import annotations

import csv
import io
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from sleuth.casefile import dumps
from sleuth.errors import SleuthError
from sleuth.inference.counting import Engine
from sleuth.inference.explain import explain
from sleuth.sentences import describe_entry
from sleuth.web.desk import OWN, Desk, Page, page_of_case
from sleuth.web.errors import BadRequest
from sleuth.web.thinking import Insight, think

if TYPE_CHECKING:  # advice loads the compiler, and the page is to be there before that
    from sleuth.agents.verdict import Verdict
    from sleuth.inference.advise import Advice
    from sleuth.inference.advise_accuse import AccuseAdvice
    from sleuth.inference.advise_show import ShowAdvice


class WhyView(TypedDict):
    """Why a cell is what it is."""

    card: str
    place: str
    holds: bool | None
    p: float
    low: float
    high: float
    sentences: list[str]
    entries: list[int]
    row: list[float]


class AdviceView(TypedDict):
    """A question worth asking."""

    cards: list[str]
    value: float
    error: float
    bits: float
    solves: float
    leaks: list[float]
    why: str
    answers: list[dict[str, Any]]


class AccuseView(TypedDict):
    """Whether to accuse now."""

    cards: list[str]
    now: bool
    verdict: str
    """What it rests on, in a word; “first”: ask, then accuse in the same turn."""
    p: float
    waiting: float
    waiting_error: float
    imagined: bool
    """Whether games were imagined; where they cannot be, everybody is taken to reason perfectly."""
    text: str
    figures: str


class ShowView(TypedDict):
    """A card that could be shown, and what it gives away."""

    card: str
    bits: float
    completes: float
    seen: bool
    why: str


class MomentView(TypedDict):
    """A point of the uncertainty chart."""

    number: int
    bits: float | None
    deals: str


def why_view(now: Insight, card: str, place: str, lang: str) -> WhyView:
    """The reason for one cell."""
    reason = explain(now.notebook.view, card, place, notebook=now.notebook)
    setup = now.page.setup
    low, high = now.notebook.interval(reason.card, reason.place)
    return {
        "card": setup.edition.cards[reason.card],
        "place": setup.place_name(reason.place),
        "holds": reason.holds,
        "p": reason.probability,
        "low": low,
        "high": high,
        "sentences": reason.sentences(lang),
        "entries": list(reason.entries),
        "row": now.notebook.table[reason.card].tolist(),
    }


def advice_of(page: Page, rooms: tuple[str, ...] | None, draws: int, top: int) -> tuple[Advice, ...]:
    """The best questions on this page; more draws take longer and say it more exactly."""
    from sleuth.inference.advise import advise

    view = page.record.view()
    worlds = 4 if draws > QUICK else 1
    return tuple(advise(view, rooms, top=top, draws=draws, worlds=worlds))


QUICK, THOROUGH = 512, 8192
"""Deals drawn for the numbers shown at once, and for the better ones after them."""


def advice_view(advice: Advice, lang: str) -> AdviceView:
    """One question, with its figures and its reason."""
    setup = advice.setup
    ids = setup.edition.cards
    return {
        "cards": [ids[card] for card in advice.action.cards],
        "value": advice.value,
        "error": advice.error,
        "bits": advice.bits,
        "solves": advice.solves,
        "leaks": list(advice.leaks),
        "why": advice.why(lang),
        "answers": [
            {"seat": a.seat, "card": None if a.card is None else ids[a.card], "p": a.chance}
            for a in advice.answers[:8]
        ],
    }


def accuse_of(page: Page, engine: Engine) -> Verdict | AccuseAdvice:
    """Whether to accuse on this page; no game is imagined while what that needs is being compiled."""
    from sleuth.agents.verdict import advise_accusing
    from sleuth.inference.advise_accuse import advise_accuse

    view = page.record.view()
    return advise_accuse(view) if engine == "python" else advise_accusing(view)


def accuse_view(advice: Verdict | AccuseAdvice, lang: str) -> AccuseView:
    """The likeliest solution, the risk, and the advice in a sentence."""
    from sleuth.agents.verdict import Verdict

    if isinstance(advice, Verdict):
        p, waiting, error = advice.right.value, advice.waiting.value, advice.waiting.error
    else:
        p, waiting, error = advice.chance, advice.waiting, advice.waiting_error
    return {
        "cards": [advice.setup.edition.cards[card] for card in advice.action.cards],
        "now": advice.now,
        "verdict": advice.kind,
        "p": p,
        "waiting": waiting,
        "waiting_error": error,
        "imagined": isinstance(advice, Verdict),
        "text": advice.why(lang),
        "figures": advice.figures(lang),
    }


def show_of(page: Page, asker: str, cards: tuple[str, ...]) -> tuple[ShowAdvice, ...]:
    """Which of my cards to show when this is asked."""
    from sleuth.inference.advise_show import advise_show

    view = page.record.view()
    asked = tuple(sorted({view.record.setup.edition.card(card) for card in cards}))
    if len(asked) != len(view.record.setup.edition.categories) or not view.hand:
        raise BadRequest("card")
    return tuple(advise_show(view, asker, asked)) if view.hand & set(asked) else ()


def show_view(advice: ShowAdvice, lang: str) -> ShowView:
    """One card and what it gives away."""
    return {
        "card": advice.setup.edition.cards[advice.action.card],
        "bits": advice.bits,
        "completes": advice.completes,
        "seen": advice.seen,
        "why": advice.why(lang),
    }


@lru_cache(maxsize=8192)
def moment(page: Page, engine: Engine) -> MomentView:
    """How uncertain the envelope was on a page; None where the page did not add up.

    A page goes through all its moments again after every entry, so they are remembered apart from all else.
    """
    insight = think(page, engine=engine)
    bits = None if insight.trouble else insight.notebook.entropy
    return {"number": len(page.lines), "bits": bits, "deals": str(insight.notebook.deals)}


def export(desk: Desk, now: Insight, kind: str, lang: str) -> tuple[str, str]:
    """The notebook as a file: its media type and its text."""
    match kind:
        case "case":
            return "text/plain", case_text(now.page)
        case "json":
            return "application/json", json.dumps(_saved(desk), ensure_ascii=False, indent=1)
        case "csv":
            return "text/csv", _csv(now, lang)
        case _:
            raise BadRequest("kind")


def case_text(page: Page) -> str:
    """The page as a case file; if its struck entries would not read again, they become comments."""
    edition = page.setup.edition
    if edition.name == OWN:  # its file, which the editor exports under its title, is to lie beside this one
        return dumps(page.record, edition=f"{edition.title(edition.language).replace('/', '-')}.toml")
    text = dumps(page.record)
    try:
        page_of_case(text)
    except SleuthError:
        standing = Page(page.header, tuple(line for line in page.lines if not line.struck))
        struck = [f"# struck: {line.text}" for line in page.lines if line.struck]
        return dumps(standing.record) + "\n".join(struck) + "\n"
    return text


def _saved(desk: Desk) -> dict[str, Any]:
    """The notebook in the words with which it can be opened again."""
    lines = [{"line": line.text, "struck": line.struck} for line in desk.page.lines]
    return {"title": desk.title, "setup": json.loads(desk.page.header), "lines": lines}


def _csv(now: Insight, lang: str) -> str:
    """The log as a table."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["entry", "struck", "notation", "text"])
    setup = now.page.setup
    for entry, line in zip(now.entries, now.page.lines, strict=True):
        said = describe_entry(entry.events, setup, lang, you=setup.me)
        rows.writerow([entry.number, "x" if line.struck else "", line.text, said])
    return out.getvalue()
