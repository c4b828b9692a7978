"""The server's key: 32 random bytes in a file that its owner alone may read.

Three keys follow from them. One locks the secrets of running tables, so that the database alone, or a copy of
it, gives no cards away. One signs finished records and the heads of logs. By one a server knows again what it
has written down for itself. Every node of a server has
the same file; whoever has it and the database can read everything.
"""

from __future__ import annotations

import base64
import hmac
import os
import re
import secrets
from pathlib import Path

from lostcities import signature
from lostcities.errors import LostCitiesError, reason
from lostcities.server.settings import Settings, data_folder

KEY_BYTES = 32
NONCE_BYTES = 12
FIRST_LINE = "lostcities key 1"
"""What the file says of itself, so that nobody takes another file for it."""
LOCKED = "1."
OTHERS_MAY = 0o027
"""A group may read the file, as those who mount secrets into containers need it; nobody else may."""


class KeyFileError(LostCitiesError):
    """A key file that can't be used."""


class KeyLost(LostCitiesError):  # noqa: N818 - what has happened
    """A secret that was locked with another key."""


class Keys:
    """What follows from the key file. It is never printed, and told nobody but by `public_text`."""

    def __init__(self, master: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._lock = AESGCM(_derived(master, b"secrets"))
        self._vouch = _derived(master, b"notes to itself")
        self._sign = Ed25519PrivateKey.from_private_bytes(_derived(master, b"signatures"))
        self.public = self._sign.public_key().public_bytes_raw().hex()
        self.fingerprint = signature.fingerprint(self.public)

    def __repr__(self) -> str:
        return f"<Keys {self.fingerprint}>"

    @property
    def public_text(self) -> str:
        """What others need to verify what this server has signed."""
        return f"lostcities ed25519 {self.public}\n"

    def lock(self, table_id: str, secret: str) -> str:
        """A table's secret as it may lie in a database. It can be unlocked for this table alone."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        locked = nonce + self._lock.encrypt(nonce, bytes.fromhex(secret), _bound_to(table_id))
        return LOCKED + base64.urlsafe_b64encode(locked).decode().rstrip("=")

    def unlock(self, table_id: str, locked: str) -> str:
        from cryptography.exceptions import InvalidTag

        try:
            text = locked.removeprefix(LOCKED)
            data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            return self._lock.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], _bound_to(table_id)).hex()
        except (InvalidTag, ValueError):
            raise KeyLost("key-lost") from None

    def vouched(self, table_id: str, text: str) -> str:
        """What a server wrote down for itself about a table, so that it knows it again."""
        return f"{self._vouch_for(table_id, text)}\n{text}"

    def checked(self, table_id: str, text: str) -> str | None:
        """The same as it was, or None if somebody else has written it."""
        vouch, _, text = text.partition("\n")
        return text if hmac.compare_digest(vouch, self._vouch_for(table_id, text)) else None

    def _vouch_for(self, table_id: str, text: str) -> str:
        return hmac.digest(self._vouch, f"{table_id}\n{text}".encode(), "sha256").hex()

    def sign(self, message: bytes) -> str:
        return self._sign.sign(message).hex()


def _derived(master: bytes, purpose: bytes) -> bytes:
    return hmac.digest(master, b"lostcities " + purpose, "sha256")


def _bound_to(table_id: str) -> bytes:
    return b"lostcities secret of " + table_id.encode()


def key_path(settings: Settings) -> Path:
    """The file that was named; else the one beside SQLite's file, or in the data folder."""
    if settings.key_file:
        return Path(settings.key_file)
    from sqlalchemy.engine import make_url

    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".key")
    return data_folder() / "tables.key"


def load_keys(settings: Settings, *, make: bool = False) -> Keys:
    """The keys of a server; where there is no file yet, `make` says whether to make one."""
    path = key_path(settings)
    try:
        if make and not path.exists():
            _make(path)
        return Keys(_read(path))
    except FileNotFoundError:
        raise KeyFileError("key-missing", file=str(path)) from None
    except OSError as error:
        raise KeyFileError("key-unreadable", file=str(path), reason=reason(error)) from None


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & OTHERS_MAY:
            raise KeyFileError("key-open", file=str(path))
        text = file.read(1000).decode("ascii", "replace")
    found = re.fullmatch(rf"{FIRST_LINE}\s+([0-9a-f]{{64}})\s*", text, re.ASCII)
    if not found:
        raise KeyFileError("key-file", file=str(path))
    return bytes.fromhex(found[1])


def _make(path: Path) -> None:
    """Of several processes that start together one makes the file, whole, and the others find it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{FIRST_LINE}\n{secrets.token_hex(KEY_BYTES)}\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, path)  # refused if somebody was faster
        except FileExistsError:
            return
    finally:
        beside.unlink(missing_ok=True)
