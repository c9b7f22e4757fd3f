"""A finished experiment on disk: JSON, CSV, pictures, and one page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
import platform
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast

from sleuth import __version__
from sleuth.errors import BadSetup
from sleuth.lab.experiment import P, as_words, described
from sleuth.lab.report import Cell, Figure, Grid, Part, Prose, Report
from sleuth.lab.run import KEPT, UNKNOWN, Run, finished
from sleuth.language import N_, say

PACKAGES = ("numpy", "numba", "matplotlib", "pycmsgen")
INK, PAPER, BRASS, FAINT = "#2b2a26", "#fbf8f1", "#9a6b1f", "#8d8675"
MARK = '<p class="kicker">'
"""In every page of ours."""
MADE_BY = "<dd><code>sleuth "
"""Before the rest of the command that made a page."""
RESULTS = "results.json"
"""Beside the page of every experiment."""
LAB = ("*.csv", "*.svg", "*.png", RESULTS)
"""What an experiment may write beside its page."""
TOURNAMENT = (
    *("standings.csv", "pairs.csv", "seats.csv"),
    *("shares.svg", "shares.png", "lengths.svg", "lengths.png"),
)
"""What a tournament writes there; its games may be kept beside it, in another .csv."""
COLOURS = ("#9a6b1f", "#2f5d50", "#8c3b2e", "#46618c", "#7a5c86", "#5f6b2d", "#b0682f", "#3f3f3f")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a report comes from."""

    command: str
    parameters: dict[str, str]
    seconds: float | None
    """CPU time, where it is known."""
    versions: dict[str, str]
    lang: str = "en"
    """The language in which the page speaks; the lab's experiments are told in English."""


def check_page(folder: Path, experiment: str = "") -> None:
    """Complain about a page or files in a folder that are not of this experiment, or of a tournament."""
    page = folder / "index.html"
    if page.is_file():
        told = page.read_text("utf-8", errors="replace")
        if MARK not in told:
            raise BadSetup(N_("{page} is a page of somebody else’s; choose another folder."), page=str(page))
        if f"{MADE_BY}{f'lab {experiment}' if experiment else 'tournament'} " not in told:
            raise BadSetup(N_("{page} is the page of another report; choose another folder."), page=str(page))
    elif not (experiment and any(finished(folder / KEPT))):  # of a run that got to no page yet
        for name in LAB if experiment else TOURNAMENT:
            for file in sorted(folder.glob(name)):
                raise BadSetup(N_("{file} might be overwritten; choose another folder."), file=str(file))


def publish(done: Run[P], folder: Path) -> Path:
    """Write everything; returns the page."""
    origin = Origin(command(done, folder), described(done.parameters), done.seconds, versions(done.commits))
    return written(done.report, origin, folder, {RESULTS: as_json(done, origin).encode()})


def written(report: Report, origin: Origin, folder: Path, more: Mapping[str, bytes] = {}) -> Path:
    """Write a report's page, then its tables and pictures and more files; returns the page."""
    files, pictures = dict(more), {}
    for part in report.parts:
        match part:
            case Grid(name):
                files[f"{name}.csv"] = as_csv(part).encode()
            case Figure(name):
                pictures[name], files[f"{name}.png"] = drawn(part)
                files[f"{name}.svg"] = pictures[name].encode()
            case _:
                pass
    told = as_html(report, origin, pictures)
    folder.mkdir(parents=True, exist_ok=True)
    page = _put(folder / "index.html", told)  # first: from now on the folder is known for ours
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return page


def _put(page: Path, told: str) -> Path:
    """Write all of a page or nothing: half of one would not be known for ours."""
    place = page.resolve()  # a link stays a link
    half = place.with_name(f".{place.name}.half")
    try:
        half.write_bytes(told.encode())
        half.replace(place)
    finally:
        half.unlink(missing_ok=True)
    return page


def command(done: Run[P], folder: Path) -> str:
    """The command line that makes this report again."""
    experiment, parameters = done.experiment, done.parameters
    small = (
        ["--small"]
        if len(as_words(parameters, experiment.small)) < len(as_words(parameters, experiment.full))
        else []
    )
    words = as_words(parameters, experiment.small if small else experiment.full)
    return shlex.join(["sleuth", "lab", experiment.name, *small, *words, "--out", folder.as_posix()])


