"""MCP Apps: views of the memory inside a chat client that shows them (docs/apps.md).

Over stdio nothing here is imported until a client says that it shows apps, or asks for a view.
"""
