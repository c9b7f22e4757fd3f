"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
import runpy
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import sleuth as sl
from sleuth.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<kind>\w+)[^\n]*\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
FLAGS = doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def beside_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are read in a folder with the examples' case files, in English."""
    for file in (ROOT / "examples").glob("*.case"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLEUTH_LANG", "en")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_on_a_page_does_what_the_page_says(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in BLOCK.finditer(page.read_text("utf-8")):
        line = page.read_text("utf-8").count("\n", 0, block.start()) + 1
        match block["kind"]:
            case "python":
                _run_python(block["text"], names, f"{page.name}:{line}")
            case "console":
                _run_console(block["text"], capsys, f"{page.name}:{line}")


def _run_python(text: str, names: dict[str, object], where: str) -> None:
    if ">>>" not in text:
        exec(compile(text, where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(text, names, where, where, 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append, clear_globs=False)
    assert outcome.failed == 0, "".join(report)
    names.update(test.globs)


def _run_console(text: str, capsys: pytest.CaptureFixture[str], where: str) -> None:
    for command, shown in _commands(text):
        capsys.readouterr()
        said = _said(command, capsys)
        pattern = re.escape(shown.rstrip("\n")).replace("…\n", "(?s:.*)\n?").replace("…", "(?s:.*)")
        assert re.fullmatch(pattern, said.rstrip("\n")), f"{where}: {command}\n{said}"


def _commands(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def _said(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    program, *words = command.split()
    if program == "cat":
        return "".join(Path(word).read_text("utf-8") for word in words)
    assert program == "sleuth", command
    main(words)
    return "".join(capsys.readouterr())


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.py")), ids=lambda file: file.stem)
def test_every_example_runs(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [str(file)])
    runpy.run_path(str(file), run_name="__main__")
    assert capsys.readouterr().out


def test_every_house_rule_is_documented_with_its_values() -> None:
    page = (ROOT / "docs/rules.md").read_text("utf-8")
    rows = {match[1]: match[2] for match in re.finditer(r"^\| `(\w+)` \| (.*?) \|", page, re.MULTILINE)}
    hints = get_type_hints(sl.HouseRules)
    assert list(rows) == [field.name for field in fields(sl.HouseRules)]
    for key, values in rows.items():
        choices = ("yes", "no") if hints[key] is bool else () if key == "pawns" else get_args(hints[key])
        assert all(f"`{choice}`" in values for choice in choices), key


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[\[<>=]", need)[0] for need in needs}
    page = (ROOT / "docs/dependencies.md").read_text("utf-8")
    assert {match[1] for match in re.finditer(r"^\| `([\w-]+)` \|", page, re.MULTILINE)} == names


def test_every_error_code_is_documented() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src/sleuth").glob("*.py"))
    codes = set(re.findall(r'code = "([\w/-]+)"', source))
    assert {code for code in codes if f"`{code}`" not in page} == set()


def test_the_picture_is_what_the_command_draws() -> None:
    from tools.picture import PICTURE, draw

    assert PICTURE.read_text("utf-8") == draw(), "run `make picture`"


def test_links_between_documents_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
