-- ?1 workspace key, ?2 languages, ?3 next languages ('' for none), ?4 whether texts are being indexed again, ?5 up to
-- which serial number, ?6 how many.
UPDATE workspace SET languages = ?2, next_languages = nullif(?3, ''), indexed_after = CASE WHEN ?4 THEN ?5 END, indexed = ?6
WHERE key = ?1
