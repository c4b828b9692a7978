"""What an operator does with a server that runs: copies that can be relied on, and a look at its health."""
