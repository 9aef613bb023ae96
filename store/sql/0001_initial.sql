-- Times are UTC text of fixed width, so that they sort as they are. Flags are 0 or 1.

CREATE TABLE property (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL                     -- JSON
) WITHOUT ROWID;

CREATE TABLE domain (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    repo TEXT NOT NULL DEFAULT '',          -- '' is workspace-wide
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (repo, name)
);

CREATE TABLE access_grant (
    role TEXT NOT NULL,                     -- '*' is every role
    domain TEXT NOT NULL,                   -- 'name' or 'repo:slug/name'
    level TEXT NOT NULL CHECK (level IN ('none', 'read', 'write')),
    PRIMARY KEY (role, domain)
) WITHOUT ROWID;

CREATE TABLE batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    agent TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT
);

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    session TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    before TEXT,                            -- JSON
    after TEXT,                             -- JSON
    batch_id INTEGER REFERENCES batch (id)
);
CREATE INDEX audit_by_subject ON audit (subject, id);

CREATE TABLE observation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    session TEXT NOT NULL,
    content TEXT NOT NULL,
    veracity TEXT NOT NULL,
    source TEXT NOT NULL,
    revision TEXT,
    task TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('observation', 'summary')),
    score REAL NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    consolidated_at TEXT
);
CREATE INDEX observation_by_agent ON observation (agent, session, source, id);
CREATE INDEX observation_latest ON observation (agent, id);
CREATE INDEX observation_by_task ON observation (agent, task, id) WHERE task IS NOT NULL;
CREATE INDEX observation_pending ON observation (agent, id) WHERE consolidated_at IS NULL;

CREATE TABLE observation_ref (
    observation_id INTEGER NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    ref_id INTEGER NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    PRIMARY KEY (observation_id, ref_id)
) WITHOUT ROWID;

CREATE TABLE version_register (
    source TEXT PRIMARY KEY,
    revision TEXT NOT NULL,
    set_at TEXT NOT NULL
) WITHOUT ROWID;

-- How an observation stands with everything it refers to: whether a source left the revision it was seen at (or the
-- register doesn't know the source), and the moment the first of them expires.
CREATE VIEW observation_standing AS
SELECT
    o.id,
    EXISTS (SELECT 1 FROM version_register) AND (
        o.revision IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM version_register v WHERE v.source = o.source AND v.revision = o.revision)
        OR EXISTS (
            SELECT 1
            FROM observation_ref r
            JOIN observation s ON s.id = r.ref_id
            WHERE r.observation_id = o.id
              AND s.revision IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM version_register v WHERE v.source = s.source AND v.revision = s.revision)
        )
    ) AS outdated,
    nullif(
        min(
            coalesce(o.expires_at, '~'),
            coalesce(
                (
                    SELECT min(s.expires_at)
                    FROM observation_ref r
                    JOIN observation s ON s.id = r.ref_id
                    WHERE r.observation_id = o.id
                ),
                '~'
            )
        ),
        '~'
    ) AS lapses_at
FROM observation o;

CREATE TABLE fact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- what is said, never changed
    uuid TEXT NOT NULL UNIQUE,
    domain_id INTEGER NOT NULL REFERENCES domain (id),
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL,
    content TEXT NOT NULL,
    content_key TEXT NOT NULL,
    memory_type TEXT NOT NULL,
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    session TEXT NOT NULL,
    origin TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- how it stands now; each change is a row of fact_state
    veracity TEXT NOT NULL,
    confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    supported_at TEXT NOT NULL,
    mention_count INTEGER NOT NULL DEFAULT 0,
    validity TEXT NOT NULL CHECK (validity IN ('permanent', 'open', 'until')),
    valid_from TEXT,
    valid_until TEXT,
    superseded_by INTEGER REFERENCES fact (id),
    superseded_at TEXT,
    loss_reason TEXT CHECK (loss_reason IN ('wrong', 'outdated')),
    retired_at TEXT,
    retired_reason TEXT CHECK (retired_reason IN ('forgotten', 'expired', 'deleted')),
    -- counted off the read path, no part of what was believed
    recall_count INTEGER NOT NULL DEFAULT 0,
    last_recalled_at TEXT
);
-- What a new fact is compared with, and what counting a domain's active facts needs.
CREATE INDEX fact_standing ON fact (domain_id, topic_key, valid_from, valid_until)
    WHERE superseded_by IS NULL AND retired_at IS NULL;
