"""`sleuth solve`, `advise` and `sample`: the golden files through the command line, and every way to fail."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sleuth as sl
from sleuth.agents.detective import Effort
from sleuth.cli import main
from sleuth.cli.grid import percent
from sleuth.inference.notebook import infer
from sleuth.language import numeral

GOLDEN = Path(__file__).parent / "golden"
EXPECTED: dict[str, Any] = json.loads((GOLDEN / "expected.json").read_text())
TABLE_1B = """
mu 0.13 X 0.31 0.18 0.11 0.27 X
pl X O X X X X X
gr X X X O X X X
pe O X X X X X X
sc X X X X X X O
wh 0.13 X 0.30 X 0.30 0.26 X
kn 0.13 X 0.31 0.18 0.11 0.27 X
ca 0.02 X 0.11 X 0.83 0.04 X
re X X X X X X O
ro X O X X X X X
pi 0.06 X 0.14 0.61 0.05 0.13 X
wr 0.13 X 0.31 0.18 0.11 0.27 X
ha X X X X O X X
lo 0.02 X 0.93 X X X 0.05
di 0.06 X 0.14 0.47 0.05 0.13 0.14
ki 0.10 X 0.22 0.13 0.08 0.20 0.26
ba O X X X X X X
co 0.10 X 0.22 0.13 0.08 0.20 0.26
bi 0.10 X X 0.13 0.27 0.20 0.29
li X O X X X X X
st X X X X X O X
"""
"""Neller and Luo, Table 1(b), with the letter O where the scan has a zero."""

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command: its exit code and what it printed."""
    monkeypatch.setenv("SLEUTH_LANG", "en")

    def _run(*words: object) -> tuple[int, str]:
        capsys.readouterr()
        code = main([str(word) for word in words])
        return code, capsys.readouterr().out

    return _run


@pytest.fixture
def case(tmp_path: Path) -> Callable[[str], Path]:
    """A case file with this text below a mini header."""

    def write(text: str) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.case"
        path.write_text(f"edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\n{text}")
        return path

    return write


def card_ids(beginning: str) -> str:
    return sl.Edition.load("classic").cards[sl.Edition.load("classic").card(beginning)]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_golden_counts_are_met_as_integers(name: str, run: Run) -> None:
    code, out = run("solve", GOLDEN / f"{name}.case", "--json", "--model", "deals")
    found, expected = json.loads(out), EXPECTED[name]
    assert code == 0
    assert found["deals"] == expected["deals"]
    assert found["exact"] is True
    assert found["model"] == "deals"
    assert found["places"] == [*(place for place in expected["counts"]["mu"] if place != "cf"), "envelope"]
    for card, row in expected["counts"].items():
        cells = found["probability"][card_ids(card)]
        for place, count in row.items():
            chance = cells["envelope" if place == "cf" else place]
            assert chance == count / expected["deals"]


def test_all_147_cells_of_the_published_table_are_met_to_two_decimals(run: Run) -> None:
    found = json.loads(run("solve", GOLDEN / "table1.case", "--json")[1])
    cells = 0
    for line in TABLE_1B.split("\n")[1:-1]:
        card, *row = line.split()
        for place, printed in zip(found["places"], row, strict=True):
            chance = found["probability"][card_ids(card)][place]
            text = {0.0: "X", 1.0: "O"}.get(chance, f"{chance:.2f}")
            assert text == printed, (card, place)
            cells += 1
    assert cells == 147


def test_json_says_everything_that_the_notation_promises(run: Run) -> None:
    found = json.loads(run("solve", GOLDEN / "table1.case", "--json")[1])
    assert list(found) == ["deals", "exact", "model", "places", "probability", "envelope", "solved"]
    assert found["solved"] is False
    assert list(found["probability"]) == list(sl.Edition.load("classic").cards)
    best = found["envelope"][0]
    assert best["cards"] == ["scarlet", "revolver", "billiard"]
    assert best["probability"] == pytest.approx(1980 / 6798)
    assert sum(one["probability"] for one in found["envelope"]) == pytest.approx(1)


