"""Where logs are kept: SQLite or PostgreSQL, one code path."""

from lostcities.server.store.blocks import Blocks
from lostcities.server.store.database import Database
from lostcities.server.store.guests import Guests
from lostcities.server.store.links import Links
from lostcities.server.store.logs import Entry, Logs, Note, Reading, Stored

__all__ = ["Blocks", "Database", "Entry", "Guests", "Links", "Logs", "Note", "Reading", "Stored"]
