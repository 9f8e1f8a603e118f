"""Functions with return annotations, and values for them: what the comparison runs over."""

from __future__ import annotations

import collections
import datetime
import decimal
import enum
import ipaddress
import pathlib
import typing
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypeVar, Union

import pydantic
from mcp.server.mcpserver import Audio, Image
from mcp_types import (
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
)
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, RootModel
from typing_extensions import NotRequired, ReadOnly, Required, TypedDict

T = TypeVar("T")


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Shade(str, enum.Enum):
    DARK = "dark"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


class Harbour(BaseModel):
    """A place for ships."""

    name: str
    berths: int = 4


class Tide(BaseModel):
    at: datetime.datetime
    metres: float = Field(ge=-20, le=20, description="above chart datum")
    harbour: Harbour | None = None


class BusyHarbour(Harbour):
    ships: list[str] = []


class Aliased(BaseModel):
    wind_speed: float = Field(alias="windSpeed")
    gusts: int | None = Field(default=None, alias="gustsKn")


class SplitAlias(BaseModel):
    wind: int = Field(validation_alias="windIn", serialization_alias="windOut")


class ManyAliases(BaseModel):
    wind: int = Field(validation_alias=AliasChoices("wind", "w"))


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: int


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    id: int


class StrictOne(BaseModel):
    model_config = ConfigDict(strict=True)
    id: int


class Computed(BaseModel):
    side: int

    @pydantic.computed_field  # type: ignore[prop-decorator]
    @property
    def area(self) -> int:
        return self.side**2


class Validated(BaseModel):
    code: str

    @pydantic.field_validator("code")
    @classmethod
    def _upper(cls, code: str) -> str:
        if not code.isalpha():
            raise ValueError("letters only")
        return code.upper()


class Serialized(BaseModel):
    secret: str

    @pydantic.field_serializer("secret")
    def _hide(self, secret: str) -> str:
        return "*" * len(secret)


class Factory(BaseModel):
    tags: list[str] = Field(default_factory=lambda: ["new"])


class Tree(BaseModel):
    label: str
    children: list["Tree"] = []


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: str | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


class Numbers(RootModel[list[int]]):
    pass


class Row(TypedDict):
    id: int
    name: str


class Partial(TypedDict, total=False):
    """Everything may be missing."""

    id: Required[int]
    name: str


class Qualified(TypedDict):
    id: ReadOnly[int]
    note: NotRequired[Annotated[str, Field(max_length=5, description="short")]]


class Nested(TypedDict):
    row: Row
    rows: list[Row]


class Standard(typing.TypedDict):
    """From the typing module."""

    id: int
    name: NotRequired[str]


