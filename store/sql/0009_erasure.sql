-- What a person erases for good leaves no text behind, only that it was there.

CREATE TABLE erased (
    kind TEXT NOT NULL CHECK (kind IN ('F', 'O', 'H', 'C')),    -- fact, observation, hot item, conflict
    id INTEGER NOT NULL,
    uuid TEXT,                              -- by which copies of the file that still hold it are told; none of conflicts
    batch_id INTEGER NOT NULL REFERENCES batch (id),
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- The batches that had changed it: undoing one of them can't bring it back, and says so.
CREATE TABLE erased_change (
    batch_id INTEGER NOT NULL REFERENCES batch (id),
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (batch_id, kind, id)
) WITHOUT ROWID;

-- Since when the files may still hold what the rows don't, and what kept the last try from cleaning them.
CREATE TABLE unclean (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    since TEXT NOT NULL,
    reason TEXT
);

-- What a row is referred to by, which would be looked for in whole tables with every row that goes.
CREATE INDEX fact_state_by_successor ON fact_state (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX fact_doubt_by_observation ON fact_doubt (observation_id);
CREATE INDEX hot_item_by_fact ON hot_item (promoted_to) WHERE promoted_to IS NOT NULL;
CREATE INDEX observation_ref_back ON observation_ref (ref_id);
CREATE INDEX observation_use_by_fact ON observation_use (fact_id);
CREATE INDEX policy_source_by_fact ON policy_source (fact_id);