def versions(commits: Sequence[str]) -> dict[str, str]:
    """What was used; commits: of the code that did the work."""
    found = {"sleuth": __version__}
    if {*commits} - {UNKNOWN}:
        found["commit"] = " and ".join(commits)
    found["python"] = platform.python_version()
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def as_csv(grid: Grid) -> str:
    """A table for programs, with all its digits."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(grid.head)
    rows.writerows(grid.rows)
    return text.getvalue()


def as_json(done: Run[P], origin: Origin) -> str:
    """Everything but the pictures, for programs; the units themselves are kept in their own file."""
    parts = done.report.parts
    grids = {part.name: {"head": part.head, "rows": part.rows} for part in parts if isinstance(part, Grid)}
    whole = {
        "experiment": done.experiment.name,
        "command": origin.command,
        "parameters": origin.parameters,
        "seconds": origin.seconds,
        "versions": origin.versions,
        "units": len(done.results),
        "tables": grids,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def drawn(figure: Figure) -> tuple[str, bytes]:
    """A figure as SVG and as PNG."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise BadSetup(
            N_("The lab draws with matplotlib: install it with pip install 'sleuth[lab]'.")
        ) from None
    with mpl.rc_context(cast(Any, _style())):
        canvas = Canvas(figsize=figure.size, layout="constrained")
        figure.draw(canvas)
        png, text = io.BytesIO(), io.StringIO()
        canvas.savefig(png, format="png", dpi=110)
        canvas.savefig(text, format="svg", dpi=110, metadata={"Date": None})
    svg = text.getvalue()
    svg = "\n".join(line.rstrip() for line in svg[svg.index("<svg") :].splitlines()) + "\n"
    return svg, png.getvalue()


def _style() -> dict[str, Any]:
    from cycler import cycler

    quiet = ("axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color", "text.color")
    return {
        "svg.hashsalt": "sleuth",  # the same picture is the same file
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#e4ddcb",
        "grid.linewidth": 0.6,
        "figure.facecolor": "white",
        "axes.prop_cycle": cycler(color=COLOURS),
        "legend.frameon": False,
        **dict.fromkeys(quiet, INK),
    }


def as_html(report: Report, origin: Origin, pictures: dict[str, str]) -> str:
    """The whole report as one page."""
    return _PAGE.format(
        lang=origin.lang,
        kicker=escape(report.kicker),
        title=escape(report.title),
        lead=_inline(report.lead),
        body="\n".join(_part(part, pictures, origin.lang) for part in report.parts),
        made=say(origin.lang, N_("How this page was made")),
        origin=_origin(origin),
        style=_CSS,
        mark=MARK,
    )


def _part(part: Part, pictures: dict[str, str], lang: str) -> str:
    match part:
        case Prose(heading, paragraphs):
            return f"<h2>{escape(heading)}</h2>" + "".join(f"<p>{_inline(text)}</p>" for text in paragraphs)
        case Grid():
            return _table(part, lang)
        case Figure(name, caption):
            return f"<figure>{pictures[name]}<figcaption>{_inline(caption)}</figcaption></figure>"


def _inline(text: str) -> str:
    """Text for a page: *emphasis*, `code`, and nothing else is special."""
    return _EMPHASIS.sub(r"<em>\1</em>", _CODE.sub(r"<code>\1</code>", escape(text, quote=False)))


def plain(text: str) -> str:
    """The same text for a terminal, without the signs that a page makes emphasis and code of."""
    return _EMPHASIS.sub(r"\1", _CODE.sub(r"\1", text))


_CODE, _EMPHASIS = re.compile(r"`([^`]+)`"), re.compile(r"\*([^*]+)\*")


def _table(grid: Grid, lang: str) -> str:
    head = "".join(f"<th>{_inline(word)}</th>" for word in grid.head)
    rows = "".join(f"<tr>{''.join(_cells(grid, i, lang))}</tr>" for i in range(len(grid.rows)))
    title, name = f"<p class=title>{_inline(grid.caption)}</p>", escape(plain(grid.caption))
    table = f'<table aria-label="{name}"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f"{title}<div class=wide>{table}</div>"


