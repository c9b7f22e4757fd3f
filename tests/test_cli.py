"""The command line, as people and programs use it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sleuth.cards import Place
from sleuth.casefile import dumps, load
from sleuth.cli import main
from sleuth.cli.app import COMMANDS
from sleuth.edition import Edition
from sleuth.events import Dealt, Drew, Passed, Peeked, Suggested
from sleuth.sentences import describe_entry

COLOUR = "\x1b["


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


class Sleuth:
    """Runs commands in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture

    def __call__(self, *words: object) -> Result:
        self.capture.readouterr()
        code = main([str(word) for word in words])
        return Result(code, *self.capture.readouterr())

    def json(self, *words: object) -> Any:
        return json.loads(self(*words, "--json").out)


@pytest.fixture
def sleuth(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Sleuth:
    for key in ("SLEUTH_LANG", "LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return Sleuth(capsys)


@pytest.fixture
def game(sleuth: Sleuth, tmp_path: Path) -> Path:
    """A full record of a short game."""
    path = tmp_path / "game.case"
    assert sleuth("play", "--edition", "classic", "--seed", 7, "--quiet", "--out", path).code == 0
    return path


def _case(folder: Path, *lines: str) -> Path:
    path = folder / "some.case"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


class TestHelp:
    def test_the_bare_command_teaches(self, sleuth: Sleuth) -> None:
        code, out, err = sleuth()
        assert (code, err) == (0, "")
        assert "Examples" in out
        assert all(f"  {command} " in out for command in COMMANDS)

    @pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS), ["editions", "show"]])
    def test_every_command_teaches_in_both_languages(self, sleuth: Sleuth, command: list[str]) -> None:
        english, german = (sleuth(*command, "--help", "--lang", lang) for lang in ("en", "de"))
        assert english.code == german.code == 0
        assert english.out.startswith(" ".join(["Usage: sleuth", *command]))
        assert german.out.startswith(" ".join(["Aufruf: sleuth", *command]))
        assert "Examples\n  sleuth" in english.out
        assert "Beispiele\n  sleuth" in german.out
        assert "Print JSON" not in german.out

    @pytest.mark.parametrize(
        ("environment", "german"),
        [
            ({"LANG": "de_DE.UTF-8"}, True),
            ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_US.UTF-8"}, False),
            ({"LC_ALL": "de_AT.UTF-8"}, True),
            ({"LANG": "fr_FR.UTF-8"}, False),
            ({"LANG": "en_US.UTF-8", "SLEUTH_LANG": "de"}, True),
            ({"SLEUTH_LANG": "en", "LC_ALL": "de_DE.UTF-8"}, False),
        ],
    )
    def test_the_language_is_the_systems_unless_one_says_otherwise(
        self, sleuth: Sleuth, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], german: bool
    ) -> None:
        for key, value in environment.items():
            monkeypatch.setenv(key, value)
        assert ("Befehle" in sleuth().out) is german
        assert "Befehle" in sleuth("--lang", "de").out
        assert "Commands" in sleuth("--lang=en").out

    @pytest.mark.parametrize(
        ("system", "asked", "edition", "german"),
        [
            ("en_US.UTF-8", "", "three-investigators", True),
            ("en_US.UTF-8", "en", "three-investigators", False),
            ("de_DE.UTF-8", "", "classic", True),
            ("en_US.UTF-8", "", "classic", False),
        ],
    )
    def test_an_edition_speaks_its_own_language_unless_one_asks_for_another(
        self,
        sleuth: Sleuth,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        system: str,
        asked: str,
        edition: str,
        german: bool,
    ) -> None:
        monkeypatch.setenv("LANG", system)
        monkeypatch.setenv("SLEUTH_LANG", asked)
        file = tmp_path / "some.case"
        told = sleuth("play", "--edition", edition, "--seed", 1, "--out", file).out
        assert ("Zug 1: " in told) is german
        assert ("Zug 1: " in sleuth("replay", file, "--brief").out) is german
        assert ("in Ordnung" in sleuth("check", file).out) is german
        assert ("Regeln" in sleuth("editions", "show", edition).out) is german
        assert ("Diese Ausgabe" in sleuth("play", "--edition", edition, "--players", 9).err) is german

    def test_every_file_of_a_batch_is_spoken_of_in_its_own_language(
        self, sleuth: Sleuth, tmp_path: Path
    ) -> None:
        files = [tmp_path / "german.case", tmp_path / "english.case"]
        for file, edition in zip(files, ("three-investigators", "mini"), strict=True):
            sleuth("play", "--edition", edition, "--seed", 1, "--quiet", "--out", file)
        german, english = sleuth("check", *files).out.splitlines()
        assert "in Ordnung" in german
        assert "fine" in english

    def test_the_version_is_told(self, sleuth: Sleuth) -> None:
        assert re.fullmatch(r"sleuth \d+\.\d+\.\d+\n", sleuth("--version").out)

    @pytest.mark.parametrize(
        ("words", "english", "german"),
        [
            (["plya"], "did you mean “play”?", "meinst du „play“?"),
            (["dance"], "the commands are: ", "es gibt: "),
            (["play", "--sed", "7"], "did you mean --seed?", "meinst du --seed?"),
            (
                ["play", "--xyzzy"],
                "There is no option --xyzzy here.",
                "Die Option --xyzzy gibt es hier nicht.",
            ),
            (
                ["play", "--seed", "-1"],
                "“-1” is not a whole number from 0 up, of at most 18 digits.",
                "„-1“ ist keine ganze Zahl ab 0 mit höchstens 18 Ziffern.",
            ),
            (["play", "now"], "“now” is too much here.", "„now“ ist hier zu viel."),
            (["play", "--out"], "The option --out needs a value.", "Die Option --out braucht einen Wert."),
            (["play", "--quiet=1"], "--quiet takes no value.", "Die Option --quiet nimmt keinen Wert."),
            (["replay"], "FILE is missing.", "FILE fehlt."),
            (["contest", "serve"], "--program COMMAND is missing.", "--program COMMAND fehlt."),
            (["contest"], "the commands are: join, serve.", "Es fehlt ein Befehl; es gibt: join, serve."),
            (["contest", "--", "-x"], "There is no command “-x”", "Den Befehl „-x“ gibt es nicht"),
            (
                ["contest", "serve", "--games", "0"],
                "--games must be at least 1, not “0”.",
                "--games muss mindestens 1 sein, nicht „0“.",
            ),
            (
                ["tournament", "fox", "--deals", "many"],
                "--deals needs a whole number, not “many”.",
                "--deals braucht eine ganze Zahl, nicht „many“.",
            ),
            (
                ["contest", "serve", "--seconds", "soon"],
                "--seconds needs a number, not “soon”.",
                "--seconds braucht eine Zahl, nicht „soon“.",
            ),
            (
                ["contest", "serve", "--seconds", "0"],
                "--seconds must be at least 0.01, not “0”.",
                "--seconds muss mindestens 0.01 sein, nicht „0“.",
            ),
            (
                ["contest", "serve", "--seconds", "1e10"],
                "--seconds can be at most 86400, not “1e10”.",
                "--seconds darf höchstens 86400 sein, nicht „1e10“.",
            ),
            (
                ["contest", "join", "me", "home"],
                "PORT needs a whole number, not “home”.",
                "PORT braucht eine ganze Zahl, nicht „home“.",
            ),
            (
                ["contest", "join", "me", "9" * 5000],
                "PORT cannot be “9999",
                "PORT kann nicht „9999",
            ),
            (
                ["contest", "join", "me", "1", "--framing", "frame"],
                "--framing cannot be “frame”; there are: auto, buffer, line.",
                "--framing kann nicht „frame“ sein; es gibt: auto, buffer, line.",
            ),
        ],
    )
    def test_a_slip_of_the_fingers_is_met_kindly(
        self, sleuth: Sleuth, words: list[str], english: str, german: str
    ) -> None:
        for lang, sentence in (("en", english), ("de", german)):
            code, out, err = sleuth(*words, "--lang", lang)
            assert (code, out) == (2, "")
            assert sentence in err
            assert "[cli/usage]" in err
            assert "--help" in err

    @pytest.mark.parametrize(
        ("words", "command"),
        [
            (["contest", "serve", "--games", "0"], "contest serve"),
            (["contest", "serve", "--program", "true"], "contest serve"),
            (["contest", "join", "me"], "contest join"),
            (["contest", "join", "me", "1", "2"], "contest join"),
            (["contest", "jion"], "contest"),
            (["editions", "show"], "editions show"),
            (["play", "show"], "play"),
            (["--xyzzy"], ""),
        ],
    )
    def test_a_slip_is_told_where_the_options_of_its_command_are_shown(
        self, sleuth: Sleuth, words: list[str], command: str
    ) -> None:
        shown = " ".join(["sleuth", *command.split(), "--help"])
        assert f"“{shown}” shows what there is." in sleuth(*words).err
        assert sleuth(*shown.split()[1:]).code == 0

    def test_a_language_that_sleuth_does_not_speak_is_named(self, sleuth: Sleuth) -> None:
        assert sleuth("--lang", "fr").err.startswith("sleuth speaks en / de, not “fr”.  [cli/usage]")


