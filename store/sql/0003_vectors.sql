-- A model is gone with everything that was made by it.
CREATE TABLE vector_model (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL CHECK (dimension > 0)
);

-- What a process holds packed in memory follows this table by `seq`, which is never given twice.
CREATE TABLE vector (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    model_id INTEGER NOT NULL REFERENCES vector_model (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('F', 'O', 'C')),
    id INTEGER NOT NULL,                    -- of the fact, or of the observation for O and C
    numbers BLOB NOT NULL,                  -- half-precision floats, little-endian
    UNIQUE (model_id, kind, id)
);

-- Vectors that were deleted one by one.
CREATE TABLE vector_gone (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    vector_seq INTEGER NOT NULL
);

-- Passages that a model has no vector of; together with its vectors they are every fact, every observation with what
-- its agent saw before it (O), and every cited observation by its own words, for everybody else (C).
CREATE TABLE vector_missing (
    model_id INTEGER NOT NULL REFERENCES vector_model (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (model_id, kind, id)
) WITHOUT ROWID;

CREATE TRIGGER vector_model_added AFTER INSERT ON vector_model BEGIN
    INSERT INTO vector_missing (model_id, kind, id) SELECT NEW.id, 'F', f.id FROM fact f;
    INSERT INTO vector_missing (model_id, kind, id) SELECT NEW.id, 'O', o.id FROM observation o;
    INSERT INTO vector_missing (model_id, kind, id) SELECT DISTINCT NEW.id, 'C', s.observation_id FROM fact_source s;
END;

CREATE TRIGGER fact_lacks_vectors AFTER INSERT ON fact BEGIN
    INSERT INTO vector_missing (model_id, kind, id) SELECT m.id, 'F', NEW.id FROM vector_model m;
END;

CREATE TRIGGER observation_lacks_vectors AFTER INSERT ON observation BEGIN
    INSERT INTO vector_missing (model_id, kind, id) SELECT m.id, 'O', NEW.id FROM vector_model m;
END;

CREATE TRIGGER vector_added AFTER INSERT ON vector BEGIN
    DELETE FROM vector_missing WHERE model_id = NEW.model_id AND kind = NEW.kind AND id = NEW.id;
END;

CREATE TRIGGER fact_takes_vectors_along AFTER DELETE ON fact BEGIN
    DELETE FROM vector WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'F' AND id = OLD.id;
    DELETE FROM vector_missing WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind = 'F' AND id = OLD.id;
END;

CREATE TRIGGER observation_takes_vectors_along AFTER DELETE ON observation BEGIN
    DELETE FROM vector WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind IN ('O', 'C') AND id = OLD.id;
    DELETE FROM vector_missing
    WHERE model_id IN (SELECT m.id FROM vector_model m) AND kind IN ('O', 'C') AND id = OLD.id;
END;

-- A dropped model's vectors need no note each: its id says that they are gone.
CREATE TRIGGER vector_deleted AFTER DELETE ON vector WHEN EXISTS (SELECT 1 FROM vector_model m WHERE m.id = OLD.model_id)
BEGIN
    INSERT INTO vector_gone (vector_seq) VALUES (OLD.seq);
END;

CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    taken_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
) WITHOUT ROWID;
