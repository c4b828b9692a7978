"""Where the key file is: it has to be kept together with backups, but not in the same place.

What the key is for, and how it is read, is no matter of this room.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from lostcities.server.settings import Settings, data_folder

OTHERS_MAY = 0o027
"""A group may read it, as those who mount secrets into containers need it; nobody else may."""


def key_path(settings: Settings) -> Path:
    """The file that was named; else the one beside SQLite's file, or in the data folder."""
    if named := getattr(settings, "key_file", ""):
        return Path(named)
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".key")
    return data_folder() / "tables.key"
