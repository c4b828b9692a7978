"""Everything that libraries can write to a log by themselves, with a card in it that nobody may see."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import warnings

from lostcities.server import json_logs

SECRET = "R10"


async def fail() -> None:
    raise ValueError(f"the next card is {SECRET}")


async def forget_a_task() -> None:
    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
    gc.collect()


def fail_in_a_thread() -> None:
    raise ValueError(SECRET)


class Fragile:
    def __del__(self) -> None:
        raise ValueError(SECRET)


if __name__ == "__main__":
    json_logs.set_up("info")
    asyncio.run(forget_a_task())
    thread = threading.Thread(target=fail_in_a_thread)
    thread.start()
    thread.join()
    warnings.warn("something will change", stacklevel=1)
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("sqlalchemy.pool").exception("Exception during reset or similar\n%s", SECRET)
    Fragile()
    gc.collect()
