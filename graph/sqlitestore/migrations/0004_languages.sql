-- For which languages the texts of a workspace are indexed: names with spaces between.
ALTER TABLE workspace ADD COLUMN languages TEXT;      -- in which queries are answered, NULL before the first episode
ALTER TABLE workspace ADD COLUMN next_languages TEXT; -- that are to follow, NULL for none
ALTER TABLE workspace ADD COLUMN indexed_after INTEGER; -- the serial number up to which texts are indexed anew, NULL when that is done
ALTER TABLE workspace ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0; -- how many texts that were
UPDATE workspace SET languages = 'english' WHERE serial > 0;
