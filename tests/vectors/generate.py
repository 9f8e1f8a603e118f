"""Makes vectors: random return types, random values, and what the reference answers.

    python3.11 -m venv venv && venv/bin/pip install -r tests/vectors/requirements.txt
    venv/bin/python tests/vectors/generate.py types 3000 --seed 7 > more.jsonl
    TWOCHANNEL_VECTORS=more.jsonl cargo test --test vectors -- --ignored --nocapture

The categories are `structure` (valid values of every kind of type), `types` (values with something
wrong in them) and `formats` (strings that stand for other types). README.md describes the rows.
"""

import argparse
import dataclasses
import enum
import json
import math
import random
import re
import sys
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, Optional, Union
from uuid import UUID

import jsonschema
from mcp.server.mcpserver.exceptions import InvalidSignature
from mcp.server.mcpserver.utilities.func_metadata import func_metadata
from pydantic import AnyUrl, BaseModel, ConfigDict, Field, HttpUrl, TypeAdapter, create_model
from typing_extensions import NotRequired, TypedDict

NAMES = ["city", "temperature", "humidity", "tags", "label", "count", "notes", "score"]
CLASSES = ["Reading", "Station", "Forecast", "Region", "Alert", "Sensor"]
WORDS = ["clear", "storm", "light-rain", "naïve", "晴れ", "London", "Overcast", "x", "", "a.b", "it's"]
TOOLS = ["get_weather", "find_station", "list_alerts", "read_sensor"]
WRONG = [None, True, False, 0, 1, 2, -3, 17.0, 2.5, 1e20, 10**25, "", "17", " 5 ", "1_000", "2.50", "text",
         "true", "off", "nan", "1e3", "+4", "007", "0x10", "9" * 30, [], [1, "b"], {}, {"k": "v"}, ["s"],
         "a string that is quite a bit longer than fifty characters are, é",
         {"deep": [1, {"er": None}], "and": ["晴れ" * 12, "it's \"quoted\"\n"]}]
TEXTS = {
    datetime: ["2024-01-02T03:04:05Z", "2024-02-29 23:59", "2024-01-02T03:04:05.123456789+02:00", "2024-01-02",
               "1700000000", "1700000000.5", "-1", "2024-13-01T00:00:00Z", "2024-01-02T25:00", "2024-01-02t03:04",
               "0000-01-01T00:00:00", "2024-01-02T03:04:05-23:59", "20240102", 1700000000, 1.7e12, -5, 1e30, 3.25],
    date: ["2024-02-29", "2023-02-29", "2024-01-02T00:00:00Z", "2024-01-02T00:00:01", "1704067200", "86400.0",
           "24-1-1", "2024-1-01", "0000-01-01", 86400, 86401, 0, 1e12, "x", "2024-01-02 "],
    time: ["12:30", "23:59:59.999999", "12:30:05Z", "12:30:05+05:30", "24:00", "12:60", "12:30:5", "12:30:05.1234567",
           "1230", 3600, 86400, -1, 0.5, "12:30:05−01:00", "12:30:05,25"],
    timedelta: ["P1D", "PT3H", "P3DT12H30M5S", "-P1DT2H", "PT0.5S", "P1Y2M3W", "1 day, 02:03:04", "00:15:30.5", "-00:15",
                "3 days", "P", "PT", "P1.5D", "25:00:00", "1d 25:00", 86400, -90.25, 1e15, "0:01", "P1H", "5"],
    UUID: ["61995bef-231d-4943-aeae-806a495ab528", "61995BEF231D4943AEAE806A495AB528",
           "{61995bef-231d-4943-aeae-806a495ab528}", "urn:uuid:61995bef-231d-4943-aeae-806a495ab528", "61995bef",
           "61995bef-231d-4943-aeae-806a495ab52", "61995bef-231d-4943-aeae-806a495ab5289", "zzz", "", "a-b-c-d-e",
           "61995bef-231d-4943-aeae806a495ab528", "{61995bef}", "é"],
    AnyUrl: ["http://example.org", "HTTPS://Example.ORG:443/a/../b?q=1#f", "ftp://u:p@h:21/x", "file:///tmp/x",
             "mailto:a@b.c", "http://1.2.3", "http://[::1]:80/", "http:// x", "http://", "x", "//a/b", "data:,a b",
             "http://a b/", "http://é.example/ü?ä", "https://h:99999", "http://h/%7Ea b", "foo://x/y/../z", "http://h?a",
             "http://a@b@c/", "http:\\\\h\\p", "urn:isbn:1", "http://h:080/./.", "http://256.1.1.1", "http://h/#a b"],
    Decimal: ["1.50", "0.10", "1E+3", "-0", "1e-9", " 2.5 ", "1_000.5", "nan", "inf", "abc", "", ".5", "5.", 3, 2.25, 0.1,
              1e-7, 1e22, "123456789012345678901234567890.123", "0.0000001", True],
    bytes: ["", "abc", "晴れ", 3, None],
}
TEXTS[HttpUrl] = TEXTS[AnyUrl]


class Color(enum.Enum):
    red = "red"
    light_blue = "light blue"


