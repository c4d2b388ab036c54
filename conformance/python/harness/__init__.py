"""A server of its own for each test class, for the suites that are written in Python."""
