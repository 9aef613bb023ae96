-- Who may open the page of a workspace: by a link that works once, for a while; then by the session that it began.

CREATE TABLE page_link (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),   -- SHA-256 of the key in the link
    workspace TEXT NOT NULL,
    person TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('reviewer', 'admin')),
    token_id INTEGER REFERENCES token (id),                    -- whose bearer asked for it; NULL: who runs the server
    expires_at TEXT NOT NULL
);

CREATE TABLE page_session (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),   -- SHA-256 of the cookie's secret
    workspace TEXT NOT NULL,
    person TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('reviewer', 'admin')),
    token_id INTEGER REFERENCES token (id),
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
