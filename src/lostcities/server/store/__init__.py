"""Where logs are kept: SQLite or PostgreSQL, one code path."""

from lostcities.server.store.database import Database
from lostcities.server.store.guests import Guests
from lostcities.server.store.leftovers import Leftovers
from lostcities.server.store.logs import Entry, Logs, Note, Place
from lostcities.server.store.quotas import Quotas

__all__ = ["Database", "Entry", "Guests", "Leftovers", "Logs", "Note", "Place", "Quotas"]
