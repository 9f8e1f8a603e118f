"""Python values as JSON, and as text where JSON does not tell what the text is.

A string among the JSON of a value is text for the model as it is; a date, a UUID or an enum also
becomes a JSON string, but its text is that JSON, with quotes. A set becomes a JSON array, but its
text is one block. Such values, content blocks and image helpers get their blocks here, as the
reference prints them; the blocks cross beside the JSON. All other text is the core's work.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime
import decimal
import enum
import json
import os
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

try:
    import pydantic_core
except ImportError:
    pydantic_core = None  # type: ignore[assignment]

_PLAIN = frozenset({dict, str, int, float, bool, type(None)})
"""Types whose JSON tells what their text is."""

_PROTOCOL_PACKAGES = frozenset({"mcp", "mcp_types", "fastmcp"})

BLOCKS = frozenset(
    {"TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource"}
)
HELPERS = {"Image": "to_image_content", "Audio": "to_audio_content", "File": "to_resource_content"}
READY = frozenset({"CallToolResult", "InputRequiredResult"})


class Unwritable(Exception):
    """A value that has no JSON; the words say why."""

    def __init__(self, reason: str, detail: BaseException | None = None) -> None:
        super().__init__(reason)
        self.detail = detail
        """What was raised, whose words may be the value's."""

    def told(self, policy: Mapping[str, Any]) -> str:
        """The words, with the detail where the policy allows values in errors."""
        discreet = self.detail is None or policy.get("errors", "full") != "full"
        return str(self) if discreet else f"{self}: {self.detail}"


def to_json(value: object, indent: int = 0, non_finite: str = "constants") -> bytes:
    """A value as JSON, as the reference has it.

    Raises:
        Unwritable: it has none.
    """
    try:
        if pydantic_core is not None:
            return pydantic_core.to_json(
                value,
                fallback=str,
                indent=indent or None,
                inf_nan_mode="constants" if non_finite == "constants" else "null",
            )
        return _standard_json(value, indent, non_finite)
    except RecursionError:
        raise Unwritable("the output is nested too deeply, or within itself") from None
    except Exception as error:  # Whatever a value's own methods raise.
        raise Unwritable("the output has no JSON", error) from error


def from_json(data: bytes) -> Any:
    """JSON of the core as Python values. Member names are cached; texts are mostly of one use."""
    if pydantic_core is None:
        return json.loads(data)
    return pydantic_core.from_json(data, cache_strings="keys")


def is_of(kind: type, names: frozenset[str]) -> bool:
    """Whether a class is, or derives from, one of the protocol's types with these names.

    They are told by name, so that no SDK need be installed and each of them will do.
    """
    return any(
        base.__name__ in names and base.__module__.partition(".")[0] in _PROTOCOL_PACKAGES
        for base in kind.__mro__
    )


def helper_method(kind: type) -> str | None:
    """What makes a content block of an image or audio helper, if the class is one."""
    for name, method in HELPERS.items():
        if is_of(kind, frozenset({name})) and hasattr(kind, method):
            return method
    return None


def ready_made(value: object) -> bytes | None:
    """A result object of an SDK as the JSON that it is on the wire; None for anything else."""
    kind = type(value)
    if kind in _PLAIN or not (hasattr(kind, "model_dump_json") and is_of(kind, READY)):
        return None
    return _wire_json(value)


def call_options(
    value: object,
    policy: dict[str, Any],
    text: str | None,
    meta: Mapping[str, Any] | None,
    always: bool = False,
) -> bytes:
    """What crosses beside a value, as JSON; empty where there is nothing.

    The blocks of the value are among it where the core cannot tell them from the value's JSON, and
    ``always`` where that JSON is not the value's own.
    """
    members = []
    if text is not None:
        members.append(b'"text":' + to_json(text))
    elif (always or not _is_plain(value)) and policy.get("text") != "none":
        members.append(b'"content":[' + b",".join(_blocks(value, policy)) + b"]")
    if meta is not None:
        members.append(b'"meta":' + to_json(meta))
    return b"{" + b",".join(members) + b"}" if members else b""


def _blocks(value: object, policy: dict[str, Any]) -> list[bytes]:
    indent, non_finite = policy.get("indent", 2), policy.get("nonFinite", "error")
    if isinstance(value, list | tuple):
        if not value and policy.get("emptyList") == "text":
            return [_text_block("[]")]
        if policy.get("list") == "single" and not _any_block(value):
            return [_text_block(to_json(value, indent, non_finite).decode())]
    found: list[bytes] = []
    _add_blocks(value, indent, non_finite, found)
    return found


def _text_block(text: str) -> bytes:
    return b'{"type":"text","text":' + to_json(text) + b"}"


