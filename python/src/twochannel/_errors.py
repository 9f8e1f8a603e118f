"""What can go wrong besides a bad value, which is an error result and no exception."""

from __future__ import annotations


class SchemaError(ValueError):
    """No converter can be made: the schema, the policy or the return annotation is at fault."""

    tool: str
    """The tool that was being registered."""
    pointer: str | None
    """The place in the schema as a JSON Pointer; None where it is not the schema's fault."""
    reason: str
    """What is wrong there."""

    def __init__(
        self, tool: str, pointer: str | None, reason: str, message: str | None = None
    ) -> None:
        super().__init__(reason if message is None else message)
        self.tool = tool
        self.pointer = pointer
        self.reason = reason

    def __reduce__(self) -> tuple[type[SchemaError], tuple[str, str | None, str, str]]:
        return SchemaError, (self.tool, self.pointer, self.reason, str(self))


class CoreError(RuntimeError):
    """The WebAssembly core stopped in the middle of a call, for want of memory as a rule.

    Its instance is given up; the next call gets a fresh one.
    """
