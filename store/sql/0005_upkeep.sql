-- How the making of vectors goes.

-- Until when a model is known to have been some process's own.
CREATE TABLE vector_model_use (
    model_id INTEGER PRIMARY KEY REFERENCES vector_model (id) ON DELETE CASCADE,
    used_at TEXT NOT NULL
);

-- Passages that a model made no vector of while it did of others. They aren't missing: nothing is gained by waiting.
CREATE TABLE vector_refused (
    model_id INTEGER NOT NULL REFERENCES vector_model (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('F', 'O', 'C')),
    id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    refused_at TEXT NOT NULL,
    PRIMARY KEY (model_id, kind, id)
) WITHOUT ROWID;

CREATE TRIGGER vector_refused_added AFTER INSERT ON vector_refused BEGIN
    DELETE FROM vector_missing WHERE model_id = NEW.model_id AND kind = NEW.kind AND id = NEW.id;
END;

-- To be tried again, unless the row or the model is gone.
CREATE TRIGGER vector_refused_forgotten AFTER DELETE ON vector_refused BEGIN
    INSERT INTO vector_missing (model_id, kind, id)
    SELECT m.id, OLD.kind, OLD.id
    FROM vector_model m
    WHERE m.id = OLD.model_id
      AND (
        OLD.kind = 'F' AND EXISTS (SELECT 1 FROM fact f WHERE f.id = OLD.id)
        OR OLD.kind = 'O' AND EXISTS (SELECT 1 FROM observation o WHERE o.id = OLD.id)
        OR OLD.kind = 'C' AND EXISTS (SELECT 1 FROM fact_source s WHERE s.observation_id = OLD.id)
      );
END;

CREATE TRIGGER fact_takes_refusals_along AFTER DELETE ON fact BEGIN
    DELETE FROM vector_refused WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'F' AND id = OLD.id;
END;

CREATE TRIGGER observation_takes_refusals_along AFTER DELETE ON observation BEGIN
    DELETE FROM vector_refused
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind IN ('O', 'C') AND id = OLD.id;
END;

-- An observation is found by others from its first citation to its last.
CREATE TRIGGER observation_cited AFTER INSERT ON fact_source BEGIN
    INSERT OR IGNORE INTO vector_missing (model_id, kind, id)
    SELECT m.id, 'C', NEW.observation_id
    FROM vector_model m
    WHERE NOT EXISTS (SELECT 1 FROM vector v WHERE v.model_id = m.id AND v.kind = 'C' AND v.id = NEW.observation_id)
      AND NOT EXISTS (
        SELECT 1 FROM vector_refused r WHERE r.model_id = m.id AND r.kind = 'C' AND r.id = NEW.observation_id
      );
END;

CREATE TRIGGER observation_cited_no_more AFTER DELETE ON fact_source
WHEN NOT EXISTS (SELECT 1 FROM fact_source s WHERE s.observation_id = OLD.observation_id)
BEGIN
    DELETE FROM vector_refused
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'C' AND id = OLD.observation_id;
    DELETE FROM vector WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'C' AND id = OLD.observation_id;
    DELETE FROM vector_missing
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'C' AND id = OLD.observation_id;
END;

-- What was seen just before an observation is part of what its vector was made of.
CREATE TRIGGER observation_leaves_vectors_anew AFTER DELETE ON observation BEGIN
    DELETE FROM vector
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'O' AND id = (
        SELECT n.id
        FROM observation n
        WHERE n.agent = OLD.agent AND n.session = OLD.session AND n.source = OLD.source AND n.id > OLD.id
        ORDER BY n.id
        LIMIT 1
    );
    DELETE FROM vector_refused
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'O' AND id = (
        SELECT n.id
        FROM observation n
        WHERE n.agent = OLD.agent AND n.session = OLD.session AND n.source = OLD.source AND n.id > OLD.id
        ORDER BY n.id
        LIMIT 1
    );
    INSERT OR IGNORE INTO vector_missing (model_id, kind, id)
    SELECT m.id, 'O', n.id
    FROM vector_model m JOIN observation n ON n.id = (
        SELECT a.id
        FROM observation a
        WHERE a.agent = OLD.agent AND a.session = OLD.session AND a.source = OLD.source AND a.id > OLD.id
        ORDER BY a.id
        LIMIT 1
    );
END;

-- What went wrong last with making vectors, if nothing has gone well since.
CREATE TABLE vector_trouble (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL,
    reason TEXT NOT NULL
);
