"""The memory itself: its model, the protocol of its operations, and SQLite behind that protocol."""
