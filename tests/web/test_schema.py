"""Whatever is thrown at the documented interface, the server never breaks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from sleuth.web.app import create_app
from sleuth.web.settings import Settings
from tests.web import hands
from tests.web.servers import Server, serving
from tests.web.test_golden import GOLDEN

EXAMPLES = int(os.environ.get("SLEUTH_SCHEMA_EXAMPLES", "12"))
"""Requests for each operation; `make fuzz` asks for many more."""


schema = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite://")).openapi())


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: so many new notebooks would use up the patience that other tests need."""
    with serving(tmp_path_factory.mktemp("fuzzed")) as running:
        yield running.warm()


@pytest.fixture(scope="module")
def token(fuzzed: Server) -> str:
    return hands.new_notebook(fuzzed.url, (GOLDEN / "table1.case").read_text())["write"]


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_breaks_the_server(case: Any, fuzzed: Server, token: str) -> None:
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    answer = case.call(base_url=fuzzed.url, timeout=60)
    case.validate_response(
        answer, checks=(not_a_server_error, status_code_conformance, response_schema_conformance)
    )
