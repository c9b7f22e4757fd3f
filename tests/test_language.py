"""Everything sleuth says, it says in German too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from string import Formatter

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from tools.messages import GERMAN, SOURCE, is_missing, read, sentences, template

from sleuth.language import say, say_many

CATALOGUE = read(GERMAN)
SPEAKING = {"N_": 0, "say": 1, "say_many": 1}
"""The position of the sentence among the arguments."""


def _texts(part: object) -> tuple[str, ...]:
    return tuple(part) if isinstance(part, tuple | list) else (str(part),)


def _keys(messages: Iterator[Message]) -> set[tuple[str, ...]]:
    return {_texts(message.id) for message in messages}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _spoken_in_code() -> Iterator[str]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKING:
                arguments = node.args[SPEAKING[node.func.id] :]
                if arguments and isinstance(arguments[0], ast.Constant):
                    yield str(arguments[0].value)


def test_no_sentence_hides_where_the_extractor_does_not_look() -> None:
    found = {_texts(message.id)[0] for message in sentences(template())}
    assert set(_spoken_in_code()) - found == set(), "inside an f-string, Babel does not see N_()"


def test_every_sentence_has_its_german() -> None:
    assert _keys(sentences(template())) - _keys(sentences(CATALOGUE)) == set(), "run `make po`"
    assert [message.id for message in sentences(CATALOGUE) if is_missing(message)] == []


def test_no_german_is_a_guess() -> None:
    assert [message.id for message in sentences(CATALOGUE) if message.fuzzy] == []


def test_no_german_is_left_over() -> None:
    assert _keys(sentences(CATALOGUE)) - _keys(sentences(template())) == set(), "run `make po`"


def test_both_languages_fill_in_the_same_things() -> None:
    for message in sentences(CATALOGUE):
        english = set().union(*map(_placeholders, _texts(message.id)))
        german = set().union(*map(_placeholders, _texts(message.string)))
        assert (message.id, german) == (message.id, english)


def test_german_is_quoted_as_in_german() -> None:
    german = [text for message in sentences(CATALOGUE) for text in _texts(message.string)]
    assert [text for text in german if "”" in text or text.count("„") != text.count("“")] == []


def test_german_addresses_its_reader_as_du() -> None:
    german = [text for message in sentences(CATALOGUE) for text in _texts(message.string)]
    assert [text for text in german if re.search(r"(?<!^)(?<![.:!?] )\b(Sie|Ihnen|Ihr)\b", text)] == []


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    compiled = BytesIO()
    write_mo(compiled, CATALOGUE)
    assert GERMAN.with_suffix(".mo").read_bytes() == compiled.getvalue(), "run `make po`"


def test_a_sentence_is_said_in_either_language() -> None:
    assert say("en", "{name} could not show.", name="Ben") == "Ben could not show."
    assert say("de", "{name} could not show.", name="Ben") == "Ben konnte nichts zeigen."


def test_a_sentence_agrees_with_its_number() -> None:
    one, many = "You hold {n} card.", "You hold {n} cards."
    assert [say_many("de", one, many, n) for n in (1, 3)] == ["Du hast 1 Karte.", "Du hast 3 Karten."]


def test_a_value_may_be_a_function_of_the_language() -> None:
    assert say("de", "{name} rolled {roll}.", name="Ben", roll=lambda lang: lang) == "Ben hat de gewürfelt."
