"""Games between bots: played on mirrored deals, counted, summed up and rated."""
