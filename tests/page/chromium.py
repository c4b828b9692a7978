"""A Chromium to test with: one on the machine, else Debian's package where it may be installed, else
Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find() -> str | None:
    """Where Chromium is, getting it first if need be; None is Playwright's own."""
    if found := _installed():
        return found
    if _install_package() and (found := _installed()):
        return found
    subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"], check=True, capture_output=True
    )
    return None


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _install_package() -> bool:
    if not shutil.which("apt-get"):
        return False
    # Each worker of the tests may come here at once: whoever is second waits for the first.
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=300"]
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            return False
        command = ["sudo", "--non-interactive", *command]

    def done(*what: str) -> bool:
        return subprocess.run([*command, *what], capture_output=True).returncode == 0

    install = ("install", "--yes", "--no-install-recommends", "chromium")
    return done(*install) or (done("update") and done(*install))  # the list of packages may be missing or old
