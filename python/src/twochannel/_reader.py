"""Values of annotated functions that JSON and a JSON Schema do not tell everything about.

The core reads the JSON of a value. Where the Python type means more than its schema says (an
alias that may be written by name, a validator, a computed field), pydantic reads the value
instead, and the core gets what pydantic makes of it. In lax mode pydantic also has the last word
on a value that the core refuses, so that its error text knows the Python types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from . import _pool, _values
from ._instance import CHECK, CONVERT, FAIL, Spec
from ._values import Unwritable, from_json

if TYPE_CHECKING:
    from ._returns import Returned

_URL_LINE = re.compile(r"\n    For further information visit https://errors\.pydantic\.dev/\S+")
_IS_ERROR = b'"isError":true'
_NAMED_LIMIT = 20


class Reader:
    """Reads the values of one function with pydantic, where that is called for."""

    def __init__(self, returned: Returned, spec: Spec, policy: dict[str, Any]) -> None:
        assert returned.adapter is not None
        self._adapter = returned.adapter
        self._wrap = returned.wrap
        self._declared = returned.declared
        self._from_attributes = returned.from_attributes
        self._always = says_more(self._adapter.core_schema)
        preset = policy.get("preset") == "python-sdk"
        self._lax = policy.get("validation", "lax" if preset else "strict") == "lax"
        self._errors = policy.get("errors", "full")
        self._policy = policy
        self._spec = spec
        # The same promise for data that was read already.
        clean = {**policy, "validation": "strict", "extra": "keep"}
        self._clean_spec = Spec(spec.schema.decode(), json.dumps(clean))

    def convert(
        self, value: object, data: bytes, text: str | None, meta: Mapping[str, Any] | None
    ) -> bytes:
        """The result of a value that is not the core's alone, whose JSON is ``data``.

        Raises:
            Unwritable: a part of it has no JSON.
        """
        if not self._reads(value):
            call = _values.call_options(value, self._policy, text, meta)
            answer = _pool.run(self._spec, CONVERT, data, call)
            if _IS_ERROR not in answer[-80:]:
                return answer
        try:
            data = self._data(value)
        except ValidationError as error:
            return _pool.run(self._spec, FAIL, self._words(error).encode("utf-8", "replace"))
        call = _values.call_options(value, self._policy, text, meta, always=True)
        return _pool.run(self._clean_spec, CONVERT, data, call)

    def check(self, value: object, data: bytes) -> list[dict[str, Any]]:
        """The problems of a value whose JSON is ``data``."""
        if not self._reads(value):
            found: list[dict[str, Any]] = from_json(_pool.run(self._spec, CHECK, data))
            if not found or not self._lax:
                return found
        try:
            self._data(value)
        except ValidationError as error:
            return [_issue(problem) for problem in error.errors(include_url=False)]
        except Unwritable:
            pass
        return []

    def leaves(self, value: object) -> bool:
        """Whether the value is the core's alone."""
        return not self._lax and not self._reads(value)

    def _reads(self, value: object) -> bool:
        """Whether pydantic must read the value."""
        if self._always:
            return True
        kind = type(value)
        if issubclass(kind, BaseModel):
            # An instance of a subclass keeps its own members.
            return kind is not self._declared and not self._wrap
        return self._from_attributes and not (kind is dict or hasattr(kind, "__dataclass_fields__"))

    def _data(self, value: object) -> bytes:
        """What pydantic makes of the value, as JSON."""
        if self._wrap:
            value = {"result": value}
        validated = self._adapter.validate_python(value, by_alias=True, by_name=True)
        try:
            if isinstance(validated, BaseModel):
                dumped = validated.model_dump(mode="json", by_alias=True)
            else:
                dumped = self._adapter.dump_python(validated, mode="json", by_alias=True)
        except Exception as error:  # Whatever a custom serializer raises.
            raise Unwritable("the output has no JSON", error) from error
        if self._wrap:
            (dumped,) = dumped.values()
        return _values.to_json(dumped)

    def _words(self, error: ValidationError) -> str:
        if self._errors == "full":
            return _URL_LINE.sub("", str(error))
        problems = error.errors(include_url=False, include_input=False, include_context=False)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = [f"the tool's output does not match its own output schema ({count})"]
        for problem in problems[:_NAMED_LIMIT]:
            place = ".".join(map(str, problem["loc"])) or "the whole output"
            what = problem["type"].replace("_", " ")
            lines.append(f"- {place}: {'required, but missing' if what == 'missing' else what}")
        if len(problems) > _NAMED_LIMIT:
            lines.append(f"… and {len(problems) - _NAMED_LIMIT} more")
        return "\n".join(lines)


def _issue(problem: Any) -> dict[str, Any]:
    path = list(problem["loc"])
    steps = [str(step).replace("~", "~0").replace("/", "~1") for step in path]
    return {
        "path": path,
        "pointer": "".join(f"/{step}" for step in steps),
        "code": problem["type"],
        "message": problem["msg"],
        "inputType": type(problem["input"]).__name__,
    }


_TELLING_KEYS = frozenset(
    {
        "alias",
        "validation_alias",
        "serialization_alias",
        "default_factory",
        "serialization_exclude",
        "serialization_exclude_if",
        "computed_fields",
        "post_init",
        "custom_init",
        "strict",
        "strip_whitespace",
        "to_lower",
        "to_upper",
        "tz_constraint",
        "now_op",
        "max_digits",
        "decimal_places",
        "coerce_numbers_to_str",
        "str_strip_whitespace",
        "str_to_lower",
        "str_to_upper",
        "json_encoders",
        "ser_json_bytes",
        "ser_json_timedelta",
        "val_json_bytes",
        "use_enum_values",
    }
)
"""Members of pydantic's own schemas that leave no trace in a JSON Schema."""

_ORDERED_TYPES = frozenset({"date", "datetime", "time", "timedelta"})
_BOUNDS = frozenset({"gt", "ge", "lt", "le"})


def says_more(core_schema: Any) -> bool:
    """Whether a type means more than its JSON Schema can say."""
    return any(_is_telling(node) for node in _nodes(core_schema))


def _is_telling(node: dict[str, Any]) -> bool:
    kind = node.get("type")
    if isinstance(kind, str):
        if kind.startswith("function-") or kind in ("lax-or-strict", "is-instance", "custom-error"):
            return True
        if kind == "union" and any(_is_decimal(choice) for choice in node["choices"]):
            # Its arms, a number and any string, are lost among the other arms.
            return True
        if kind in _ORDERED_TYPES and not _BOUNDS.isdisjoint(node):
            return True
    return any(node.get(key) for key in _TELLING_KEYS) or node.get("allow_inf_nan") is False


def _is_decimal(choice: Any) -> bool:
    return isinstance(choice, dict) and choice.get("type") == "decimal"


def _nodes(core_schema: Any) -> Iterator[dict[str, Any]]:
    waiting = [core_schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            # What pydantic keeps for JSON Schema, and default values, are no schemas.
            waiting += [item for key, item in node.items() if key not in ("metadata", "default")]
        elif isinstance(node, list | tuple):
            waiting += node