def _is_plain(value: object) -> bool:
    kind = type(value)
    if kind in _PLAIN:
        return True
    if isinstance(value, list | tuple):
        kinds = set(map(type, value))
        if kinds <= _PLAIN:
            return True
        nested = [kind for kind in kinds if issubclass(kind, list | tuple)]
        if not all(_is_plain_kind(kind) for kind in kinds if kind not in nested):
            return False
        return not nested or all(_is_plain(item) for item in value if type(item) in nested)
    return _is_plain_kind(kind)


def _is_plain_kind(kind: type) -> bool:
    if kind in _PLAIN or issubclass(kind, str | dict):
        return True
    if issubclass(kind, int | float):
        return not issubclass(kind, enum.Enum) or issubclass(kind, int)
    decorators = getattr(kind, "__pydantic_decorators__", None)
    if decorators is not None:
        root = getattr(kind, "__pydantic_root_model__", False)
        return not (root or decorators.model_serializers or is_of(kind, BLOCKS))
    return dataclasses.is_dataclass(kind) and helper_method(kind) is None


def _any_block(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(_any_block(item) for item in value)
    kind = type(value)
    return kind not in _PLAIN and (is_of(kind, BLOCKS) or helper_method(kind) is not None)


def _add_blocks(value: object, indent: int, non_finite: str, found: list[bytes]) -> None:
    if value is None:
        return
    if isinstance(value, list | tuple):
        for item in value:
            _add_blocks(item, indent, non_finite, found)
        return
    kind = type(value)
    if kind not in _PLAIN:
        if is_of(kind, BLOCKS):
            found.append(_wire_json(value))
            return
        method = helper_method(kind)
        if method is not None:
            found.append(_wire_json(_helper_block(value, method)))
            return
    text = value if isinstance(value, str) else to_json(value, indent, non_finite).decode()
    found.append(_text_block(text))


def _helper_block(value: object, method: str) -> object:
    try:
        return getattr(value, method)()
    except Exception as error:  # A file that is gone, as a rule.
        raise Unwritable(type(value).__name__, error) from error


def _wire_json(model: Any) -> bytes:
    """A protocol object as SDKs send it."""
    try:
        text: str = model.model_dump_json(by_alias=True, exclude_none=True)
    except Exception as error:  # Whatever a custom serializer raises.
        raise Unwritable("the output has no JSON", error) from error
    return text.encode()


# Without pydantic.


def _standard_json(value: object, indent: int, non_finite: str) -> bytes:
    layout: dict[str, Any] = {"indent": indent} if indent else {"separators": (",", ":")}
    if non_finite != "constants":
        value = json.loads(json.dumps(value, default=_standard), parse_constant=lambda _: None)
    try:
        text = json.dumps(value, default=_standard, ensure_ascii=False, **layout)
    except TypeError:
        text = json.dumps(_with_text_keys(value), default=_standard, ensure_ascii=False, **layout)
    return text.encode("utf-8", "replace")


def _standard(value: object) -> object:
    """What stands for a value that the json module does not know."""
    match value:
        case enum.Enum():
            return value.value
        case datetime.datetime() | datetime.time():
            return value.isoformat().replace("+00:00", "Z")
        case datetime.date():
            return value.isoformat()
        case datetime.timedelta():
            return _duration(value)
        case uuid.UUID() | decimal.Decimal() | os.PathLike():
            return str(value)
        case bytes() | bytearray():
            return value.decode()
        case memoryview():
            return base64.b64encode(value).decode()
        case set() | frozenset() | Iterator():
            return list(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: getattr(value, field.name) for field in fields}
    return str(value)


def _with_text_keys(value: object) -> object:
    if isinstance(value, dict):
        return {_key(key): _with_text_keys(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_with_text_keys(item) for item in value]
    known = isinstance(value, str | int | float | None)
    return value if known else _with_text_keys(_standard(value))


def _key(key: object) -> str:
    if isinstance(key, str):
        return key
    plain = key if isinstance(key, int | float | None) else _standard(key)
    return plain if isinstance(plain, str) else json.dumps(plain, default=str)


def _duration(value: datetime.timedelta) -> str:
    sign = "-" if value < datetime.timedelta() else ""
    value = abs(value)
    hours, rest = divmod(value.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    fraction = f".{value.microseconds:06}".rstrip("0") if value.microseconds else ""
    days = f"{value.days}D" if value.days else ""
    parts = [(hours, "H", ""), (minutes, "M", ""), (seconds, "S", fraction)]
    time = "".join(f"{count}{more}{unit}" for count, unit, more in parts if count or more)
    if not days and not time:
        return "PT0S"
    return f"{sign}P{days}" + (f"T{time}" if time else "")
