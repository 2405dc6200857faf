-- What is searched: the tokens and terms of package analysis, each with the key of its workspace and a dot
-- before it, so that what a search reads grows with its own workspace alone. The texts are not kept.
DROP TABLE episode_text;
CREATE VIRTUAL TABLE episode_index USING fts5 (
  words, -- tokens in their order, for phrases and prefixes
  stems, -- terms, and the numbers of the samples that the episode is part of
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '.'"
);

-- What scores are made of: how often each term occurs (analysis.Vector).
CREATE TABLE episode_terms (
  episode INTEGER PRIMARY KEY,
  length  INTEGER NOT NULL,
  terms   BLOB NOT NULL
) STRICT;
