"""Plays the first legal move, and misbehaves as its first argument says, at its tenth decision or before."""

import json
import os
import subprocess
import sys
import time
from typing import Any

MODE = sys.argv[1]


def say(thing: Any) -> None:
    print(json.dumps(thing), flush=True)


def misbehave(legal: list[str]) -> None:
    if MODE in ("crash", "crash-at-start"):
        raise RuntimeError("out of ideas")
    if MODE == "crash-with-family":
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])
        raise RuntimeError("out of ideas")
    if MODE == "killed":
        os.kill(os.getpid(), 11)
    if MODE == "leave":
        sys.exit(0)
    if MODE in ("silent", "silent-at-start"):
        time.sleep(600)
    if MODE == "half":
        sys.stdout.write('{"move": ')
        sys.stdout.flush()
        sys.exit(5)
    if MODE == "close":
        os.close(1)
        time.sleep(600)
    if MODE == "garbage":
        print("red, I think", flush=True)
    if MODE == "list":
        say(["+R5"])
    if MODE == "no-move":
        say({"mvoe": "+R5"})
    if MODE == "number":
        say({"move": 5})
    if MODE == "illegal":
        say({"move": "+R99"})
    if MODE == "spaces":
        say({"move": " +R5\t"})
    if MODE == "huge":
        say({"move": "+" * 100_000})
    if MODE == "endless":
        while True:
            sys.stdout.write("+" * 100_000)
    if MODE == "blind":  # a legal answer to most questions of Rivals, none of which it reads
        while True:
            say({"move": "discover"})
    if MODE == "deaf":
        os.close(0)
        say({"move": legal[0]})
        time.sleep(600)
    if MODE == "family":
        child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])
        with open(sys.argv[2], "a") as file:
            file.write(f"{os.getpid()} {child.pid}\n")
        time.sleep(600)


if MODE == "not-ready":
    say({"move": "+R5"})
if MODE.endswith("-at-start"):
    misbehave([])
if MODE == "daemon":  # leaves its group, and keeps every pipe
    idle = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"]
    child = subprocess.Popen(idle, start_new_session=True)
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n")
decisions = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "naughty"})
    if message["type"] == "decide":
        decisions += 1
        if MODE == "chatty":
            print("hm" * 100_000, file=sys.stderr, flush=True)
        if decisions == 10 or MODE == "blind":
            misbehave(message["view"]["legal_moves"])
        say({"move": message["view"]["legal_moves"][0]})
    if message["type"] == "end" and MODE == "good":
        with open(sys.argv[2], "a") as file:
            file.write(json.dumps(message["result"]) + "\n")
