"""Where logs are kept: SQLite or PostgreSQL, one code path."""

from lostcities.server.store.database import Database
from lostcities.server.store.guests import Guests
from lostcities.server.store.logs import Entry, Logs, Note
from lostcities.server.store.nodes import Nodes, Sighting

__all__ = ["Database", "Entry", "Guests", "Logs", "Nodes", "Note", "Sighting"]
