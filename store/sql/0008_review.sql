-- What a person finds of the memory.

-- A random sample of the active facts, with what consolidation asked of a fact when it was drawn.
CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent TEXT NOT NULL,
    seed INTEGER NOT NULL,
    population INTEGER NOT NULL,
    min_support INTEGER NOT NULL,
    min_confidence REAL NOT NULL,
    started_at TEXT NOT NULL,
    closed_at TEXT
);
CREATE UNIQUE INDEX review_open ON review ((closed_at IS NULL)) WHERE closed_at IS NULL;

-- What is found of an erased fact stays counted, without the fact.
CREATE TABLE review_fact (
    review_id INTEGER NOT NULL REFERENCES review (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    fact_id INTEGER REFERENCES fact (id) ON DELETE SET NULL,
    confidence REAL NOT NULL,
    support INTEGER NOT NULL,
    needs_support INTEGER NOT NULL,
    may_fade INTEGER NOT NULL,
    mark TEXT CHECK (mark IN ('correct', 'wrong', 'outdated')),
    marked_by TEXT,
    marked_at TEXT,
    PRIMARY KEY (review_id, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX review_fact_by_fact ON review_fact (fact_id, review_id) WHERE fact_id IS NOT NULL;

-- What is found of a conflict that was settled without anybody being asked.
CREATE TABLE conflict_finding (
    conflict_id INTEGER PRIMARY KEY REFERENCES conflict (id) ON DELETE CASCADE,
    finding TEXT NOT NULL CHECK (finding IN ('confirmed', 'overturned')),
    agent TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX conflict_by_rule ON conflict (rule, id) WHERE status = 'resolved';
