-- Times are UTC text of fixed width, as in a workspace's file.

-- A row stays when its token is revoked or expires: that one was ever made is what closes the door.
CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL CHECK (length(digest) = 32),   -- SHA-256 of the secret; the secret itself is kept nowhere
    label TEXT NOT NULL,
    workspace TEXT NOT NULL,
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    repo TEXT,
    scope TEXT NOT NULL CHECK (scope IN ('agent', 'reviewer', 'admin')),
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked_at TEXT,
    last_used_at TEXT
);

-- What the home's servers seal the state of a request with that waits for its client; the newest row seals, all open.
CREATE TABLE request_state_key (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL CHECK (length(key) >= 32),
    created_at TEXT NOT NULL
);
