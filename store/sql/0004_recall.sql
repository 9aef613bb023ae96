-- How many texts hold a term, and what was supported, made or seen in a stretch of time.

CREATE VIRTUAL TABLE fulltext_term USING fts5vocab ('fulltext', 'row');

CREATE INDEX fact_by_support ON fact (supported_at);
CREATE INDEX fact_by_creation ON fact (created_at);
CREATE INDEX observation_by_creation ON observation (created_at);
