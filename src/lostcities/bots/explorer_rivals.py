from __future__ import annotations
class RivalsExplorer:
    def __init__(self, variant, seat, seed): pass
