"""Tables over HTTP: live matches between people and bots.

A table is a log of events (`events`), and its state a fold over them (`table`). `decisions` turns what
somebody asks for into the next event, `tables` appends it, and `store` keeps it.
"""
