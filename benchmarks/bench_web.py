"""How quickly the page is there, and how quickly an entry is on the screen of another device.

python -m benchmarks.bench_web [--entries 30]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median
from uuid import uuid4

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.conftest import ARGUMENTS, CHROMIUM, PHONE
from tests.web.load import cpu, evening, memory
from tests.web.servers import Server, serving

WATCH = """() => { window.times = {};
  new MutationObserver(() => {
    const view = JSON.parse(localStorage.getItem("sleuth:view:" + location.hash.split("/")[2]) || "null");
    if (view && !(view.version in window.times)) window.times[view.version] = Date.now();
  }).observe(document.getElementById("app"), {childList: true, subtree: true}); }"""


def first_load(browser: Browser, server: Server) -> tuple[int, float]:
    """Compressed bytes and milliseconds until the page can be used, with nothing kept from before."""
    context = browser.new_context(viewport=PHONE, service_workers="block")
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector('[data-key="new"]')
    ready = page.evaluate("() => performance.now()")
    size = page.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
             .reduce((sum, entry) => sum + entry.transferSize, 0)"""
    )
    context.close()
    return size, ready


def other_screen(page: Page, server: Server, entries: int) -> tuple[list[float], float]:
    """Milliseconds from posting an entry to the new grid on another screen, and the server's CPU for each."""
    header, lines = evening(1)
    token = httpx.post(f"{server.url}/api/notebooks", json={"case": header}).json()["write"]
    page.goto(f"{server.url}/#/n/{token}")
    page.wait_for_selector(".state.saved")
    page.evaluate(WATCH)
    posted, used = {}, cpu(server.pid)
    with httpx.Client(headers={"authorization": f"Bearer {token}"}, timeout=60) as client:
        for base in range(entries):
            body = {"key": uuid4().hex, "base": base, "change": {"kind": "add", "line": next(lines)}}
            posted[base + 1] = 1000 * time.time()
            client.post(f"{server.url}/api/notebook/changes", json=body).raise_for_status()
            page.wait_for_function("version => version in window.times", arg=base + 1)
    used = (cpu(server.pid) - used) / entries
    seen = page.evaluate("() => window.times")
    return [seen[str(version)] - at for version, at in posted.items()], used


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--entries", type=int, default=30)
    entries = words.parse_args().entries
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        begun = time.monotonic()
        with serving(Path(folder)) as server:
            begun = time.monotonic() - begun
            print(f"start until the first answer    {begun:6.2f} s ({cpu(server.pid):.2f} s CPU)")
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
            loads = [first_load(browser, server) for _ in range(5)]
            print(f"first load, compressed          {loads[0][0] / 1000:6.1f} kB")
            print(f"until it can be used            {median(ms for _, ms in loads):6.0f} ms (median of 5)")
            page = browser.new_context(viewport=PHONE).new_page()
            delays, used = other_screen(page, server, entries)
            print(
                f"entry on another device         {median(delays):6.0f} ms (median of {entries}, six players)"
            )
            print(f"server CPU for an entry         {1000 * used:6.1f} ms")
            print(f"server memory                   {memory(server.pid):6} MB")
            browser.close()


if __name__ == "__main__":
    main()
