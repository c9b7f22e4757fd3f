"""Whatever is thrown at the documented interface, the server never breaks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from sleuth.web.app import create_app
from sleuth.web.settings import Settings
from tests.web import hands
from tests.web.servers import free_port, ready
from tests.web.test_golden import GOLDEN

EXAMPLES = int(os.environ.get("SLEUTH_SCHEMA_EXAMPLES", "12"))
"""Requests for each operation; `make fuzz` asks for many more."""
FREELY = 10**9
"""Requests at once: more than anybody sends."""


schema = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite://")).openapi())


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that never asks anybody to wait: it is here to answer."""
    database = f"sqlite:///{tmp_path_factory.mktemp('patient')}/notebooks.sqlite"
    app = create_app(Settings(database=database, burst=FREELY, new_burst=FREELY))
    server = uvicorn.Server(uvicorn.Config(app, port=free_port(), log_config=None))
    running = Thread(target=server.run)
    running.start()
    try:
        yield ready(f"http://127.0.0.1:{server.config.port}")
    finally:
        server.should_exit = True
        running.join()


@pytest.fixture(scope="module")
def token(patient: str) -> str:
    return hands.new_notebook(patient, (GOLDEN / "table1.case").read_text())["write"]


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case: Any, patient: str, token: str) -> None:
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    answer = case.call(base_url=patient, timeout=60)
    assert answer.status_code != 429, "whoever is asked to wait is not answered"
    case.validate_response(
        answer, checks=(not_a_server_error, status_code_conformance, response_schema_conformance)
    )
