"""An MCPServer of the official SDK with a tool that returns a result of its own making.

    pip install "mcp>=2" "twochannel[pydantic]"
    python server.py          # speaks MCP over stdio

`Annotated[CallToolResult, Weather]` tells the SDK the schema; the result is made here, so that the
error text names what is wrong and the text for the model is our own.
"""

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult
from pydantic import BaseModel
from twochannel import Converter


class Weather(BaseModel):
    temperature: float
    conditions: str


def current(city: str) -> Weather:
    if city == "Atlantis":
        return {"temperature": "wet"}  # type: ignore[return-value]  # a broken promise
    return Weather(temperature=16.2, conditions="Overcast")


weather = Converter.from_function(current, tool="get_weather", errors="named")
server = MCPServer("weather")


@server.tool()
def get_weather(city: str) -> Annotated[CallToolResult, Weather]:
    """The weather of a city."""
    value = current(city)
    return CallToolResult.model_validate(weather.convert(value, meta={"source": "buoy 7"}))


if __name__ == "__main__":
    server.run()
