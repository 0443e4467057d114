"""Writing a file at once: nobody ever sees half of it, and what fails leaves the old one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO


@contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """A file that takes the place of ``path`` when the block ends well. :raises OSError: it cannot be written."""
    path = os.path.realpath(path)  # a link goes on pointing to the file
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe has no half-written state
        with open(path, "wb") as file:
            yield file
        return
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".handfoot-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def write_file(path: str, data: bytes, force: bool) -> None:
    """Writes a whole file, over one that is there only by ``force``.

    :raises FileExistsError: there is one, and no force.
    :raises OSError: it cannot be written.
    """
    if force:
        with replacing(path) as file:
            file.write(data)
    else:
        with open(path, "xb") as file:
            file.write(data)


def _mode(path: str) -> int:
    """The permissions that the file has, or would have been made with."""
    if os.path.exists(path):
        return os.stat(path).st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
