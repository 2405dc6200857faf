// The index that 0011 replaces.
CYPHER 5
DROP INDEX plotline_episode_text IF EXISTS