CREATE INDEX fact_by_content ON fact (domain_id, content_key);
CREATE INDEX fact_by_successor ON fact (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE fact_state (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    recorded_at TEXT NOT NULL,
    change TEXT NOT NULL,
    veracity TEXT NOT NULL,
    confidence REAL NOT NULL,
    supported_at TEXT NOT NULL,
    mention_count INTEGER NOT NULL,
    validity TEXT NOT NULL,
    valid_from TEXT,
    valid_until TEXT,
    superseded_by INTEGER,
    superseded_at TEXT,
    loss_reason TEXT,
    retired_at TEXT,
    retired_reason TEXT
);
CREATE INDEX fact_state_by_time ON fact_state (fact_id, recorded_at, id);

CREATE TABLE fact_source (
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    observation_id INTEGER NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    added_at TEXT NOT NULL,
    PRIMARY KEY (fact_id, observation_id)
) WITHOUT ROWID;
CREATE INDEX fact_source_by_observation ON fact_source (observation_id);

-- Who has already lent a fact support, so that repeating it makes nothing surer.
CREATE TABLE fact_mention (
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (fact_id, agent, session)
) WITHOUT ROWID;

-- Which observations have already weakened a fact, so that one doubt counts once.
CREATE TABLE fact_doubt (
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    observation_id INTEGER NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    PRIMARY KEY (fact_id, observation_id)
) WITHOUT ROWID;

CREATE TABLE observation_use (
    observation_id INTEGER NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    PRIMARY KEY (observation_id, fact_id)
) WITHOUT ROWID;

CREATE TABLE policy (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    domain_id INTEGER NOT NULL REFERENCES domain (id),
    rule TEXT NOT NULL,
    rule_key TEXT NOT NULL,
    required_role TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'inactive', 'superseded', 'flagged', 'pending')),
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    superseded_by INTEGER REFERENCES policy (id),
    ended_at TEXT,
    reason TEXT
);
CREATE INDEX policy_by_status ON policy (status, domain_id, rule_key);

CREATE TABLE policy_source (
    policy_id INTEGER NOT NULL REFERENCES policy (id) ON DELETE CASCADE,
    fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    PRIMARY KEY (policy_id, fact_id)
) WITHOUT ROWID;

CREATE TABLE notes (
    agent TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE hot_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    role TEXT NOT NULL,
    session TEXT NOT NULL,
    repo TEXT NOT NULL DEFAULT '',
    domain TEXT NOT NULL,
    topic TEXT NOT NULL,
    content TEXT NOT NULL,
    memory_type TEXT NOT NULL,
    veracity TEXT NOT NULL,
    valid_until TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    promoted_to INTEGER REFERENCES fact (id),
    dropped_at TEXT
);
CREATE INDEX hot_item_pending ON hot_item (agent, id) WHERE promoted_to IS NULL AND dropped_at IS NULL;

CREATE TABLE conflict (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    old_fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    new_fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    low_fact_id INTEGER NOT NULL GENERATED ALWAYS AS (min(old_fact_id, new_fact_id)) STORED,
    high_fact_id INTEGER NOT NULL GENERATED ALWAYS AS (max(old_fact_id, new_fact_id)) STORED,
    kind TEXT NOT NULL,
    evidence TEXT NOT NULL,
    rule TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'resolved')),
    winner TEXT CHECK (winner IN ('new', 'old', 'both')),
    reason TEXT,
    opened_at TEXT NOT NULL,
    resolved_at TEXT,
    resolved_by TEXT,
    batch_id INTEGER REFERENCES batch (id)
);
CREATE UNIQUE INDEX conflict_open_pair ON conflict (low_fact_id, high_fact_id) WHERE status = 'open';
CREATE INDEX conflict_by_old ON conflict (old_fact_id, status);
CREATE INDEX conflict_by_new ON conflict (new_fact_id, status);

CREATE TABLE edge (
    from_fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    to_fact_id INTEGER NOT NULL REFERENCES fact (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('same_source', 'same_session', 'same_topic', 'related', 'supersedes')),
    weight REAL NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (from_fact_id, to_fact_id, kind)
) WITHOUT ROWID;
CREATE INDEX edge_back ON edge (to_fact_id, kind);

CREATE TABLE decision (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    question TEXT NOT NULL,
    options TEXT NOT NULL,                  -- JSON list of names
    default_option TEXT NOT NULL,
    choice TEXT NOT NULL,
    fact_ids TEXT NOT NULL                  -- JSON list of the facts that carried the choice
);

-- One row a document: 2 * id for a fact, 2 * id + 1 for an observation. Columns hold encoded terms of the analyser.
CREATE VIRTUAL TABLE fulltext USING fts5 (kind, topic, content, context, tokenize = 'ascii');
