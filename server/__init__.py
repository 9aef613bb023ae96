"""Surfaces: the command line, MCP over stdio, and the composition root that joins store, caller and tools."""
