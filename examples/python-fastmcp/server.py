"""A FastMCP server with a tool whose values are converted by twochannel.

    pip install "fastmcp>=4" "twochannel[pydantic]"
    python server.py          # speaks MCP over stdio
"""

from fastmcp import FastMCP
from fastmcp.tools import ToolResult
from mcp_types import ContentBlock
from pydantic import BaseModel, TypeAdapter
from twochannel import Converter


class Weather(BaseModel):
    temperature: float
    conditions: str


def forecast(city: str) -> list[Weather]:
    if city == "Atlantis":
        return [{"temperature": "wet"}]  # type: ignore[list-item]  # a broken promise
    return [Weather(temperature=16.2, conditions="Overcast"), Weather(temperature=18, conditions="Sunny")]


weather = Converter.from_function(forecast, tool="get_weather", preset="python-sdk")
blocks = TypeAdapter(list[ContentBlock])
server = FastMCP("weather")


@server.tool(output_schema=weather.output_schema)
def get_weather(city: str) -> ToolResult:
    """The weather of the next days."""
    result = weather.convert(forecast(city))
    return ToolResult(
        content=blocks.validate_python(result["content"]),
        structured_content=result.get("structuredContent"),
        is_error=result["isError"],
    )


if __name__ == "__main__":
    server.run(show_banner=False)
