"""The FastMCP example with FastMCP's client, and what docs/comparison.md says about FastMCP.

It needs an environment with FastMCP.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastmcp", reason="FastMCP is not installed")

from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError

SERVER = Path(__file__).parents[2] / "examples" / "python-fastmcp" / "server.py"


async def session() -> tuple[Any, Any, str]:
    """What a client sees: the tool, a good result, the text of a bad one."""
    async with Client(SERVER) as client:
        (tool,) = await client.list_tools()
        good = await client.call_tool("get_weather", {"city": "Husum"})
        with pytest.raises(ToolError) as caught:
            await client.call_tool("get_weather", {"city": "Atlantis"})
    return tool, good, str(caught.value)


def test_fastmcp_tool() -> None:
    tool, good, bad = asyncio.run(session())
    schema = getattr(tool, "output_schema", None) or tool.outputSchema
    assert schema["required"] == ["result"]
    assert good.structured_content["result"][0] == {"temperature": 16.2, "conditions": "Overcast"}
    assert [block.text for block in good.content][1].startswith('{\n  "temperature": 18.0')
    assert "2 validation errors for get_weatherOutput" in bad


def called(returned: Any, annotation: Any, **options: Any) -> Any:
    """The result of a tool that returns a value under an annotation."""

    def tool() -> Any:
        return returned

    tool.__annotations__ = {"return": annotation}
    server = FastMCP("comparison")
    server.tool(tool, **options)

    async def call() -> Any:
        async with Client(server) as client:
            return await client.call_tool_mcp("tool", {})

    return asyncio.run(call())


def test_comparison() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    with pytest.raises(RuntimeError, match="'many' is not of type 'integer'"):
        called({"n": "many"}, dict, output_schema=schema)
    listed = called([4, 6], list[int])
    assert [block.text for block in listed.content] == ["[4,6]"]
    assert listed.structured_content == {"result": [4, 6]}
    nan = called({"x": float("nan")}, dict[str, float])
    assert nan.is_error and "$.x" in nan.content[0].text
    with pytest.raises(ValueError, match="must represent object types"):
        called([], list, output_schema={"type": "array"})
