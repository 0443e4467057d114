"""The build hook of the wheel: pure Python, unless ``HANDFOOT_COMPILE=1`` asks for the compiled audit as well."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledAudit(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled modules beside their sources, and the platform into the wheel's name."""

    def dependencies(self) -> list[str]:
        """What building needs beyond hatchling."""
        return ["mypy>=1.11", "setuptools"] if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles before the files are gathered."""
        if not _wanted() or version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "bench"))
        from compiled import build

        folder = Path(tempfile.mkdtemp(prefix="handfoot-compiled-"))
        made = build(folder, Path(self.root))
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"].update({str(path): path.relative_to(folder).as_posix() for path in made})


def _wanted() -> bool:
    return os.environ.get("HANDFOOT_COMPILE", "") not in ("", "0")
