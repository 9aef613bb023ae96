-- The strongest edges of a fact are read first, however many it has. What it replaced is read apart: there may be
-- thousands of it, all of weight 1, before anything else.
DROP INDEX edge_back;
CREATE INDEX edge_out ON edge (from_fact_id, weight DESC, to_fact_id DESC, kind) WHERE kind <> 'supersedes';
CREATE INDEX edge_in ON edge (to_fact_id, weight DESC, from_fact_id DESC, kind);

-- The newest facts of a session, observations of a source and facts of a topic, without reading those before them.
CREATE INDEX fact_by_session ON fact (agent, session);
CREATE INDEX observation_by_source ON observation (source) WHERE source <> 'agent';
DROP INDEX fact_standing;
CREATE INDEX fact_standing ON fact (domain_id, topic_key, id, valid_from, valid_until)
    WHERE superseded_by IS NULL AND retired_at IS NULL;
