"""Threads, forks, traps, memory and the cache."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from twochannel import Converter, CoreError, _instance, _pool

LIST = {"type": "array", "items": {"type": "integer"}}


def expected(number: int) -> dict[str, Any]:
    return {
        "content": [{"type": "text", "text": str(number)}],
        "structuredContent": {"result": [number]},
        "isError": False,
    }


def in_child(work: Any) -> int:
    """Runs something in a forked child; its exit code, 99 if it hangs."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(2)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return 99


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_threads_with_a_fork_and_a_trap_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    converters = [Converter(LIST, tool=f"tool{n}") for n in range(4)]
    wrong: list[object] = []
    trapped: list[CoreError] = []

    def work(seed: int) -> None:
        for n in range(10_000):
            number = seed * 100_000 + n
            result = converters[n % 4].convert([number])
            if result != expected(number):
                wrong.append(result)

    def trap() -> None:
        # A value that needs more memory than an instance may have.
        try:
            Converter().convert_to_bytes("x" * (300 << 20))
        except CoreError as error:
            trapped.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    tripping = threading.Thread(target=trap)
    tripping.start()
    exits = [in_child(lambda: converters[0].convert([7]) == expected(7)) for _ in range(3)]
    for thread in [*threads, tripping]:
        thread.join()
    assert not wrong
    assert exits == [0, 0, 0]
    assert len(trapped) == 1 and "stopped in the middle of a call" in str(trapped[0])
    assert converters[0].convert([8]) == expected(8)
    assert len(_pool._idle) <= _pool.MAX_IDLE


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_can_compile_a_new_schema() -> None:
    Converter(LIST)
    assert in_child(lambda: Converter(LIST, tool="child").convert([1]) == expected(1)) == 0


def test_a_trapped_instance_is_not_used_again() -> None:
    converter = Converter(LIST)
    converter.convert([1])
    (*_, last) = _pool._idle
    with pytest.raises(CoreError):
        converter.convert_json(b'["' + b"x" * (300 << 20) + b'"]')
    assert last not in _pool._idle
    assert converter.convert([2]) == expected(2)


def test_an_instance_that_grew_is_not_kept() -> None:
    converter = Converter()
    big = "x" * (_instance.KEEP_MEMORY // 2)
    assert len(converter.convert_to_bytes(big)) > len(big)
    assert all(not instance.outgrown for instance in _pool._idle)


def test_memory_is_bounded_over_many_converters_and_values() -> None:
    _pool._idle.clear()
    Converter(LIST)
    (instance,) = _pool._idle
    sizes = []
    for n in range(300):
        converter = Converter({"type": "object", "title": f"T{n}", "properties": {f"p{n}": LIST}})
        converter.convert({f"p{n}": [n]})
        del converter
        if n % 100 == 99:
            gc.collect()
            sizes.append(instance._memory.data_len(instance._store))
    assert len(instance._handles) <= 3
    assert sizes[2] == sizes[1]
    for _ in range(50):
        Converter(LIST).convert(list(range(10_000)))
    assert instance._memory.data_len(instance._store) <= _instance.KEEP_MEMORY


def test_a_call_within_a_call_gets_an_instance_of_its_own() -> None:
    converter = Converter()

    class Nosy:
        def __str__(self) -> str:
            return str(converter.convert(1)["content"][0]["text"])

    assert converter.convert([Nosy()])["content"] == [{"type": "text", "text": '"1"'}]


def test_small_stacks_are_enough() -> None:
    """A thread with 256 KiB of stack, and a value nested as deeply as a policy allows."""
    found: list[bool] = []
    converter = Converter(max_depth=500)
    deep = b"[" * 499 + b"1" + b"]" * 499

    def work() -> None:
        found.append(b'"isError":false' in converter.convert_json(deep))

    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert found == [True]


PROGRAM = """
import time, json, sys
from twochannel import Converter, _engine
print(json.dumps([Converter().convert(1)["content"][0]["text"], str(_engine.cache_dir())]))
"""


def run(cache: str, **more: str) -> tuple[list[str], str]:
    environment = {**os.environ, "TWOCHANNEL_CACHE": cache, **more}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="there is no cache by default")
def test_compiled_code_is_cached_in_private(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    (text, where), _ = run(str(folder))
    assert (text, where) == ("1", str(folder))
    (file,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.stat().st_mtime_ns
    started = time.perf_counter()
    run(str(folder))
    assert file.stat().st_mtime_ns == before
    assert time.perf_counter() - started < 5

    # Whoever may write the folder might have written the file.
    file.write_bytes(b"not code")
    folder.chmod(0o777)
    assert run(str(folder))[0][0] == "1"
    folder.chmod(0o700)
    # Code that cannot be read is made anew.
    assert run(str(folder))[0][0] == "1"
    assert file.stat().st_size > 100_000


def test_the_cache_can_be_switched_off() -> None:
    assert run("off")[0] == ["1", "None"]


def test_precompile(tmp_path: Path) -> None:
    environment = {**os.environ, "TWOCHANNEL_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "twochannel.precompile"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "is ready" in done.stdout and len(list(tmp_path.iterdir())) == 1
    environment["TWOCHANNEL_CACHE"] = "off"
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "switched off" in done.stdout
