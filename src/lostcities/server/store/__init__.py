"""Where logs are kept: SQLite or PostgreSQL, one code path."""

from lostcities.server.store.blocks import Blocks
from lostcities.server.store.database import Database
from lostcities.server.store.guests import Guests
from lostcities.server.store.leftovers import Leftovers
from lostcities.server.store.links import Links
from lostcities.server.store.logs import Entry, Logs, Note, Place, Reading, Stored
from lostcities.server.store.nodes import Nodes, Sighting
from lostcities.server.store.quotas import Quotas

__all__ = [
    "Blocks",
    "Database",
    "Entry",
    "Guests",
    "Leftovers",
    "Links",
    "Logs",
    "Nodes",
    "Note",
    "Place",
    "Quotas",
    "Reading",
    "Sighting",
    "Stored",
]
