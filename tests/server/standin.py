"""Just enough of curl and jq for docs/api.md, for machines that lack them: `standin.py curl …`."""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from functools import reduce
from pathlib import Path
from typing import Any


def curl(arguments: list[str]) -> int:
    parser = ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-o", default="/dev/stdout")
    parser.add_argument("-H", default=[], action="append")
    parser.add_argument("--json")
    wish = parser.parse_args(arguments)
    request = urllib.request.Request(wish.url, wish.json and wish.json.encode())
    for header in (*wish.H, "Content-Type: application/json"):
        request.add_header(*header.split(": "))
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        answer = error
    except urllib.error.URLError:
        return 7
    Path(wish.o).write_bytes(answer.read())
    return 0


def jq(arguments: list[str]) -> int:
    raw = arguments[0] == "-r"
    path, *files = arguments[raw:]
    path, _, otherwise = path.partition(" // ")
    data = json.loads(Path(files[0] if files else "/dev/stdin").read_bytes())
    found = reduce(_step, re.findall(r"\.(\w+)|\[(-?\d+)\]", path), data)
    if found is not None or otherwise != "empty":
        print(found if raw and isinstance(found, str) else json.dumps(found))
    return 0


def _step(data: Any, step: tuple[str, str]) -> Any:
    name, place = step
    if name:
        return data.get(name) if isinstance(data, dict) else None
    return data[int(place)] if isinstance(data, list) and data else None


if __name__ == "__main__":
    sys.exit({"curl": curl, "jq": jq}[sys.argv[1]](sys.argv[2:]))
