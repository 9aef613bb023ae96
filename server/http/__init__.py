"""The memory over HTTP: MCP, JSON-RPC, health and metrics, behind one guard."""