class TestPlay:
    def test_the_same_seed_writes_the_same_file(self, sleuth: Sleuth, tmp_path: Path) -> None:
        words = ("play", "--edition", "three-investigators", "--players", 4, "--quiet", "--seed")
        files = [tmp_path / name for name in ("a.case", "b.case", "c.case")]
        for file, seed in zip(files, (7, 7, 8), strict=True):
            assert sleuth(*words, seed, "--out", file).code == 0
        first, again, other = (file.read_bytes() for file in files)
        assert first == again
        assert first != other

    def test_the_game_is_told_turn_by_turn(self, sleuth: Sleuth) -> None:
        out = sleuth("play", "--seed", 7).out
        assert out.startswith("The deal\n   1  Anna holds: ")
        assert "\n\nTurn 1: Anna\n   5  Anna rolled " in out
        assert "--seed 7 plays this game again." in out

    def test_a_game_played_by_the_clock_is_not_promised_again(self, sleuth: Sleuth) -> None:
        words = ("--edition", "mini", "--agent", "detective:seconds=0.01", "--seed", 7, "--quiet")
        assert "--seed 7 deals these cards again." in sleuth("play", *words).out

    def test_the_game_is_told_in_german(self, sleuth: Sleuth) -> None:
        out = sleuth("play", "--edition", "mini", "--seed", 7, "--lang", "de").out
        assert "Anna hat gefragt: " in out
        assert "hat den Fall gelöst." in out

    def test_the_duel_has_four_slots_and_no_bonus_cards(self, sleuth: Sleuth, tmp_path: Path) -> None:
        file = tmp_path / "duel.case"
        sleuth(
            "play", "--edition", "three-investigators", "--players", 2, "--seed", 1, "--quiet", "--out", file
        )
        entries = load(file).entries
        dealt = {
            e.events[0].holder: e.events[0].cards or () for e in entries if isinstance(e.events[0], Dealt)
        }
        assert {holder: len(cards) for holder, cards in dealt.items()} == {0: 7, 1: 7, Place.HIDDEN: 4}
        assert not any(isinstance(entry.events[0], Drew) for entry in entries)
        peeks = [entry for entry in entries if isinstance(entry.events[0], Peeked)]
        assert peeks
        for peek in peeks:
            question, *answers = entries[peek.number - 2].events
            assert isinstance(question, Suggested)
            assert answers == [Passed(1 - question.seat)]

    def test_the_summary_is_for_programs(self, sleuth: Sleuth, tmp_path: Path) -> None:
        file = tmp_path / "a.case"
        told = sleuth.json("play", "--edition", "mini", "--names", "Ida,Ole", "--seed", 3, "--out", file)
        record = load(file)
        assert told["players"] == ["Ida", "Ole"]
        assert told["agents"] == ["casual", "casual"]
        assert told["entries"] == len(record.entries)
        assert told["outcome"]["winner"] in ("Ida", "Ole")
        assert told["file"] == str(file)
        hands = {card for entry in record.entries[:2] for card in _dealt(entry.events[0])}
        assert {record.setup.edition.card(word) for word in told["envelope"]}.isdisjoint(hands)

    def test_house_rules_are_kept_in_the_file(self, sleuth: Sleuth, tmp_path: Path) -> None:
        file = tmp_path / "a.case"
        rules = ("--rules", "board=no auto_win=proof", "--rules", "own_cards=no")
        assert sleuth("play", "--seed", 1, "--quiet", "--out", file, *rules).code == 0
        assert "rules: board=no own_cards=no auto_win=proof\n" in file.read_text()

    def test_each_seat_can_have_its_own_agent(self, sleuth: Sleuth) -> None:
        told = sleuth.json("play", "--edition", "mini", "--players", 3, "--agent", "casual,random,random")
        assert told["agents"] == ["casual", "random", "random"]

    def test_an_edition_file_works_like_one_in_the_box(self, sleuth: Sleuth, tmp_path: Path) -> None:
        mine = tmp_path / "mine.toml"
        mine.write_text(Path("src/sleuth/editions/mini.toml").read_text().replace('"Rope"', '"Scarf"'))
        out = sleuth("play", "--edition", mine, "--seed", 2, "--out", tmp_path / "mine.case").out
        assert "Scarf" in out
        assert sleuth("check", tmp_path / "mine.case").code == 0

    @pytest.mark.parametrize(
        ("words", "code", "sentence"),
        [
            (["--edition", "clasic"], "edition/unknown", "There is no edition “clasic”."),
            (["--agent", "genius"], "agent/unknown", "There is no agent “genius”"),
            (["--players", "11"], "game/bad-setup", "This edition is for 3 to 6 players, not 11."),
            (["--players", "0"], "game/bad-setup", "This edition is for 3 to 6 players, not 0."),
            (["--rules", "dice=many"], "game/bad-setup", "The house rule “dice” cannot be “many”"),
            (["--rules", "dice"], "game/bad-setup", "House rules are written key=value, not “dice”."),
            (["--names", "Anna Anna Ben"], "game/bad-setup", "Two players are called Anna"),
            (["--names", "Anna Ben Cleo", "--players", "4"], "cli/usage", "4 players have 3 names."),
            (["--agent", "random,casual"], "cli/usage", "2 agents for 4 players"),
        ],
    )
    def test_what_cannot_be_played_is_said_at_once(
        self, sleuth: Sleuth, words: list[str], code: str, sentence: str
    ) -> None:
        said = sleuth("play", *words)
        assert (said.code, said.out) == (2, "")
        assert sentence in said.err
        assert f"[{code}]" in said.err
        assert sleuth.json("play", *words)["error"]["code"] == code
        assert sentence not in sleuth("play", *words, "--lang", "de").err

    def test_a_file_that_cannot_be_written_is_no_half_file(self, sleuth: Sleuth, game: Path) -> None:
        before = game.read_bytes()
        said = sleuth("play", "--edition", "mini", "--seed", 1, "--quiet", "--out", game / "inside.case")
        assert said.code == 2
        assert "[cli/cannot-write]" in said.err
        assert game.read_bytes() == before
        assert [path.name for path in game.parent.iterdir()] == [game.name]

    def test_a_game_that_is_stopped_is_kept_as_far_as_it_went(self, tmp_path: Path) -> None:
        file = tmp_path / "stopped.case"
        code, rest = _stopped("--out", str(file))
        assert code == 130
        assert "Stopped after" in rest
        assert f"Saved as {file}." in rest
        assert "envelope" not in rest, "the game may yet go on"
        assert len(load(file).entries) > 50

    def test_a_game_that_is_stopped_says_if_nothing_was_kept(self) -> None:
        code, rest = _stopped()
        assert code == 130
        assert rest.endswith("Nothing was saved.\n")
        assert "envelope" not in rest

    def test_a_file_that_cannot_be_written_is_noticed_before_the_game(
        self, sleuth: Sleuth, tmp_path: Path
    ) -> None:
        said = sleuth("play", "--edition", "mini", "--out", tmp_path)
        assert (said.code, said.out) == (2, "")
        assert "[cli/cannot-write]" in said.err

    def test_what_is_no_file_is_written_to_and_stays_what_it_is(self, sleuth: Sleuth, tmp_path: Path) -> None:
        target, link = tmp_path / "target.case", tmp_path / "link.case"
        link.symlink_to(target)
        assert sleuth("play", "--edition", "mini", "--seed", 1, "--quiet", "--out", link).code == 0
        assert link.is_symlink()
        assert load(target).entries
        assert sleuth("play", "--edition", "mini", "--seed", 1, "--quiet", "--out", os.devnull).code == 0
        assert not Path(os.devnull).is_file()


