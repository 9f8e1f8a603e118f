"""The examples, as servers of the official SDK with its client."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp.server.mcpserver", reason="the official SDK is not installed")

from mcp import Client, StdioServerParameters

EXAMPLES = Path(__file__).parents[2] / "examples"


async def session(name: str) -> tuple[Any, Any, Any]:
    """What a client sees: the tool, a good result, a bad one."""
    server = StdioServerParameters(command=sys.executable, args=[str(EXAMPLES / name / "server.py")])
    async with Client(server) as client:
        (tool,) = (await client.list_tools()).tools
        good = await client.call_tool("get_weather", {"city": "Husum"})
        bad = await client.call_tool("get_weather", {"city": "Atlantis"})
    return tool, good, bad


def test_low_level_server() -> None:
    tool, good, bad = asyncio.run(session("python-lowlevel"))
    assert tool.output_schema["title"] == "get_weatherOutput"
    assert good.structured_content == {
        "result": [
            {"temperature": 16.2, "conditions": "Overcast"},
            {"temperature": 18.0, "conditions": "Sunny"},
        ]
    }
    assert [block.text for block in good.content] == [
        '{\n  "temperature": 16.2,\n  "conditions": "Overcast"\n}',
        '{\n  "temperature": 18.0,\n  "conditions": "Sunny"\n}',
    ]
    assert bad.is_error and bad.structured_content is None
    assert bad.content[0].text.startswith(
        "Error executing tool get_weather: 2 validation errors for get_weatherOutput\nresult.0."
    )


def test_mcpserver_tool_with_a_result_of_its_own() -> None:
    tool, good, bad = asyncio.run(session("python-mcpserver"))
    assert tool.output_schema["required"] == ["temperature", "conditions"]
    assert good.structured_content == {"temperature": 16.2, "conditions": "Overcast"}
    assert good.meta["source"] == "buoy 7"
    assert bad.is_error
    assert bad.content[0].text == (
        "Error executing tool get_weather: "
        "the tool's output does not match its own output schema (2 problems)\n"
        "- temperature: expected a number, got string\n"
        "- conditions: required, but missing"
    )
