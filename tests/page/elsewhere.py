"""`lostcities` with a page that lies in another folder, which `PAGE_FOLDER` names."""

from __future__ import annotations

import os
from pathlib import Path

from lostcities.cli.main import main
from lostcities.server.http import app

if __name__ == "__main__":
    setattr(app, "page_folder", lambda: Path(os.environ["PAGE_FOLDER"]))  # noqa: B010
    main()