class Level(enum.IntEnum):
    low = 1
    high = 3


class Node(BaseModel):
    label: str
    children: "list[Node]" = []
    other: "Optional[Union[Node, int]]" = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


Pet = Annotated[Union[Cat, Dog], Field(discriminator="kind")]


class Types:
    """Draws types; `exact` is false once a schema cannot tell what was drawn."""

    def __init__(self, rng: random.Random, category: str):
        self.rng, self.category, self.exact, self.classes = rng, category, True, []
        self.integer_keys = False

    def any(self, depth: int = 0) -> Any:
        kinds = ["scalar"] * (2 + 2 * depth) + ["list", "dict", "tuple", "set", "optional", "union", "class", "special"]
        return getattr(self, self.rng.choice(kinds if depth < 3 else ["scalar"]))(depth)

    def scalar(self, depth: int = 0) -> Any:
        rng = self.rng
        if self.category == "formats":
            # A URL class is an annotated class at the root, of which the reference reads no field.
            return rng.choice([kind for kind in [*TEXTS, str, int] if depth or kind not in (AnyUrl, HttpUrl)])
        low = rng.randint(-5, 5)
        half = low + 0.5
        return rng.choice([
            int, float, str, bool, type(None), Any, int, float, str,
            Annotated[int, Field(ge=low, lt=low + 9)], Annotated[int, Field(multiple_of=3)], Annotated[int, Field(gt=low)],
            Annotated[float, Field(gt=half, le=half + 9)], Annotated[float, Field(lt=half)],
            Annotated[float, Field(multiple_of=0.5)], Annotated[str, Field(min_length=1, max_length=rng.randint(1, 8))],
            Annotated[str, Field(pattern="^[a-z]+$")], Literal["clear", "storm", "晴れ"], Literal["x"], Literal["a", 2],
            Literal[1, 2, 3], Literal[True, "it's"],
        ])

    def list(self, depth: int) -> Any:
        item = list[self.any(depth + 1)]
        low = self.rng.randint(0, 2)
        return self.rng.choice([item, item, Annotated[item, Field(min_length=low, max_length=low + 1)]])

    def dict(self, depth: int) -> Any:
        integer = depth == 0 and self.rng.random() < 0.2
        self.integer_keys |= integer
        return dict[int if integer else str, self.any(depth + 1)]

    def tuple(self, depth: int) -> Any:
        if self.rng.random() < 0.25:
            self.exact = False
            return tuple[self.any(depth + 1), ...]
        return tuple[tuple(self.any(depth + 1) for _ in range(self.rng.randint(1, 3)))]

    def set(self, _depth: int) -> Any:
        return set[self.rng.choice([int, float, bool, str, type(None), Literal["x", "clear"]])]

    def optional(self, depth: int) -> Any:
        return Optional[self.any(depth + 1)]

    def union(self, depth: int) -> Any:
        arms = [self.any(depth + 1) for _ in range(self.rng.randint(2, 3))]
        # A Decimal is published as a number or a string, and two arms among others look the same.
        arms = [arm for arm in arms if arm is not Decimal and Optional[Decimal] != arm] or [int]
        # Arms with the same schema are published once.
        apart = {json.dumps(TypeAdapter(arm).json_schema()): arm for arm in arms}
        return Union[tuple(apart.values())]

    def special(self, _depth: int) -> Any:
        return self.rng.choice([Color, Level, Node, Pet, Cat])

    def class_(self, depth: int) -> Any:
        rng = self.rng
        name = f"{rng.choice(CLASSES)}{len(self.classes) or ''}"
        fields = {f: self.any(depth + 1) for f in rng.sample(NAMES, rng.randint(1, 4))}
        kind = rng.choice(["model"] * 6 + ["typeddict", "dataclass"])
        self.exact &= kind == "model"
        if kind == "typeddict":
            made = TypedDict(name, {f: NotRequired[t] if rng.random() < 0.3 else t for f, t in fields.items()})
        elif kind == "dataclass":
            made = dataclasses.make_dataclass(name, list(fields.items()))
        else:
            extra = rng.choice(["ignore", "ignore", "ignore", "forbid", "allow"])
            values = Values(rng, self.category, wrong=0)
            default = lambda t: values.of(t) if t in (int, float, str, bool) and rng.random() < 0.3 else ...
            made = create_model(name, __config__=ConfigDict(extra=extra), **{f: (t, default(t)) for f, t in fields.items()})
        self.classes.append(made)
        return made


setattr(Types, "class", Types.class_)