def _cells(grid: Grid, row: int, lang: str) -> Iterator[str]:
    for column, value in enumerate(grid.rows[row]):
        kind = "th" if column == 0 else "td"
        text = _inline(shown(value, grid.digits, lang))
        yield f"<{kind}{_shade(grid.shade, row, column)}>{text}</{kind}>"


def _shade(shade: Callable[[int, int], float] | None, row: int, column: int) -> str:
    depth = shade(row, column) if shade else 0.0
    return f' style="background:rgba(154,107,31,{min(depth, 1) * 0.6:.2f})"' if depth > 0 else ""


def shown(value: Cell, digits: int, lang: str) -> str:
    """A table's cell as people read it; a space between thousands is understood in every language."""
    match value:
        case None:
            return "–"
        case bool() | str():
            return str(value)
        case int():
            text = f"{value:,}"
        case float():
            text = f"{value:,.{digits}f}"
    point = "," if lang == "de" else "."
    return text.translate(str.maketrans(",.", "\N{NARROW NO-BREAK SPACE}" + point))


def _origin(origin: Origin) -> str:
    facts = {
        N_("Made by"): f"<code>{escape(origin.command)}</code>",
        N_("Parameters"): ", ".join(f"{escape(k)} = {escape(v)}" for k, v in origin.parameters.items()),
        N_("CPU time"): "" if origin.seconds is None else _duration(origin.seconds),
        N_("Versions"): ", ".join(f"{k} {v}" for k, v in origin.versions.items()),
    }
    lines = [(say(origin.lang, name), fact) for name, fact in facts.items() if fact]
    return "".join(f"<dt>{name}</dt><dd>{fact}</dd>" for name, fact in lines)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    time = f"{minutes} min {rest} s" if minutes else f"{rest} s"
    return f"{time} on one core ({escape(platform.machine())})"


_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><main>{mark}{kicker}</p><h1>{title}</h1><p class="lead">{lead}</p>
{body}
<h2>{made}</h2><dl>{origin}</dl></main></body></html>
"""

_CSS = """
:root{color-scheme:light}
body{margin:0;background:#fbf8f1;color:#2b2a26;font:16px/1.55 Georgia,"Liberation Serif",serif}
main{max-width:52rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
.kicker{font:600 .8rem/1 system-ui,sans-serif;letter-spacing:.12em;text-transform:uppercase;
color:#9a6b1f;margin:0}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0 1rem;font-weight:600}
h2{font-size:1.25rem;margin:2.4rem 0 .5rem;font-weight:600;border-top:1px solid #e4ddcb;padding-top:1.2rem}
.lead{font-size:1.12rem}
p{margin:.6rem 0}
.wide{overflow-x:auto;margin:0 0 1.4rem;width:max-content;min-width:100%;max-width:min(100vw - 2.5rem,84rem);
position:relative;left:50%;transform:translateX(-50%)}
table{border-collapse:collapse;font:14px/1.35 system-ui,sans-serif;font-variant-numeric:tabular-nums}
.title{font:600 14px/1.35 system-ui,sans-serif;margin:1.4rem 0 .4rem}
th,td{padding:.3rem .65rem;text-align:right;border-bottom:1px solid #e4ddcb;white-space:nowrap}
th:first-child{text-align:left;font-weight:500}
thead th{border-bottom:1.5px solid #2b2a26;font-weight:600;vertical-align:bottom;
white-space:normal;max-width:8.5rem}
figure{margin:1.6rem 0;background:#fff;border:1px solid #e4ddcb;
border-radius:6px;padding:.75rem;overflow-x:auto}
figure svg{width:100%;min-width:32rem;height:auto;display:block}
figcaption{font:14px/1.45 system-ui,sans-serif;color:#5d574a;padding:.6rem .25rem .1rem}
code{font:.86em/1.4 ui-monospace,monospace;background:#f0eadb;padding:.1em .3em;
border-radius:3px;overflow-wrap:anywhere}
dl{font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem}
dt{color:#8d8675}dd{margin:0}
"""