class WithConfig(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    id: int


@dataclass
class Station:
    name: str
    depth: float = 1.5
    tags: list[str] = field(default_factory=list)


@dataclass
class Opened:
    on: datetime.date
    by: Optional[str] = None


class Plain:
    name: str
    berths: int = 4
    _hidden: int = 0

    def __init__(self, name: str, berths: int = 4) -> None:
        self.name, self.berths = name, berths

    def __str__(self) -> str:
        return f"<Plain {self.name}>"


class Bare:
    def __str__(self) -> str:
        return "<Bare>"


class Pair(NamedTuple):
    left: int
    right: str


NOON = datetime.datetime(2024, 2, 29, 12, 0, tzinfo=datetime.timezone.utc)
DAY = datetime.date(2024, 2, 29)
UID = uuid.UUID(int=7)
TEXT = TextContent(type="text", text="hello")
PICTURE = ImageContent(type="image", data="aGk=", mime_type="image/png")
RESOURCE = EmbeddedResource(
    type="resource", resource=TextResourceContents(uri="file:///a", text="a", mime_type="text/plain")
)

Returned = tuple[Any, list[Any]]

ITEMS: dict[str, Returned] = {
    "int": (int, [17, "17", "x", 2.5, 2.0, True, None, 10**30]),
    "float": (float, [1.5, 2, "2.5", "x", float("nan"), float("inf"), None]),
    "str": (str, ["text", "", "ü\n\"", 5, None, b"bytes"]),
    "bool": (bool, [True, "yes", 1, 2, "maybe"]),
    "bytes": (bytes, [b"bytes", "text", 5]),
    "none": (None, [None, 1]),
    "any": (Any, [1, "a", [1, None], {"a": {1: 2}}, None, Harbour(name="x"), {3}, DAY]),
    "object": (dict[str, Any], [{"a": 1, "b": [None, {"c": 2.0}]}, {}, [], {1: 2}]),
    "date": (datetime.date, [DAY, "2024-02-29", NOON, "no date", 5]),
    "datetime": (datetime.datetime, [NOON, "2024-02-29T12:00:00Z", DAY, "no", 1709208000]),
    "time": (datetime.time, [datetime.time(12, 30), "12:30", "25:00"]),
    "timedelta": (datetime.timedelta, [datetime.timedelta(days=1, seconds=3.5), "PT1H", 90, "x"]),
    "uuid": (uuid.UUID, [UID, str(UID), "no uuid"]),
    "decimal": (decimal.Decimal, [decimal.Decimal("1.50"), "2.5", 3, "x"]),
    "enum": (Colour, [Colour.RED, "blue", "green"]),
    "strenum": (Shade, [Shade.DARK, "dark", "light"]),
    "intenum": (Level, [Level.HIGH, 1, 2]),
    "literal": (Literal["a", 1], ["a", 1, "b", None]),
    "constrained": (Annotated[int, Field(ge=0, le=9)], [5, -1, "7", 10]),
    "pattern": (Annotated[str, Field(pattern="^[a-z]+$", max_length=4)], ["abc", "ABC", "abcdef"]),
    "model": (Harbour, [Harbour(name="Föhr"), {"name": "x"}, {"name": "x", "berths": "7"},
                        {"berths": "many"}, BusyHarbour(name="y", ships=["s"]), [], None]),
    "model2": (Tide, [Tide(at=NOON, metres=1), {"at": "2024-02-29T12:00:00Z", "metres": 99},
                      {"at": NOON, "metres": "2", "harbour": Harbour(name="h")}]),
    "aliased": (Aliased, [Aliased(windSpeed=3), {"windSpeed": 3}, {"wind_speed": 4, "gusts": 5},
                          {"wind": 1}]),
    "closed": (Closed, [{"id": 1}, {"id": 1, "more": 2}, Closed(id=2)]),
    "open": (Open, [{"id": 1, "more": [2]}, Open(id=2, x="y")]),
    "strict": (StrictOne, [{"id": 1}, {"id": "1"}]),
    "computed": (Computed, [Computed(side=3), {"side": 2}]),
    "validated": (Validated, [{"code": "abc"}, {"code": "a1"}]),
    "serialized": (Serialized, [Serialized(secret="abc"), {"secret": "abcd"}]),
    "factory": (Factory, [{}, {"tags": ["a"]}, Factory()]),
    "tree": (Tree, [Tree(label="a", children=[Tree(label="b")]), {"label": "a", "children": [{}]}]),
    "page": (Page[Row], [{"items": [{"id": 1, "name": "a"}]}, {"items": [{"id": "x"}]}]),
    "animal": (Annotated[Union[Cat, Dog], Field(discriminator="kind")],
               [Cat(kind="cat"), {"kind": "dog", "name": "Rex"}, {"kind": "dog"}, {"kind": "cow"}]),
    "row": (Row, [{"id": 1, "name": "a"}, {"id": "1", "name": "a", "more": 1}, {"id": 1}]),
    "partial": (Partial, [{"id": 1}, {"name": "a"}]),
    "qualified": (Qualified, [{"id": 1, "note": "ok"}, {"id": 1, "note": "too long"}]),
    "nested": (Nested, [{"row": {"id": 1, "name": "a"}, "rows": []}, {"row": {}, "rows": [1]}]),
    "dataclass": (Station, [Station("a"), {"name": "b", "depth": "2"}, {"depth": 1}]),
    "dataclass2": (Opened, [Opened(DAY), {"on": "2024-02-29"}, {"on": "x"}]),
    "path": (pathlib.PurePosixPath, [pathlib.PurePosixPath("/a"), "b", 5]),
    "ip": (ipaddress.IPv4Address, [ipaddress.IPv4Address("10.0.0.1"), "10.0.0.2", "x"]),
    "url": (pydantic.HttpUrl, ["https://example.org/a", "no url"]),
}

SHAPES: dict[str, tuple[Callable[[Any], Any], Callable[[list[Any]], list[Any]]]] = {
    "bare": (lambda kind: kind, lambda values: values),
    "list": (lambda kind: list[kind], lambda values: [values[:2], [values[-1], values[0]], [], values[0]]),
    "optional": (lambda kind: Optional[kind], lambda values: [values[0], None, values[-1]]),
    "mapping": (lambda kind: dict[str, kind], lambda values: [{"a": values[0]}, {"b": values[-1]}, {}]),
    "tuple": (lambda kind: tuple[kind, int], lambda values: [(values[0], 1), (values[-1], "x"), [values[0]]]),
    "tuples": (lambda kind: tuple[kind, ...], lambda values: [tuple(values[:2]), (values[-1],)]),
    "union": (lambda kind: Union[kind, list[int]], lambda values: [values[0], [1, 2], values[-1]]),
    "lists": (lambda kind: dict[str, list[kind]], lambda values: [{"a": values[:2]}, {"a": values[0]}]),
}

SPECIAL: dict[str, Returned] = {
    "standard_typeddict": (Standard, [{"id": 1}, {"name": "x"}]),
    "typeddict_config": (WithConfig, [{"id": 1}, {"id": 1, "more": 2}]),
    "plain_class": (Plain, [Plain("a"), {"name": "b"}, {"berths": 1}, Plain(5)]),  # type: ignore[arg-type]
    "bare_class": (Bare, [Bare(), 1]),
    "list_of_bare_class": (list[Bare], [[Bare()]]),
    "split_alias": (SplitAlias, [SplitAlias(windIn=3), {"windIn": 3}]),
    "many_aliases": (ManyAliases, [{"wind": 3}, {"w": 4}]),
    "root_model": (Numbers, [Numbers([1, 2]), [1, 2], ["x"]]),
    "list_of_root_model": (list[Numbers], [[Numbers([1, 2])], [[1, 2]]]),
    "named_tuple": (Pair, [Pair(1, "x"), (1, "x")]),
    "set": (set[int], [{5}, [1, 1], {"x"}]),
    "set_of_dates": (set[datetime.date], [{DAY}, ["2024-02-29"]]),
    "frozenset": (frozenset[str], [frozenset({"a"}), ["a"]]),
    "list_of_sets": (list[set[int]], [[{5}, {6}], [[1, 2]]]),
    "sequence": (Sequence[int], [[1, 2], (1, 2), "x"]),
    "deque": (collections.deque[int], [collections.deque([1, 2])]),
    "int_keys": (dict[int, str], [{1: "a"}, {"2": "b"}, {"x": "c"}]),
    "uuid_keys": (dict[uuid.UUID, int], [{UID: 1}, {str(UID): 2}]),
    "date_keys": (dict[datetime.date, int], [{DAY: 1}]),
    "enum_keys": (dict[Colour, int], [{Colour.RED: 1}, {"blue": 2}, {"green": 3}]),
    "bare_dict": (dict, [{"a": 1}, {1: 2}]),
    "bare_list": (list, [[1, "a", {"b": None}], []]),
    "bare_tuple": (tuple, [(1, 2)]),
    "typing_list": (typing.List[int], [[1, 2], ["x"]]),  # noqa: UP006
    "typing_dict": (typing.Dict[str, int], [{"a": 1}, {"a": "x"}]),  # noqa: UP006
    "described": (Annotated[int, Field(description="How many.")], [1, "x"]),
    "titled": (Annotated[list[int], Field(title="Dice", max_length=2)], [[1, 2], [1, 2, 3]]),
    "annotated_model": (Annotated[Harbour, "note"], [Harbour(name="x"), {"berths": 1}]),
    "annotated_mapping": (Annotated[dict[str, int], Field(description="Counts.")], [{"a": 1}]),
    "optional_model": (Optional[Harbour], [None, Harbour(name="x"), {"berths": 3}]),
    "pep604": (int | str | None, [1, "a", None, 2.5]),
    "two_models": (Union[Harbour, Row], [Harbour(name="x"), {"id": 1, "name": "y"}, {}]),
    "text_content": (TextContent, [TEXT]),
    "content_list": (list[ContentBlock], [[TEXT, PICTURE, RESOURCE]]),
    "content_or_str": (Union[str, ImageContent], [PICTURE, "a"]),
    "content_optional": (Optional[TextContent], [TEXT, None]),
    "content_tuple": (tuple[TextContent, int], [(TEXT, 5)]),
    "content_sequence": (Sequence[TextContent], [[TEXT]]),
    "content_annotated": (Annotated[TextContent, "note"], [TEXT]),
    "content_mapping": (dict[str, TextContent], [{"a": TEXT}]),
    "image": (Image, [Image(data=b"hi", format="png")]),
    "image_list": (list[Image], [[Image(data=b"hi", format="png"), "caption", Image(data=b"ho", format="gif")]]),
    "image_mixed": (list[Union[Image, str]], [["a", Image(data=b"hi", format="png")]]),
    "audio": (Audio, [Audio(data=b"hi", format="wav")]),
    "ready": (CallToolResult, [CallToolResult(content=[TEXT]), "plain"]),
    "ready_annotated": (Annotated[CallToolResult, Harbour],
                        [CallToolResult(content=[TEXT], structured_content={"name": "x"}),
                         CallToolResult(content=[TEXT], structured_content={"berths": "x"}),
                         CallToolResult(content=[], is_error=True),
                         CallToolResult(content=[])]),
    "ready_annotated_int": (Annotated[CallToolResult, int],
                            [CallToolResult(content=[], structured_content={"result": 5})]),
    "ready_optional": (Optional[CallToolResult], []),
    "ready_union": (Union[CallToolResult, int], []),
    "input_required": (InputRequiredResult, [InputRequiredResult(request_state="s"), 1]),
    "input_or_int": (Union[InputRequiredResult, int], [InputRequiredResult(request_state="s"), 1, "x"]),
    "input_or_model": (Union[InputRequiredResult, Harbour], [Harbour(name="x"), {"berths": 1}]),
    "input_or_optional": (Union[InputRequiredResult, int, None], [1, None]),
    "final": (typing.Final[int], []),
    "callable": (Callable[[int], int], [abs]),
    "complex": (complex, [1j]),
    "type": (type, [int]),
    "unset": (None, []),
    "generator": (typing.Iterator[int], []),
    "optional_bare_class": (Optional[Bare], []),
    "lone_ready_in_list": (list[CallToolResult], [[CallToolResult(content=[TEXT])]]),
}


def functions() -> list[tuple[str, Any, list[Any]]]:
    """Name, return annotation and values of each function."""
    table = [
        (f"{item}_{shape}", wrap(kind), pick(values))
        for shape, (wrap, pick) in SHAPES.items()
        for item, (kind, values) in ITEMS.items()
    ]
    table += [(name, kind, values) for name, (kind, values) in SPECIAL.items()]
    return table


def function(name: str, annotation: Any) -> Callable[[], Any]:
    """A function of that name with that return annotation."""

    def tool() -> Any:
        raise NotImplementedError

    tool.__name__ = tool.__qualname__ = name
    tool.__annotations__ = {"return": annotation}
    return tool
