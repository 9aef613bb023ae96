"""The memory browser: where a person reviews and repairs a workspace's memory."""
