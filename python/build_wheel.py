"""The build backend of `pip install ./python` (PEP 517 and 660): no setuptools, no network.

The wheel holds the modules and the shared library that `make` has built, so what is installed
needs neither the checkout nor a compiler.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sysconfig
import zipfile
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parent
LIBRARY = Path(os.environ.get("BIANCA_LIBRARY", HERE.parent / "build" / "libbianca.so"))


def _version() -> str:
    makefile = HERE.parent / "Makefile"
    found = re.search(r"^VERSION := (\S+)", makefile.read_text(), re.M) if makefile.exists() else None
    if not found:
        raise SystemExit("bianca: run pip in a checkout of Bianca: its Makefile has the version")
    return found.group(1)


def _tag() -> str:
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _metadata() -> str:
    return (
        f"Metadata-Version: 2.1\nName: bianca\nVersion: {_version()}\n"
        "Summary: Othello on every board: rules, a strong engine, exact solves, reviews, arrays\n"
        "License: MIT\nRequires-Python: >=3.9\nProvides-Extra: arrays\n"
        'Requires-Dist: numpy; extra == "arrays"\nDescription-Content-Type: text/markdown\n\n'
        + (HERE / "README.md").read_text()
    )


def _write(folder: str, files: dict[str, bytes]) -> str:
    """Writes a wheel of these files and its own records; returns its file name."""
    info = f"bianca-{_version()}.dist-info"
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: bianca\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    )
    rows = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()
    name = f"bianca-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
    return name


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    if not LIBRARY.exists():
        raise SystemExit(f"bianca: {LIBRARY} is missing: run 'make' first, or set BIANCA_LIBRARY")
    files = {f"bianca/{path.name}": path.read_bytes() for path in sorted((HERE / "bianca").glob("*.py"))}
    files["bianca/py.typed"] = b""
    files["bianca/libbianca.so"] = LIBRARY.read_bytes()
    return _write(wheel_directory, files)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    return _write(wheel_directory, {"bianca.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    raise SystemExit("bianca: the source distribution is Bianca's repository")
