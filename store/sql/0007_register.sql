-- The register has two keepers: the host, whose entries name no repository, and git, which knows what the files of a
-- repository hold. What git keeps never speaks for sources of the host's, and the other way round.

DROP VIEW observation_standing;

-- The repository that an observation's source is a file of; '' is none.
ALTER TABLE observation ADD COLUMN repo TEXT NOT NULL DEFAULT '';
DROP INDEX observation_by_source;
CREATE INDEX observation_by_source ON observation (source, repo) WHERE source <> 'agent';

CREATE TABLE register_before AS SELECT source, revision, set_at FROM version_register;
DROP TABLE version_register;
CREATE TABLE version_register (
    repo TEXT NOT NULL DEFAULT '',          -- '' is the host's entry
    source TEXT NOT NULL,
    revision TEXT CHECK (revision IS NOT NULL OR repo <> ''),   -- NULL: the file is gone
    set_at TEXT NOT NULL,
    PRIMARY KEY (repo, source)
) WITHOUT ROWID;
INSERT INTO version_register (repo, source, revision, set_at) SELECT '', source, revision, set_at FROM register_before;
DROP TABLE register_before;

-- How the own source of an observation stands, and the revision it stands at. A source that a register lacks lapses
-- only where the host keeps entries, and only if it isn't a file that git keeps.
CREATE VIEW source_standing AS
SELECT
    o.id, o.repo, o.source, o.revision, o.expires_at, v.revision AS current,
    CASE
        WHEN o.revision IS NULL OR v.revision = o.revision THEN NULL
        WHEN v.revision IS NOT NULL THEN 'changed'
        WHEN v.source IS NOT NULL THEN 'gone'
        WHEN o.repo = '' AND EXISTS (SELECT 1 FROM version_register h WHERE h.repo = '') THEN 'unregistered'
    END AS outdated_by
FROM observation o
LEFT JOIN version_register v ON v.repo = o.repo AND v.source = o.source;

-- How an observation stands with everything it refers to: whether a source left the revision it was seen at, its own or
-- any, and the moment the first of them expires.
CREATE VIEW observation_standing AS
SELECT
    o.id,
    EXISTS (SELECT 1 FROM version_register)
        AND EXISTS (SELECT 1 FROM source_standing s WHERE s.id = o.id AND s.outdated_by IS NOT NULL) AS source_outdated,
    EXISTS (SELECT 1 FROM version_register) AND (
        EXISTS (SELECT 1 FROM source_standing s WHERE s.id = o.id AND s.outdated_by IS NOT NULL)
        OR EXISTS (
            SELECT 1
            FROM observation_ref r
            JOIN source_standing s ON s.id = r.ref_id
            WHERE r.observation_id = o.id AND s.outdated_by IS NOT NULL
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

-- A file's entry goes with the last observation of it.
CREATE TRIGGER observation_takes_entry_along AFTER DELETE ON observation
WHEN OLD.repo <> '' AND NOT EXISTS (
    SELECT 1 FROM observation o WHERE o.source = OLD.source AND o.source <> 'agent' AND o.repo = OLD.repo
)
BEGIN
    DELETE FROM version_register WHERE repo = OLD.repo AND source = OLD.source;
    DELETE FROM file_stamp WHERE source = OLD.source;
END;

-- Working trees that were looked at, and what of their files needn't be read again.
CREATE TABLE working_tree (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    root TEXT NOT NULL UNIQUE,
    looked_at TEXT NOT NULL
);
CREATE TABLE file_stamp (
    tree_id INTEGER NOT NULL REFERENCES working_tree (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    stamp INTEGER NOT NULL,                 -- another one when the file was written to
    blob TEXT NOT NULL,
    PRIMARY KEY (tree_id, source)
) WITHOUT ROWID;
CREATE INDEX file_stamp_by_source ON file_stamp (source);
