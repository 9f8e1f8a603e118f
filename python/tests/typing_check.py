"""Read by mypy alone: what a user may write, and what is refused."""

from typing import Any

from twochannel import Converter, CoreError, Finding, SchemaError, convert_result, lint


def tool() -> int:
    return 1


converter: Converter = Converter({"type": "integer"}, tool="t", indent=4, errors="named")
published: dict[str, Any] | None = converter.output_schema
result: dict[str, Any] = converter.convert(17, text="seventeen", meta={"a": 1})
wire: bytes = converter.convert_to_bytes([1])
problems: list[dict[str, Any]] = converter.check(object())
ready: dict[str, Any] = converter.pass_through({"content": []})
from_function: Converter = Converter.from_function(tool, structured_output=True, preset="python-sdk")
once: dict[str, Any] = convert_result(None, None, structured_output=False)
advice: list[Finding] = lint({"type": "integer"}, 17, tool="t")
where: str = advice[0]["pointer"]
errors: tuple[type[ValueError], type[RuntimeError]] = (SchemaError, CoreError)

Converter(None, ident=2)  # type: ignore[call-arg]
Converter(None, errors="loud")  # type: ignore[arg-type]
Converter.from_function(17)  # type: ignore[arg-type]
converter.output_schema = None  # type: ignore[misc]
