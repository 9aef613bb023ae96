-- What one transaction, or one run of several, changed: row by row, so that it can be put back.

ALTER TABLE batch ADD COLUMN undoes INTEGER REFERENCES batch (id);
ALTER TABLE batch ADD COLUMN undone_by INTEGER REFERENCES batch (id);
CREATE INDEX batch_unfinished ON batch (id) WHERE finished_at IS NULL;

-- A fact's own row is put back from the states before and after the batch's.
ALTER TABLE fact_state ADD COLUMN batch_id INTEGER REFERENCES batch (id);
CREATE INDEX fact_state_by_batch ON fact_state (batch_id, fact_id, id) WHERE batch_id IS NOT NULL;

-- Every other row. What hangs on a fact that the same transaction made goes with that fact and has none.
CREATE TABLE row_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id INTEGER NOT NULL REFERENCES batch (id),
    kind TEXT NOT NULL,                     -- the table
    key TEXT NOT NULL,                      -- JSON list of its key columns
    before TEXT,                            -- JSON object of its columns; NULL: there was none
    after TEXT                              -- the same; NULL: there is none any more
);
CREATE INDEX row_change_by_batch ON row_change (batch_id, id);
CREATE INDEX row_change_by_row ON row_change (kind, key);

CREATE INDEX audit_by_batch ON audit (batch_id, id) WHERE batch_id IS NOT NULL;
