"""The worksheet: one page for any edition and any number of players, with the marks that are proved."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from sleuth.casefile import load
from sleuth.edition import Edition
from sleuth.inference.notebook import infer
from sleuth.lab.table1 import PUBLISHED
from sleuth.paper.marks import marked_sheet
from sleuth.paper.page import Box, Page, Stroke, Words
from sleuth.paper.pdf import pdf
from sleuth.paper.type import fitted, is_plain, width, wrapped
from sleuth.paper.web import html, svg
from sleuth.paper.worksheet import empty_sheet, worksheet

TABLES = [(name, n) for name in Edition.names() for n in Edition.load(name).players]


@pytest.fixture
def marked() -> Page:
    return worksheet(marked_sheet(load(PUBLISHED / "table1.case").view()), "en")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_sheet_fits_on_one_page(edition: str, players: int) -> None:
    page = worksheet(empty_sheet(Edition.load(edition), players), "en")
    for mark in page.marks:
        match mark:
            case Words(x, y, text, size, bold, align):
                start = x - {"left": 0, "centre": 0.5, "right": 1}[align] * width(text, size, bold=bold)
                assert start > 8
                assert start + width(text, size, bold=bold) < page.width - 8, text
                assert 8 < y < page.height - 8
            case Stroke(points):
                assert all(8 < x < page.width - 8 and 8 < y < page.height - 8 for x, y in points)
            case Box(x, y, w, h):
                assert x > 8
                assert x + w < page.width - 8
                assert y + h < page.height - 8
    assert pdf([page]).count(b"/Type /Page\n") == 1


def test_ticks_and_crosses_are_what_is_proved(marked: Page) -> None:
    facts = infer(load(PUBLISHED / "table1.case").view()).facts
    bent = [m for m in marked.marks if isinstance(m, Stroke) and len(m.points) == 3]
    slanted = [m for m in marked.marks if isinstance(m, Stroke) and _is_slanted(m)]
    assert len(bent) == sum(facts.values()) == 10
    assert len(slanted) == 2 * (len(facts) - sum(facts.values()))


def _is_slanted(stroke: Stroke) -> bool:
    (x, y), (x2, y2), *rest = stroke.points
    return not rest and x != x2 and y != y2


def test_an_open_answer_is_noted_by_its_number(marked: Page) -> None:
    notes = [mark.text for mark in marked.marks if isinstance(mark, Words) and mark.align == "centre"]
    assert "2 7" in notes  # questions 2 and 7 were answered by Peacock, and the candlestick is in both


def test_the_same_page_is_the_same_file_and_a_small_one(marked: Page) -> None:
    assert pdf([marked]) == pdf([marked])
    assert pdf([marked]).startswith(b"%PDF")
    assert len(pdf([marked])) < 20_000


def test_svg_and_html_are_well_formed_and_need_nothing_else(marked: Page) -> None:
    root = ElementTree.fromstring(svg(marked))
    assert root.get("viewBox") == "0 0 210 297"
    page = html([marked, marked], "en", folded="More")
    assert page.count("<svg") == 2
    assert "<details><summary>More" in page
    assert "src=" not in page
    assert "<link" not in page


def test_words_are_wrapped_and_made_to_fit() -> None:
    lines = list(wrapped("the quick brown fox jumps over the lazy dog", 10, 30))
    assert " ".join(lines) == "the quick brown fox jumps over the lazy dog"
    assert all(width(line, 10) <= 30 for line in lines)
    text, size = fitted("Konservatorium mit Wintergarten", 10, 12)
    assert text.endswith("…")
    assert width(text, size) <= 12.05


def test_alphabets_beyond_the_built_in_one_can_be_printed(tmp_path: Path) -> None:
    page = Page("Łódź")
    page.words(20, 20, "Żółć, Đurđa, Ωmega")
    assert not is_plain("Żółć")
    (tmp_path / "sheet.pdf").write_bytes(pdf([page]))
    assert (tmp_path / "sheet.pdf").stat().st_size > 500
