// The index that 0011 replaces. Number 0006 made it in databases of a former version.
CYPHER 5
DROP INDEX plotline_episode_text IF EXISTS