def _stopped(*words: str) -> tuple[int, str]:
    """The exit code of a long game after Ctrl-C, and what it still said."""
    command = ["play", "--edition", "three-investigators", "--agent", "random", "--seed", "7", *words]
    with subprocess.Popen(
        [sys.executable, "-m", "sleuth.cli", *command, "--lang", "en"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(200):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    return process.returncode, rest


def _dealt(event: object) -> tuple[int, ...]:
    assert isinstance(event, Dealt)
    return event.cards or ()


class TestReplay:
    def test_everything_is_shown_without_a_seat(self, sleuth: Sleuth, game: Path) -> None:
        code, out, err = sleuth("replay", game)
        assert (code, err) == (0, "")
        assert "Ben holds: " in out
        assert "│" in out, "the board is drawn"
        assert out.rstrip().splitlines()[-1].startswith("Study"), "the notepad comes last"

    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_a_seat_never_sees_a_card_that_was_not_shown_to_it(
        self, sleuth: Sleuth, game: Path, lang: str
    ) -> None:
        record = load(game)
        for seat, name in enumerate(record.setup.players):
            out = sleuth("replay", game, "--seat", name, "--lang", lang).out
            for full, mine in zip(record.entries, record.redacted(seat).entries, strict=True):
                told = describe_entry(mine.events, record.setup, lang, seat)
                secret = describe_entry(full.events, record.setup, lang, seat)
                assert f"{mine.number:4}  {told}\n" in out
                assert secret == told or secret not in out

    def test_what_a_seat_cannot_know_changes_nothing_on_its_screen(
        self, sleuth: Sleuth, tmp_path: Path
    ) -> None:
        header = ("edition: mini", "players: Anna Ben Cleo", "")
        play = (
            "Anna ? plum pipe kitchen | -",
            "Ben ? green knife {room} | Cleo ! green",
            "Cleo ? scarlet rope hall | Anna ! rope",
        )
        screens = []
        for ben, cleo in (("study", "hall"), ("hall", "study")):
            deal = ("Anna has scarlet rope", f"Ben has knife {ben}", f"Cleo has green {cleo}")
            file = _case(tmp_path, *header, *deal, *(line.format(room="kitchen") for line in play))
            assert sleuth("check", file).code == 0
            screens.append(sleuth("replay", file, "--seat", "Anna").out)
        assert screens[0] == screens[1]

    def test_a_notebook_is_seen_with_its_keepers_eyes(self, sleuth: Sleuth, tmp_path: Path) -> None:
        file = _case(
            tmp_path,
            "players: Anna Ben Cleo",
            "me: Ben",
            "hand: scarlet rope hall study lounge knife",
            "anna ? plum rope hall | ben ! hall",
        )
        out = sleuth("replay", file).out
        assert "Entry 1\n   1  Anna asked: Professor Plum, Rope, Hall. You showed the hall to Anna." in out
        assert "A Anna (Miss Scarlet)" in out, "the pawns are on the board, as far as one knows"

    def test_words_alone_are_brief(self, sleuth: Sleuth, game: Path) -> None:
        assert "│" not in sleuth("replay", game, "--brief").out

    def test_keys_lead_on_back_and_out(
        self, sleuth: Sleuth, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("  bq"))
        out = sleuth("replay", game, "--step", "--brief", "--seat", "Anna").out
        shown = re.findall(r"(\d+) of \d+ ·", out)
        assert shown == ["1", "2", "3", "2"]

    def test_the_end_of_the_input_is_the_end(
        self, sleuth: Sleuth, game: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert sleuth("replay", game, "--step", "--brief").code == 0

    def test_a_seat_that_is_not_there_is_named_with_its_like(self, sleuth: Sleuth, game: Path) -> None:
        said = sleuth("replay", game, "--seat", "Annna")
        assert said.code == 2
        assert "did you mean Anna?" in said.err

    def test_a_broken_file_is_shown_as_far_as_it_is_good(self, sleuth: Sleuth, game: Path) -> None:
        lines = game.read_text().splitlines()
        lines[20:20] = ["Ben dances"]
        game.write_text("\n".join(lines))
        said = sleuth("replay", game, "--brief")
        assert said.code == 2
        assert "Turn 1: Anna" in said.out
        assert f"{game}:21:5: “dances” is no verb" in said.err

    def test_struck_entries_keep_their_numbers(self, sleuth: Sleuth, tmp_path: Path) -> None:
        deal = ("Anna has scarlet rope", "Ben has knife study", "Cleo has green hall")
        slip, meant = "Anna ? plum knife hall | Ben ! knife", "Anna ? plum pipe hall | Cleo ! hall"
        file = _case(tmp_path, "edition: mini", "players: Anna Ben Cleo", *deal, slip, "~ 4", meant)
        out = sleuth("replay", file, "--brief").out
        assert "   6  Anna asked: Professor Plum, Lead Pipe, Hall." in out
        assert "Knife, Hall" not in out


class TestCheck:
    def test_a_notebook_that_contradicts_itself_is_not_fine(self, sleuth: Sleuth, tmp_path: Path) -> None:
        header = ("edition: mini", "players: anna ben cleo", "me: anna", "hand: scarlet rope")
        file = _case(tmp_path, *header, "ben ! plum", "ben lacks knife", "cleo ! plum")
        said = sleuth("check", file)
        assert (said.code, said.out) == (2, "")
        assert f"{file}: These entries cannot all be true: #1, #3.  [record/contradiction]" in said.err
        assert f"Find the mistake with: sleuth repair {file}" in said.err
        assert sleuth.json("check", file)["error"]["entries"] == [1, 3]
        assert f"Find the mistake with: sleuth repair {file}" in sleuth("solve", file).err
        for words in (
            ("advise", file),
            ("advise", file, "--win"),
            ("explain", file, "rope", "envelope"),
            ("sample", file),
        ):
            assert f"Find the mistake with: sleuth repair {file}\n" in sleuth(*words).err

    def test_a_single_entry_is_counted_in_the_singular(self, sleuth: Sleuth, tmp_path: Path) -> None:
        file = _case(tmp_path, "edition: mini", "players: anna ben cleo", "anna lacks rope")
        assert sleuth("check", file).out.endswith("what everyone saw of Mini, 1 entry.\n")
        assert sleuth("check", file, "--lang", "de").out.endswith(", 1 Eintrag.\n")

    @pytest.mark.parametrize(
        ("lines", "place", "code", "english", "german"),
        [
            (
                ("edition: mini", "players: anna ben cleo", "anna ? plum ropee hall | ben -"),
                ":3:13: ",
                "notation/unreadable",
                "Nothing here is called “ropee”; did you mean rope?",
                "„ropee“ gibt es hier nicht; meinst du rope?",
            ),
            (
                ("edition: mini", "players: anna ben cleo", "ben ? plum rope hall | anna - | cleo !"),
                ":3: ",
                "record/illegal",
                "cleo answers before anna.",
                "cleo antwortet vor anna.",
            ),
            (
                ("players: a b c d e f g h i j k",),
                ":1:10: ",
                "notation/unreadable",
                "Clue (classic) is for 3 to 6 players, not 11.",
                "Cluedo (klassisch) ist für 3 bis 6 Personen, nicht für 11.",
            ),
            (
                ("edition: mini", "players: anna ben cleo", "", "anna ? pl kn ha | cleo ! knife", "ben ? p"),
                ":5:7: ",
                "notation/unreadable",
                "“p” could be pipe, plum.",
                "„p“ kann pipe, plum sein.",
            ),
            (
                ("edition: mini", "players: anna ben cleo", "anna ? plum rope | -"),
                ":3:18: ",
                "notation/unreadable",
                "Name one card of each kind: suspect, weapon, room.",
                "Nenne von jeder Art eine Karte: suspect, weapon, room.",
            ),
            (
                ("edition: mini", "players: anna ben cleo", "anna = plum rope hall"),
                ":3:22: ",
                "notation/unreadable",
                "Was it right? End the accusation with “ok” or “x”.",
                "Stimmte es? Schreib ans Ende der Anklage „ok“ oder „x“.",
            ),
        ],
    )
    def test_an_error_says_where_and_what_and_what_now(
        self,
        sleuth: Sleuth,
        tmp_path: Path,
        lines: tuple[str, ...],
        place: str,
        code: str,
        english: str,
        german: str,
    ) -> None:
        file = _case(tmp_path, *lines)
        for lang, sentence, now in (
            ("en", english, "Mend this line"),
            ("de", german, "Verbessere diese Zeile"),
        ):
            said = sleuth("check", file, "--lang", lang)
            assert (said.code, said.out) == (2, "")
            assert said.err.startswith(f"{file}{place}{sentence}  [{code}]\n")
            assert lines[-1] in said.err
            assert now in said.err

    @pytest.mark.parametrize(
        ("content", "english", "german"),
        [
            (b"", "The players are missing", "Wer spielt mit?"),
            (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "not a text file", "keine Textdatei"),
            (b"players: a b c\n" + b"# nothing to see\n" * 3_000_000, "is over 4 MB", "größer als 4 MB"),
        ],
        ids=["empty", "binary", "50 MB"],
    )
    def test_what_is_no_case_file_is_told_in_one_line(
        self, sleuth: Sleuth, tmp_path: Path, content: bytes, english: str, german: str
    ) -> None:
        file = tmp_path / "odd.case"
        file.write_bytes(content)
        for lang, sentence in (("en", english), ("de", german)):
            said = sleuth("check", file, "--lang", lang)
            assert said.code == 2
            assert sentence in said.err
            assert "[notation/unreadable]" in said.err
            assert len(said.err.splitlines()) == 1

    def test_a_file_that_is_not_there_and_a_folder_are_told_apart(
        self, sleuth: Sleuth, tmp_path: Path
    ) -> None:
        assert "There is no such file." in sleuth("check", tmp_path / "no.case").err
        assert "This is a folder, not a file." in sleuth("check", tmp_path).err

    def test_a_full_record_is_played_again(self, sleuth: Sleuth, game: Path) -> None:
        assert sleuth("check", game).out == f"{game}: fine: a full record of Clue (classic), 99 entries.\n"
        record = load(game)
        first = next(entry for entry in record.entries if len(entry.events) > 1)
        lines = game.read_text().splitlines()
        at = next(i for i, line in enumerate(lines) if " ? " in line)
        lines[at] = lines[at].split(" | ")[0] + " | -"
        game.write_text("\n".join(lines))
        said = sleuth("check", game)
        assert said.code == 2
        assert said.err.startswith(f"{game}:{at + 1}: ")
        assert "holds one of these cards and cannot pass.  [record/illegal]" in said.err
        assert f"the {first.number - 1} entries before it are fine" in said.err

    def test_a_seats_own_record_is_fine_too(self, sleuth: Sleuth, game: Path) -> None:
        game.write_text(dumps(load(game).view("Ben").record))
        assert "fine: Ben’s notebook of Clue (classic)" in sleuth("check", game).out

    def test_many_files_give_one_object_a_line(self, sleuth: Sleuth, game: Path, tmp_path: Path) -> None:
        bad = _case(tmp_path, "players: Anna")
        said = sleuth("check", game, bad, game, "--json")
        objects = [json.loads(line) for line in said.out.splitlines()]
        assert said.code == 2
        assert [one["file"] for one in objects] == [str(game), str(bad), str(game)]
        assert objects[0] == objects[2]
        assert objects[0]["outcome"]["why"] == "accusation"
        assert objects[1]["error"]["line"] == 1


class TestEditions:
    def test_every_edition_in_the_box_is_listed(self, sleuth: Sleuth) -> None:
        out = sleuth("editions").out
        assert all(f"\n{name} " in out for name in Edition.names())
        assert "Cluedo – Die drei ??? (?)" in sleuth("editions", "--lang", "de").out

    @pytest.mark.parametrize("name", Edition.names())
    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_an_edition_is_shown_with_all_its_cards(self, sleuth: Sleuth, name: str, lang: str) -> None:
        edition = Edition.load(name)
        code, out, err = sleuth("editions", "show", name, "--lang", lang)
        assert (code, err) == (0, "")
        assert out.startswith(edition.title(lang))
        assert all(edition.card_name(card, lang) in out for card in range(len(edition.cards)))
        assert ("▲" in out) is (edition.board is not None)
        assert all(note in out for note in edition.notes_in(lang))

    def test_what_is_not_known_is_marked(self, sleuth: Sleuth) -> None:
        out = sleuth("editions", "show", "three-investigators", "--lang", "en").out
        assert "Car (?)" in out
        assert "Painting (?)" not in out
        assert "Not known for certain" in out

    def test_an_edition_file_is_checked_field_by_field(self, sleuth: Sleuth, tmp_path: Path) -> None:
        mine = tmp_path / "mine.toml"
        text = Path("src/sleuth/editions/mini.toml").read_text()
        mine.write_text(text.replace('id = "plum"', 'id = "green"').replace('id = "knife"', 'id = "rope"'))
        said = sleuth("editions", "check", mine)
        assert said.code == 2
        assert len(said.err.splitlines()) >= 2
        assert all(line.endswith("[edition/invalid]") for line in said.err.splitlines())
        fields = [problem["field"] for problem in sleuth.json("editions", "check", mine)["problems"]]
        assert fields
        assert all(field in said.err for field in fields)

    def test_a_good_edition_file_is_fine(self, sleuth: Sleuth, tmp_path: Path) -> None:
        mine = tmp_path / "mine.toml"
        mine.write_text(Path("src/sleuth/editions/mini.toml").read_text())
        assert sleuth("editions", "check", mine).out == f"{mine}: fine.\n"


def _run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LANG": "C.UTF-8", **environment}
    command = [sys.executable, "-m", "sleuth.cli", *map(str, words)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


class TestProcess:
    def test_a_pipe_gets_no_colours(self, game: Path) -> None:
        for words in (["replay", game, "--seat", "Anna"], ["editions", "show", "classic"], ["--help"]):
            assert COLOUR not in _run(*words, TERM="xterm-256color").stdout

    def test_a_reader_that_leaves_early_is_no_catastrophe(self, game: Path) -> None:
        command = f"{sys.executable} -m sleuth.cli replay {game} | head -1"
        said = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
        assert said.stdout.startswith("The deal")
        assert "Traceback" not in said.stderr

    def test_a_terminal_without_umlauts_still_gets_the_rest(self, game: Path) -> None:
        said = _run("replay", game, "--brief", "--lang", "de", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert said.returncode == 0
        assert "Anna hat gefragt" in said.stdout

    def test_checking_a_file_loads_nothing_heavy(self, game: Path) -> None:
        code = (
            "import sys; from sleuth.cli import main; main(['check', sys.argv[1]]);"
            "print([name for name in ('numpy', 'numba', 'rich', 'fastapi') if name in sys.modules])"
        )
        said = subprocess.run(
            [sys.executable, "-c", code, str(game)],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ,
        )
        assert said.stdout.splitlines()[-1] == "[]"

    @pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "Ctrl-C"])
    def test_a_real_terminal_gets_colours_and_a_calm_end(self, game: Path, key: str) -> None:
        child, terminal = pty.fork()
        if child == 0:
            words = ["replay", str(game), "--step", "--seat", "Anna", "--lang", "en"]
            os.execve(
                sys.executable, [sys.executable, "-m", "sleuth.cli", *words], {**os.environ, "TERM": "xterm"}
            )
        shown = _read_until(terminal, "quit")
        os.write(terminal, b" ")
        shown += _read_until(terminal, "2 of")
        os.write(terminal, key.encode())
        shown += _read_until(terminal, "")
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert COLOUR in shown
        assert "Traceback" not in shown

    def test_what_was_being_done_is_wiped_away_before_an_error_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "no-hand.case").write_text(
            "edition: classic\nplayers: anna ben cleo\nme: anna\nrules: board=no\n", encoding="utf-8"
        )
        child, terminal = pty.fork()
        if child == 0:
            words = ["advise", str(tmp_path / "no-hand.case"), "--win", "--lang", "en"]
            os.execve(sys.executable, [sys.executable, "-m", "sleuth.cli", *words], os.environ)
        shown = _read_until(terminal, "")
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
        assert "imagined games …\r\x1b[K" in shown


def _read_until(terminal: int, word: str) -> str:
    """What the terminal shows until it shows a word, or until the end."""
    shown = b""
    while not word or word.encode() not in shown:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the other end has closed
            break
        if not chunk:
            break
        shown += chunk
    return shown.decode("utf-8", "replace")


LOST = """
import ctypes, os, signal, sys, time
from sleuth.cli.interrupts import interrupts_kept

sign = signal.Signals[sys.argv[1]]
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(sign, signal.default_int_handler)

@ctypes.CFUNCTYPE(None)
def load():
    os.kill(os.getpid(), sign)

@ctypes.CFUNCTYPE(None)
def fail():
    raise ValueError("reported as ever")

before = sys.unraisablehook
try:
    with interrupts_kept():
        fail()
        load()
        print("loaded", flush=True)
        for _ in range(600):
            time.sleep(0.1)
except KeyboardInterrupt:
    print("stopped" if sys.unraisablehook is before else "hooked")
"""


@pytest.mark.parametrize("sign", ["SIGINT", "SIGTERM"])
def test_an_interrupt_in_a_callback_from_c_is_not_lost(sign: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOST, sign], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["loaded", "stopped"]
    assert "reported as ever" in done.stderr
    assert "KeyboardInterrupt" not in done.stderr


@pytest.mark.parametrize("words", [["play", "--seed", "3"], ["editions"]])
def test_output_without_room_left_is_said_in_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sleuth.cli", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Cannot write stdout:")
    assert len(done.stderr.splitlines()) == 1


def test_a_card_shown_cannot_be_lacking_even_if_no_spectator_saw_it(tmp_path: Path) -> None:
    case = tmp_path / "torn.case"
    case.write_text("players: anna ben cleo\n\nben ? green rope study | anna ! rope\nanna lacks rope\n")
    assert main(["check", str(case)]) == 2
