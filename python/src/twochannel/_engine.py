"""The compiled core of this process, and the cache of compiled code between processes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import sys
import tempfile
import threading
import time
from importlib.metadata import version
from pathlib import Path

import wasmtime

MAX_STACK = 128 << 10
"""Bytes of native stack that a call may take: what the smallest usual thread stack can spare."""

_WASM = Path(__file__).with_name("twochannel.wasm")
_SLOW_SECONDS = 1.0


class _Code:
    """The engine and the module, made once. The lock is renewed in a forked child."""

    lock = threading.Lock()
    compiled: tuple[wasmtime.Engine, wasmtime.Module] | None = None
    forked = False


def code() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The engine and the compiled core."""
    if _Code.compiled is None:
        with _Code.lock:
            if _Code.compiled is None:
                engine = wasmtime.Engine(_config())
                _Code.compiled = engine, _load(engine)
    return _Code.compiled


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.max_wasm_stack = MAX_STACK
    config.memory_may_move = False
    # The compiler's own thread pool does not survive a fork: a child would wait for it forever.
    config.parallel_compilation = not _Code.forked
    return config


def _load(engine: wasmtime.Engine) -> wasmtime.Module:
    try:
        wasm = _WASM.read_bytes()
    except FileNotFoundError:
        raise ImportError(
            f"{_WASM.name} is not beside the package: in a checkout, `cargo xtask build` makes it"
        ) from None
    file = cache_file(wasm)
    if file is not None and _is_private(file):
        with contextlib.suppress(OSError, wasmtime.WasmtimeError):
            return wasmtime.Module.deserialize_file(engine, str(file))
    module = _compile(engine, wasm)
    if file is not None:
        _store(file, module)
    return module


def _compile(engine: wasmtime.Engine, wasm: bytes) -> wasmtime.Module:
    """Compiles, and says so if it takes long."""

    def tell() -> None:
        print(
            "twochannel: compiling its WebAssembly core, once for this machine and user "
            "(ahead of time: python -m twochannel.precompile)",
            file=sys.stderr,
        )

    timer = threading.Timer(_SLOW_SECONDS, tell)
    timer.daemon = True
    timer.start()
    try:
        return wasmtime.Module(engine, wasm)
    finally:
        timer.cancel()


def cache_dir() -> Path | None:
    """The folder of compiled code, or None where there is none.

    ``TWOCHANNEL_CACHE`` moves it, or switches it off when it is ``off``, ``0`` or empty.
    """
    chosen = os.environ.get("TWOCHANNEL_CACHE")
    if chosen is not None:
        return None if chosen.lower() in ("", "0", "off") else Path(chosen)
    if os.name != "posix":
        # Elsewhere there is no way to tell whose file it is, and the file runs as native code.
        return None
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "twochannel"


def cache_file(wasm: bytes) -> Path | None:
    """Where the compiled code of a module belongs: what it depends on is in its name."""
    folder = cache_dir()
    if folder is None:
        return None
    depends = [
        wasm,
        version("wasmtime").encode(),
        f"stack={MAX_STACK} memory=fixed".encode(),
        sys.platform.encode(),
        platform.machine().encode(),
        _processor(),
    ]
    digest = hashlib.sha256()
    for part in depends:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return folder / f"{digest.hexdigest()}.cwasm"


def _processor() -> bytes:
    """The features of the processor: a home folder may be shared between machines."""
    try:
        with open("/proc/cpuinfo", "rb") as lines:
            for line in lines:
                if line.startswith((b"flags", b"Features")):
                    return line
    except OSError:
        pass
    return platform.processor().encode()


def _is_private(file: Path) -> bool:
    """Whether nobody but this user can have written the file, which runs as native code."""
    if os.name != "posix":
        return file.is_file()
    try:
        for path in (file.parent, file):
            status = path.lstat()
            if status.st_uid != os.getuid() or status.st_mode & 0o022:
                return False
        return file.is_file() and not file.is_symlink()
    except OSError:
        return False


def _store(file: Path, module: wasmtime.Module) -> None:
    """Writes the compiled code, whole or not at all. A cache that cannot be written is no error."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.name == "posix" and file.parent.lstat().st_uid != os.getuid():
            return
        handle, temporary = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(module.serialize())
            os.replace(temporary, file)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError:
        pass


def precompile() -> tuple[Path | None, float]:
    """Makes sure that the compiled code is in the cache; the file and the seconds it took."""
    start = time.perf_counter()
    code()
    return cache_file(_WASM.read_bytes()), time.perf_counter() - start


def _after_fork_in_child() -> None:
    # The lock may have been held by a thread that is not there any more. The compiled code and
    # its engine are only read, and go on working.
    _Code.lock = threading.Lock()
    _Code.forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
