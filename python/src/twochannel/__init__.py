"""One tool value, two channels: what a tool returns, as a Model Context Protocol result."""

from ._converter import Converter, convert_result
from ._errors import CoreError, SchemaError
from ._lint import Finding, lint

__all__ = ["Converter", "CoreError", "Finding", "SchemaError", "convert_result", "lint"]