class Values:
    """Draws values of a type, each part of which is wrong with the given chance."""

    def __init__(self, rng: random.Random, category: str, wrong: float):
        self.rng, self.category, self.wrong = rng, category, wrong

    def of(self, kind: Any, depth: int = 0) -> Any:
        rng = self.rng
        if rng.random() < self.wrong:
            return rng.choice(WRONG)
        if kind in TEXTS:
            return rng.choice(TEXTS[kind])
        if kind is Any:
            return rng.choice(WRONG)
        return self.from_schema(TypeAdapter(kind).json_schema(), None, depth)

    def from_schema(self, schema: dict, root: Any, depth: int) -> Any:
        rng, root = self.rng, root or schema
        below = lambda s: rng.choice(WRONG) if rng.random() < self.wrong else self.from_schema(s, root, depth + 1)
        if "$ref" in schema:
            return self.from_schema(root["$defs"][schema["$ref"].split("/")[-1]], root, depth)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                arms = schema[word] if depth < 6 else schema[word][-1:]
                return self.from_schema(rng.choice(arms), root, depth + 1)
        if "enum" in schema or "const" in schema:
            return rng.choice(schema.get("enum") or [schema["const"]])
        if "format" in schema:
            kinds = {"date-time": datetime, "date": date, "time": time, "duration": timedelta, "uuid": UUID,
                     "uri": AnyUrl, "binary": bytes}
            return rng.choice(TEXTS[kinds[schema["format"]]])
        low, high = schema.get("minItems", 0), schema.get("maxItems", 3)
        match schema.get("type"):
            case "integer":
                factor = schema.get("multipleOf", 1)
                base = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
                return rng.choice([base, base, rng.randint(0, 9) * factor, 255, 10**12] if factor == 1 else [factor, 0])
            case "number":
                base = schema.get("minimum", schema.get("exclusiveMinimum", schema.get("exclusiveMaximum", 2) - 1) + 0.25)
                return rng.choice([base, 0.1 + 0.2, 3, -2.25, 1e20, 16.0])
            case "string":
                if "pattern" in schema:
                    return rng.choice(["abc", "x", "Abc", "a1"])
                return rng.choice(WORDS)[: schema.get("maxLength", 99)]
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "array" if "prefixItems" in schema:
                items = [below(s) for s in schema["prefixItems"]]
                return items[:-1] if rng.random() < self.wrong else items + [0] * (rng.random() < self.wrong)
            case "array":
                size = low if depth > 6 else rng.randint(low, max(low, min(high, 3))) + (rng.random() < self.wrong)
                return [below(schema.get("items", {})) for _ in range(size)]
            case "object" if "properties" in schema:
                value = {}
                for name, field in schema["properties"].items():
                    if rng.random() >= self.wrong and (name in schema.get("required", []) or rng.random() < 0.6):
                        value[name] = below(field)
                if rng.random() < 0.1:
                    value[rng.choice(["zz_extra", "_hidden", "a.b"])] = rng.choice(WRONG)
                return value
            case "object":
                names = rng.sample([*WORDS, "17", "007"], rng.randint(0, 2))
                rest = schema.get("additionalProperties")
                return {name: below(rest if isinstance(rest, dict) else {}) for name in names}
        return rng.choice(WRONG)


LIKE_DECIMAL = re.compile(r'"anyOf": \[({[^{}]*"number"}, {"type": "string"}|{"type": "string"}, {[^{}]*"number"})[],]')


def plain(data: Any) -> Any:
    """As it goes on the wire, where NaN is null."""
    if isinstance(data, float) and not math.isfinite(data):
        return None
    if isinstance(data, dict):
        return {name: plain(value) for name, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, list) else data


def without_urls(error: Exception) -> str:
    return "\n".join(line for line in str(error).split("\n") if not line.startswith("    For further information"))


def row(ident: str, rng: random.Random, category: str) -> dict | None:
    types = Types(rng, category)
    returns = types.any()
    value = Values(rng, category, wrong=0 if category == "structure" else 0.08).of(returns)

    def tool(): ...

    tool.__name__ = name = rng.choice(TOOLS)
    tool.__annotations__["return"] = returns
    try:
        meta = func_metadata(tool)
        # A dataclass at the root loses its constraints.
        whole = dataclasses.is_dataclass(returns)
        schema = TypeAdapter(meta.output_model if whole else returns).json_schema()
    except (InvalidSignature, TypeError):
        return None
    if meta.output_schema is None or (category != "formats" and LIKE_DECIMAL.search(json.dumps(schema))):
        return None
    expect: dict = {"outputSchema": meta.output_schema}
    made: dict = {"id": ident, "tool": name, "returns": str(returns), "schema": schema, "structuredOutput": None,
                  "value": json.dumps(value, ensure_ascii=False), "expect": expect}
    try:
        result = meta.convert_result(json.loads(made["value"]))
        expect["content"] = [block.model_dump(mode="json", exclude_none=True) for block in result.content]
        expect["structuredContent"] = plain(result.structured_content)
    except ValueError as error:
        expect["error"] = without_urls(error)
        made["exactError"] = types.exact
    if types.integer_keys:
        made["wrap"] = True
    wrapped = {"result": value} if meta.wrap_output else value
    made["valid"] = jsonschema.Draft202012Validator(meta.output_schema).is_valid(wrapped)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("category", choices=["structure", "types", "formats"])
    parser.add_argument("rows", type=int)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(f"{asked.category}-{asked.seed}")
    made = 0
    while made < asked.rows:
        line = row(f"{asked.category[0]}{asked.seed}-{made}", rng, asked.category)
        if line is not None:
            made += 1
            json.dump(line, sys.stdout, ensure_ascii=False)
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
