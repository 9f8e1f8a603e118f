"""What docs/comparison.md says about the official SDK."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver", reason="the official SDK is not installed")

from mcp import Client
from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel


class Reading(BaseModel):
    n: int
    on: date | None = None


class Gauge:
    """No schema can be made of it."""


def called(returned: Any, annotation: Any) -> Any:
    """The result of a tool that returns a value under an annotation."""

    def tool() -> Any:
        return returned

    tool.__annotations__ = {"return": annotation}
    server = MCPServer("comparison")
    server.add_tool(tool)

    async def session() -> Any:
        async with Client(server) as client:
            return await client.call_tool("tool", {})

    return asyncio.run(session())


def texts(result: Any) -> list[str]:
    return [block.text for block in result.content]


def test_text_and_data() -> None:
    result = called([4, 6], list[int])
    assert (texts(result), result.structured_content) == (["4", "6"], {"result": [4, 6]})
    result = called({"n": "3", "more": 1, "on": date(2026, 1, 2)}, Reading)
    assert result.structured_content == {"n": 3, "on": "2026-01-02"}
    assert texts(result)[0].startswith('{\n  "n": "3",\n  "more": 1')


def test_a_failure_names_no_place() -> None:
    result = called({"n": "many"}, Reading)
    assert result.is_error
    assert texts(result) == ["Error executing tool tool"]
    circular: dict[str, Any] = {}
    circular["self"] = circular
    assert called(circular, dict[str, Any]).is_error


def test_nan() -> None:
    with pytest.RaisesGroup(
        pytest.RaisesExc(RuntimeError, match="None is not of type 'number'"),
        flatten_subgroups=True,
    ):
        called(float("nan"), float)
    assert texts(called(float("nan"), float | None)) == ["NaN"]


def test_a_class_without_a_schema() -> None:
    assert called(Gauge(), Gauge).structured_content is None
