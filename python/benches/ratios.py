"""Times against the reference SDK's `convert_result`, as ratios of one run.

    python benches/ratios.py [--json]

Needs `mcp` beside the package. Each pair is measured in turns, in the time of the processor that the
thread had, and the smallest time of each side counts. Numbers below 1 are faster.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from mcp.server.mcpserver.utilities.func_metadata import func_metadata
from pydantic import BaseModel
from twochannel import Converter
from typing_extensions import TypedDict


class Record(TypedDict):
    temperature: float
    humidity: float
    conditions: str


class Days(TypedDict):
    days: list[Record]


class RecordModel(BaseModel):
    temperature: float
    humidity: float
    conditions: str


def rows() -> list[Record]: ...
def days() -> Days: ...
def models() -> list[RecordModel]: ...


def records(count: int) -> list[Any]:
    """The records of the other benchmarks."""
    return [
        {"temperature": 16.2 + n, "humidity": 0.83, "conditions": "Overcast with spells"}
        for n in range(count)
    ]


def value_for(fn: Callable[[], object], count: int) -> object:
    if fn is days:
        return {"days": records(count)}
    if fn is models:
        return [RecordModel(**record) for record in records(count)]
    return records(count)


LIMITS = {
    ("bytes", 1): 1.0,
    ("bytes", 100): 0.25,
    ("bytes", 1000): 0.18,
    ("dict", 1): 1.1,
    ("dict", 100): 0.35,
}
"""What is promised for records, by kind of result and number of records."""


def pair(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """The smallest time of each, in seconds, measured in turns."""
    best = [float("inf"), float("inf")]
    count = 1
    while timed(theirs, count) < 0.02:
        count *= 2
    for _ in range(15):
        for side, run in enumerate((ours, theirs)):
            best[side] = min(best[side], timed(run, count) / count)
    return best[0], best[1]


def timed(run: Callable[[], object], count: int) -> float:
    # The thread's own time: what else the machine does is no part of it.
    start = time.thread_time()
    for _ in range(count):
        run()
    return time.thread_time() - start


def conversions() -> Iterator[tuple[str, dict[str, float]]]:
    for fn in (rows, days, models):
        reference = func_metadata(fn)
        converters = {
            "strict": Converter.from_function(fn),
            "lax": Converter.from_function(fn, preset="python-sdk"),
        }
        for mode, converter in converters.items():
            for count in (1, 100, 1000):
                yield from one(f"{fn.__name__} {mode}", converter, reference, value_for(fn, count), count)


def one(
    name: str, converter: Converter, reference: Any, value: object, count: int
) -> Iterator[tuple[str, dict[str, float]]]:
    def their_bytes() -> bytes:
        text: str = reference.convert_result(value).model_dump_json(by_alias=True, exclude_none=True)
        return text.encode()

    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "bytes": (lambda: converter.convert_to_bytes(value), their_bytes),
        "dict": (lambda: converter.convert(value), lambda: reference.convert_result(value)),
    }
    for kind, (ours, theirs) in pairs.items():
        mine, other = pair(ours, theirs)
        row = {"ratio": mine / other, "microseconds": mine * 1e6, "reference": other * 1e6}
        if (kind, count) in LIMITS:
            row["limit"] = LIMITS[kind, count]
        yield f"{name} {kind} n={count}", {key: round(figure, 3) for key, figure in row.items()}


def program(source: str, **environment: str) -> float:
    """The seconds that a program takes by its own clock, the best of some runs."""
    source = f"import time; start = time.perf_counter()\n{source}\nprint(time.perf_counter() - start)"
    runs = [
        subprocess.run(
            [sys.executable, "-c", source],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(1 if environment else 5)
    ]
    return min(float(run.stdout) for run in runs)


FIRST = "from twochannel import Converter; Converter({'type': 'integer'}).convert(1)"


def starts() -> dict[str, dict[str, float]]:
    program(FIRST)
    warm, sdk = program(FIRST), program("import mcp.server")
    cold = program(FIRST, TWOCHANNEL_CACHE="off")
    return {
        "import to first conversion, warm cache": {
            "ratio": round(warm / sdk, 3),
            "microseconds": round(warm * 1e6),
            "reference": round(sdk * 1e6),
            "limit": 0.25,
        },
        "import to first conversion, no cache": {"microseconds": round(cold * 1e6)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found = {**dict(conversions()), **starts()}
    if options.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{'':44} {'ratio':>7} {'limit':>6} {'ours µs':>10} {'theirs µs':>10}")
    for name, row in found.items():
        cells = [row.get(cell, "") for cell in ("ratio", "limit")]
        times = [round(row[cell], 1) if cell in row else "" for cell in ("microseconds", "reference")]
        print(f"{name:44} {cells[0]:>7} {cells[1]:>6} {times[0]:>10} {times[1]:>10}")


if __name__ == "__main__":
    main()