def test_places_are_named_as_written_then_envelope_table_and_hidden(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "four.case"
    path.write_text("players: Zoë Ben Cleo Dan\nme: Zoë\nrules: leftover=face_up\ntable: rope hall\n")
    assert json.loads(run("solve", path, "--json")[1])["places"] == [
        "Zoë",
        "Ben",
        "Cleo",
        "Dan",
        "envelope",
        "table",
    ]
    path.write_text("players: Zoë Ben Cleo Dan\nme: Zoë\nrules: leftover=face_down\n")
    assert json.loads(run("solve", path, "--json")[1])["places"][-2:] == ["envelope", "hidden"]


def test_a_contradictory_file_names_its_entries_and_exits_with_2(
    run: Run, case: Callable[[str], Path]
) -> None:
    code, out = run("solve", case("cleo lacks hall\nben ! knife\ncleo ! knife\n"), "--json")
    assert code == 2
    error = json.loads(out)["error"]
    assert error["code"] == "record/contradiction"
    assert error["entries"] == [2, 3]
    assert error["message"]


def test_an_unreadable_file_names_line_column_and_candidates(run: Run, case: Callable[[str], Path]) -> None:
    code, out = run("solve", case("ben ? plum knive hall | -\n"), "--json")
    error = json.loads(out)["error"]
    assert code == 2
    assert error["code"] == "notation/unreadable"
    assert (error["line"], error["column"]) == (5, 12)
    assert error["candidates"] == ["knife"]
    assert error["message"]


def test_a_batch_prints_a_line_a_file_and_goes_on_after_errors(run: Run, case: Callable[[str], Path]) -> None:
    files = [
        case(""),
        case("ben ! knife\ncleo ! knife\n"),
        case("nonsense\n"),
        Path("nowhere.case"),
        case("ben ! knife\n"),
    ]
    code, out = run("solve", *files, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [line["file"] for line in lines] == [str(file) for file in files]
    codes = [line["error"]["code"] if "error" in line else None for line in lines]
    assert codes == [None, "record/contradiction", "notation/unreadable", "notation/unreadable", None]
    assert lines[4]["deals"] < lines[0]["deals"]


def test_a_batch_of_good_files_exits_with_0(run: Run) -> None:
    code, out = run("solve", GOLDEN / "table1.case", GOLDEN / "start3.case", "--json")
    assert code == 0
    assert [json.loads(line)["deals"] for line in out.splitlines()] == [6798, 97020]


def test_another_seat_s_view_is_what_everyone_saw(run: Run) -> None:
    mine = json.loads(run("solve", GOLDEN / "table1.case", "--json")[1])
    white = json.loads(run("solve", GOLDEN / "table1.case", "--json", "--seat", "wh")[1])
    assert white["deals"] > mine["deals"]
    assert 0 < white["probability"]["plum"]["mu"] < 1


def test_the_shown_model_weighs_the_same_deals_differently(run: Run, case: Callable[[str], Path]) -> None:
    file = case("anna ? plum knife hall | ben ! knife\n")
    deals, shown = (
        json.loads(run("solve", file, "--json", "--model", model)[1]) for model in ("deals", "shown")
    )
    assert deals["deals"] == shown["deals"]
    assert shown["model"] == "shown"
    # Ben chose the knife: had he also the hall, he would have shown that half of the time.
    assert shown["probability"]["hall"]["ben"] < deals["probability"]["hall"]["ben"]


def test_an_unknown_model_is_a_misuse(run: Run) -> None:
    code, out = run("solve", GOLDEN / "table1.case", "--model", "guess", "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "cli/usage"


def test_people_get_a_grid_with_O_X_and_percentages(run: Run) -> None:  # noqa: N802
    code, out = run("solve", GOLDEN / "table1.case")
    assert code == 0
    assert "\x1b" not in out
    rows = {line.split("  ")[0].strip(): line for line in out.splitlines()}
    assert rows["Miss Scarlet"].split()[2:] == ["X"] * 6 + ["O"]
    assert rows["Billiard Room"].split()[2:] == ["10", "X", "X", "13", "27", "20", "29"]
    assert "2/3 3/3 0/3 1/3 1/3 1/3" in out
    assert "6,798 deals are possible." in out
    assert "29 %  Miss Scarlet, Revolver, Billiard Room" in out


def test_the_grid_speaks_german(run: Run) -> None:
    out = run("solve", GOLDEN / "table1.case", "--lang", "de")[1]
    assert "Fräulein Gloria" in out
    assert "6.798" in out


def test_a_solved_case_says_so(run: Run, case: Callable[[str], Path]) -> None:
    out = run("solve", case("anna ? plum knife hall | -\n"))[1]
    assert "Solved: Professor Plum, Knife, Hall." in out


def test_percentages_never_claim_what_is_not_certain() -> None:
    assert [percent(p) for p in (0.0, 0.001, 0.126, 0.9999, 1.0)] == ["0", "<1", "13", ">99", "100"]
    assert numeral("de", 33_633_600_000) == "33.633.600.000"
    assert numeral("de", 1234.56, 1) == "1.234,6"
    assert numeral("en", 2**80 + 1) == f"{2**80 + 1:,}"


def test_the_first_answer_of_a_fresh_process_loads_no_compiler() -> None:
    code = (
        "import sys; from sleuth.cli import main; "
        f"main(['solve', {str(GOLDEN / 'table1.case')!r}, '--json']); "
        "sys.exit('numba' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["deals"] == 6798


def test_advice_ranks_questions_and_says_why(run: Run) -> None:
    code, out = run("advise", GOLDEN / "table1.case", "--json", "--top", 4)
    rows = json.loads(out)["advice"]
    assert code == 0
    assert len(rows) == 4
    assert rows[0]["value"] >= rows[1]["value"]
    assert "billiard" in rows[0]["cards"]
    assert rows[0]["solves"] == pytest.approx(1980 / 6798)
    assert sum(answer["probability"] for answer in rows[0]["answers"]) == pytest.approx(1)
    assert rows[0]["leaks"]["mu"] == 0


def test_advice_keeps_to_the_rooms_it_is_given(run: Run) -> None:
    rows = json.loads(run("advise", GOLDEN / "table1.case", "--room", "hall", "--json", "--top", 99)[1])[
        "advice"
    ]
    assert {row["cards"][2] for row in rows} == {"hall"}
    assert len(rows) == 36


def test_advice_for_people_is_a_short_list(run: Run) -> None:
    out = run("advise", GOLDEN / "table1.case", "--top", 2)[1]
    assert out.lstrip().startswith("1. ")
    assert "Billiard Room" in out
    assert "bits" in out


def test_advice_out_of_turn_says_so(run: Run, case: Callable[[str], Path]) -> None:
    """Also how often a card to show wins does not depend on my turn."""
    out, words = "By the record it is not your turn to ask", ("--win", "--games", 300)
    after_ben = case("ben ? plum rope kitchen | cleo - | anna ! rope\n")
    assert out in run("advise", after_ben, *words)[1]
    assert out in run("advise", after_ben, "--accuse")[1]
    assert out not in run("advise", case("anna ? plum knife hall | ben ! knife\n"), "--accuse")[1]
    assert out in json.loads(run("advise", after_ben, *words, "--json")[1])["assumptions"][0]
    assert out not in run("advise", after_ben, *words, "--asked", "cleo plum rope hall")[1]
    assert out not in run("advise", case("cleo ? plum rope kitchen | anna ! rope\n"), *words)[1]


def test_which_question_wins_most_is_judged_with_so_many_games(run: Run, case: Callable[[str], Path]) -> None:
    ask = ("advise", case("ben ? plum rope kitchen | cleo - | anna ! rope\n"), "--win", "--games", 3000)
    code, out = run(*ask, "--json", "--top", 3)
    rows = json.loads(out)["judgement"]
    assert (code, len(rows)) == (0, 3)
    assert out == run(*ask, "--json", "--top", 3)[1]
    assert all(0 < row["win"] < 1 and 0 < row["error"] < 0.5 for row in rows)
    everything = json.loads(run(*ask, "--json", "--top", 999)[1])["judgement"]
    assert 2000 < sum(row["games"] for row in everything) <= 3000
    best = numeral("en", 100 * rows[0]["win"], 1)
    assert f"wins {best} % of" in run(*ask)[1]
    assert f"gewinnt {best.replace('.', ',')} % von" in run("--lang", "de", *ask)[1]


def test_a_judgement_keeps_to_the_rooms_it_is_given_and_is_never_quite_certain(
    run: Run, case: Callable[[str], Path]
) -> None:
    words = ("advise", case(""), "--win", "--games", 1, "--room", "hall", "--json", "--top", 99)
    rows = json.loads(run(*words)[1])["judgement"]
    assert {row["cards"][2] for row in rows} == {"hall"}
    assert all(row["error"] > 0 for row in rows)
    assert run("advise", case(""), "--win", "--room", "nowhere")[0] == 2


def test_one_imagined_game_is_one_and_no_row_wanted_is_none(run: Run, case: Callable[[str], Path]) -> None:
    words = ("advise", case(""), "--win", "--games", 1, "--top")
    assert "imagined game (" not in run(*words, 0)[1]
    assert json.loads(run(*words, 0, "--json")[1])["judgement"] == []
    assert "of 1 imagined game (" in run(*words, 999)[1]
    assert "von 1 gedachten Partie (" in run("--lang", "de", *words, 999)[1]


def test_who_is_advised_gets_the_whole_effort_at_any_table(run: Run) -> None:
    rows = json.loads(run("advise", GOLDEN / "table1.case", "--win", "--json", "--top", 999)[1])["judgement"]
    assert sum(row["games"] for row in rows) == pytest.approx(Effort().simulations, rel=0.1)


def test_seconds_are_spent_and_buy_games(run: Run) -> None:
    words = ("advise", GOLDEN / "table1.case", "--win", "--json", "--top", 999, "--seconds")
    few, many = (json.loads(run(*words, seconds)[1])["judgement"] for seconds in (0.1, 1.0))
    assert sum(row["games"] for row in many) > 2 * sum(row["games"] for row in few)


@pytest.mark.parametrize(
    ("budget", "error"),
    [
        (("--win", "--games", "0"), "From 1 to 1000000000 games"),
        (("--win", "--games", "-1"), "not a whole number"),
        (("--win", "--games", "many"), "not a whole number"),
        (("--win", "--games", "10", "--seconds", "1"), "not both"),
        (("--games", "10"), "go with “--win”"),
        (("--win", "--games", "1000000001"), "From 1 to 1000000000 games"),
        (("--seconds", "1"), "go with “--win”"),
        (("--win", "--seconds", "inf"), "seconds"),
        (("--win", "--accuse"), "one at a time"),
        (("--asked", "ben plum rope hall", "--accuse"), "one at a time"),
        (("--win", "--asked", "ben plum rope hall", "--room", "hall"), "none is wanted here"),
        (("--win", "--top", "few"), "not a whole number"),
        (("--win", "--reach"), "this game has none"),
        (("--win", "--model", "shown"), "goes with neither"),
        (("--accuse", "--room", "hall"), "none is wanted here"),
        (("--asked", "ben plum rope hall", "--reach"), "none is wanted here"),
        (("--reach",), "this game has none"),
    ],
)
def test_a_budget_that_cannot_be_is_refused(
    case: Callable[[str], Path], capsys: pytest.CaptureFixture[str], budget: tuple[str, ...], error: str
) -> None:
    assert main(["--lang", "en", "advise", str(case("")), *budget]) == 2
    assert error in capsys.readouterr().err


def test_rooms_that_are_named_and_near_are_both(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.case"
    file.write_text("players: anna ben cleo\nme: anna\nhand: scarlet rope hall green knife study\n")
    words = ("advise", file, "--json", "--top", 999, "--reach")
    near, wanted = (json.loads(run(*words, *more)[1])["advice"] for more in ((), ("--room", "lounge")))
    assert {"lounge"} < {row["cards"][2] for row in near}
    assert {row["cards"][2] for row in wanted} == {"lounge"}
    assert json.loads(run(*words, "--room", "plum")[1])["error"]["code"] == "cli/usage"


@pytest.mark.parametrize("last", ["anna = plum knife hall x", "ben = plum knife hall ok"])
def test_who_has_no_turns_left_is_told_so(
    run: Run, case: Callable[[str], Path], capsys: pytest.CaptureFixture[str], last: str
) -> None:
    file = case(f"{last}\n")
    assert "no question to ask" in run("advise", file)[1]
    assert run("advise", file, "--win") == (0, "There is no question to ask.\n")
    found = json.loads(run("advise", file, "--win", "--json")[1])
    assert (found["judgement"], found["accuse"], found["others"]) == ([], None, [])
    capsys.readouterr()
    assert main(["--lang", "en", "advise", str(file), "--accuse"]) == 2
    assert "nothing left to accuse" in capsys.readouterr().err


@pytest.mark.parametrize(("rule", "told"), [("suggestion", "the very cards"), ("proof", "can prove")])
def test_where_nobody_accuses_nobody_is_told_to(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str, told: str
) -> None:
    file = tmp_path / "naming.case"
    file.write_text(
        f"edition: mini\nplayers: anna ben cleo\nme: anna\nhand: scarlet rope\nrules: auto_win={rule}\n"
        "anna ? plum knife hall | -\n"
    )
    capsys.readouterr()
    assert main(["--lang", "en", "advise", str(file), "--accuse"]) == 2
    assert told in capsys.readouterr().err
    found = json.loads(run("advise", file, "--win", "--games", "500", "--json")[1])
    assert found["accuse"] is None
    assert found["judgement"]
    assert found["others"]
    assert "Accuse?" not in run("advise", file, "--win", "--games", "500")[1]


def test_which_card_to_show_and_whether_to_accuse_can_be_asked(run: Run, case: Callable[[str], Path]) -> None:
    file = case("ben ? plum rope kitchen | cleo - | anna ! rope\n")
    assert "ben has seen it before" in run("advise", file, "--asked", "ben scarlet rope kitchen")[1]
    shown = json.loads(run("advise", file, "--asked", "ben scarlet rope kitchen", "--json")[1])["advice"]
    assert [row["card"] for row in shown] == ["rope", "scarlet"]
    accuse = json.loads(run("advise", file, "--accuse", "--json")[1])
    assert 0 < accuse["probability"] < 1
    assert accuse["by"] == "imagined games"
    assert accuse["waiting"] == accuse["asking"]
    assert all(0 < accuse[f"{share}_error"] < 0.1 for share in ("probability", "waiting", "asking", "ending"))
    assert not accuse["now"]


def test_where_no_game_can_be_imagined_accusing_is_weighed_against_perfect_reasoners(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "half.case"
    file.write_text("edition: mini\nplayers: anna ben cleo\nme: anna\n\nanna has scarlet\n")
    accuse = json.loads(run("advise", file, "--accuse", "--json")[1])
    assert accuse["by"] == "perfect reasoners"
    assert accuse["now"] == (accuse["rivals"] > 0 and accuse["probability"] >= accuse["waiting"])
    assert "If everybody reasoned perfectly" in run("advise", file, "--accuse")[1]
    assert "imagined games" not in run("advise", file, "--accuse")[1]


def test_accusing_and_asking_are_advised_alike_on_the_paper_s_game(run: Run) -> None:
    accuse = json.loads(run("advise", GOLDEN / "table1.case", "--accuse", "--json")[1])
    both = json.loads(run("advise", GOLDEN / "table1.case", "--win", "--json")[1])
    assert not accuse["now"]
    assert not both["accuse"]["now"]
    assert both["accuse"]["asking"] == both["judgement"][0]["win"]
    assert accuse["asking"] == pytest.approx(both["accuse"]["asking"], abs=4 * accuse["asking_error"])
    for key in ("cards", "probability", "ending"):
        assert accuse[key] == both["accuse"][key]


def test_a_judgement_says_what_accusing_wins_and_how_the_others_play(run: Run) -> None:
    words = ("advise", GOLDEN / "table1.case", "--win", "--games", 3000)
    found = json.loads(run(*words, "--json")[1])
    assert set(found) == {"judgement", "accuse", "others", "assumptions"}
    assert [other["name"] for other in found["others"]] == ["wh", "gr", "pe", "pl", "sc"]
    for other in found["others"]:
        assert len(other["types"]) == 8
        assert sum(other["types"].values()) == pytest.approx(1)
        assert sum(other["manners"].values()) == pytest.approx(1)
    english, german = run(*words)[1], run("--lang", "de", *words)[1]
    for text in ("(standard error ", "Accuse? Miss Scarlet", "ask at random", "nobody has to walk"):
        assert text in english
    assert found["others"][0]["said"] in english
    for text in ("(Standardfehler ", "Anklagen? Fräulein", "aufs Geratewohl", "muss niemand laufen"):
        assert text in german
    assert "wh – am wahrscheinlichsten: nennt ab und zu eigene Karten" in german


def test_without_a_board_nobody_is_told_of_walking(run: Run, case: Callable[[str], Path]) -> None:
    assert "walk" not in run("advise", case(""), "--win", "--games", 100)[1]


def test_which_card_wins_most_when_shown_is_judged(run: Run, case: Callable[[str], Path]) -> None:
    file = case("ben ? plum rope kitchen | cleo - | anna ! rope\n")
    words = ("advise", file, "--win", "--games", 3000, "--asked", "ben scarlet rope kitchen")
    rows = json.loads(run(*words, "--json")[1])["judgement"]
    assert [(row["card"], row["seen"]) for row in rows] == [("rope", True), ("scarlet", False)]
    assert all(0 < row["win"] < 1 and 0 < row["error"] < 0.1 for row in rows)
    assert "ben has seen it before" in run(*words)[1]
    assert "ben hat sie schon gesehen" in run("--lang", "de", *words)[1]
    nothing = run("advise", file, "--win", "--games", 100, "--asked", "ben plum knife kitchen")
    assert nothing == (0, "You have none of these cards.\n")
    assert run("advise", file, "--win", "--asked", "ben rope")[0] == 2


def test_questions_are_judged_by_the_chance_to_get_there(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.case"
    file.write_text("players: anna ben cleo\nme: anna\nhand: scarlet rope hall green knife study\n")
    words = ("advise", file, "--win", "--games", 3000, "--reach")
    rows = json.loads(run(*words, "--json", "--top", 999)[1])["judgement"]
    assert all(0 < row["reach"] < 1 and row["win"] < row["asked"] + 0.1 for row in rows)
    assert "; reached with " in run(*words)[1]
    file.write_text(file.read_text() + "anna rolls 3 1\nanna @ study\n")
    for more in ((), ("--reach",)):
        stands = json.loads(run("advise", file, "--win", "--games", 500, "--json", *more)[1])["judgement"]
        assert {(row["cards"][2], row["reach"]) for row in stands} == {("study", 1.0)}


def test_who_can_get_into_no_room_still_hears_what_accusing_wins(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.case"
    file.write_text(
        "players: anna ben cleo\nme: anna\nhand: scarlet rope hall green knife study\n\nanna rolls 1 2\n"
    )
    out = run("advise", file, "--win", "--games", 500, "--reach")[1]
    assert out.startswith("There is no question to ask.\n")
    assert "and ending the turn wins" in out


def test_a_question_that_is_no_question_is_a_misuse(run: Run, case: Callable[[str], Path]) -> None:
    assert run("advise", case(""), "--asked", "ben rope")[0] == 2


def test_sampled_deals_fit_the_record_and_repeat_with_their_seed(run: Run) -> None:
    code, out = run("sample", GOLDEN / "table1.case", "-n", 40, "--seed", 7)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == 40
    assert {row["scarlet"] for row in rows} == {"envelope"}
    assert {row["plum"] for row in rows} == {"mu"}
    assert run("sample", GOLDEN / "table1.case", "-n", 40, "--seed", 7)[1] == out
    assert run("sample", GOLDEN / "table1.case", "-n", 40, "--seed", 8)[1] != out


def test_sampled_deals_as_json_say_who_holds_what(run: Run) -> None:
    out = run("sample", GOLDEN / "table1.case", "-n", 3, "--json")[1]
    sizes = {"sc": 3, "mu": 3, "wh": 3, "gr": 3, "pe": 3, "pl": 3, "envelope": 3}
    for line in out.splitlines():
        assert {place: len(cards) for place, cards in json.loads(line).items()} == sizes


def test_the_command_line_and_the_library_agree(run: Run) -> None:
    found = json.loads(run("solve", GOLDEN / "table1-first5.case", "--json", "--model", "shown")[1])
    notebook = infer(sl.load(GOLDEN / "table1-first5.case").view(), model="shown")
    assert found["deals"] == notebook.deals
    assert found["probability"]["hall"]["pe"] == notebook.probability("hall", "pe")


def test_only_what_is_really_compiled_is_announced_on_standard_error_and_once(tmp_path: Path) -> None:
    code = (
        "import numpy as np; from sleuth.cli import main; main(['--version']); "
        "from sleuth.kernels.binomial import lower_limits; "
        "lower_limits(np.ones(1, np.int64), 9, 0.05, np.zeros(1))"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "NUMBA_CACHE_DIR": str(tmp_path),
        "SLEUTH_LANG": "en",
    }
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
        ).stderr
        for _ in range(2)
    ]
    assert said == ["Compiling for this computer, once; this takes a minute or two …\n", ""]


def test_a_record_of_nobody_s_is_asked_whose_advice_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "whole.case"
    words = ["--players", "3", "--edition", "mini", "--agent", "heuristic", "--out", str(whole), "--quiet"]
    assert main(["play", *words, "--seed", "2"]) == 0
    for how in ([], ["--win"], ["--accuse"]):
        assert main(["--lang", "en", "advise", str(whole), *how]) == 2
        assert "whose notebook this is, with “me: …” or --seat" in capsys.readouterr().err
