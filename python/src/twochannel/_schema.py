"""The schema of what a tool returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._errors import SchemaError

Schema = Mapping[str, Any] | bool | None
"""The JSON Schema of a tool's return type, if there is one."""


def to_json(schema: Schema, tool: str) -> str:
    """The schema as the core reads it: nothing where there is none.

    Raises:
        SchemaError: it is no JSON, but a Python type, for instance.
    """
    try:
        return "" if schema is None else json.dumps(schema)
    except (TypeError, ValueError, RecursionError) as error:
        reason = f"it is not JSON: {error}"
        hint = "Converter.from_function makes the schema of a Python type"
        message = f"Tool {tool}: return schema: {reason} ({hint})"
        raise SchemaError(tool, None, reason, message) from error
