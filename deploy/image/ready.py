#!/opt/lostcities/bin/python
"""Whether the server in this container can serve: exit status 0 if so."""

import os
import sys
import urllib.request
from urllib.parse import urlsplit

port = os.environ.get("LOSTCITIES_PORT", "8000")
name = urlsplit(os.environ.get("LOSTCITIES_PUBLIC_URL", "")).netloc or f"127.0.0.1:{port}"
request = urllib.request.Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": name})
try:
    with urllib.request.urlopen(request, timeout=4) as answer:
        sys.exit(answer.status != 200)
except OSError as error:
    sys.exit(str(error))
