"""How this Redline was installed, in the words that pip takes: another machine can then install the same."""

from __future__ import annotations

import json
import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from urllib.parse import urlsplit, urlunsplit

NAME = "redline"
_SAFE = re.compile(r"[\w.:/@+~%-]+", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{7,64}")


def installed_from(extras: str = "", found: Distribution | None = None) -> str:
    """`redline[extras] @ git+https://…@commit` where it came from git, or its address where it came as a file from the
    web (PEP 610); empty where another machine could not get it: a folder, a file, an index that is not told.
    """
    try:
        told = (found or distribution(NAME)).read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    try:
        data = json.loads(told or "{}")
    except ValueError:
        return ""
    address, origin = str(data.get("url", "")), data.get("vcs_info", {})
    parts = urlsplit(address)
    if parts.scheme not in ("https", "http", "ssh") or not parts.hostname:
        return ""
    # Who installed it may have had a name and a token in the address: these stay here.
    user = "git@" if parts.scheme == "ssh" else ""
    port = f":{parts.port}" if parts.port else ""
    bare = urlunsplit((parts.scheme, f"{user}{parts.hostname}{port}", parts.path, "", ""))
    commit = str(origin.get("commit_id", ""))
    if origin:
        if origin.get("vcs") != "git" or not _COMMIT.fullmatch(commit):
            return ""
        bare = f"git+{bare}@{commit}"
    return f"{NAME}{extras} @ {bare}" if _SAFE.fullmatch(bare) else ""
