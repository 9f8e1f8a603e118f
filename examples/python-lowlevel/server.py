"""A low-level server of the official SDK whose tool promises and keeps a schema.

    pip install "mcp>=2" "twochannel[pydantic]"
    python server.py          # speaks MCP over stdio
"""

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolResult, ListToolsResult, Tool
from pydantic import BaseModel
from twochannel import Converter


class Weather(BaseModel):
    temperature: float
    conditions: str


def get_weather(city: str) -> list[Weather]:
    """The weather of the next days."""
    if city == "Atlantis":
        return [{"temperature": "wet"}]  # type: ignore[list-item]  # a broken promise
    return [Weather(temperature=16.2, conditions="Overcast"), Weather(temperature=18, conditions="Sunny")]


weather = Converter.from_function(get_weather, preset="python-sdk")


async def list_tools(context, params):
    city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    return ListToolsResult(
        tools=[
            Tool(
                name="get_weather",
                description=get_weather.__doc__,
                input_schema=city,
                output_schema=weather.output_schema,
            )
        ]
    )


async def call_tool(context, params):
    value = get_weather(**(params.arguments or {}))
    return CallToolResult.model_validate(weather.convert(value))


server = Server("weather", on_list_tools=list_tools, on_call_tool=call_tool)


async def main():
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
