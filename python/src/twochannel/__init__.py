"""One tool value, two channels: what a tool returns, as a Model Context Protocol result."""

from ._converter import Converter, convert_result
from ._errors import CoreError, SchemaError

__all__ = ["Converter", "CoreError", "SchemaError", "convert_result"]
