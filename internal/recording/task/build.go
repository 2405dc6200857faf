package task

import "plotline/internal/recording/spool"

// Build returns the tasks of one session in order. The lines need not be in order.
func Build(lines []spool.Line, o Options) []Task { return nil }

// Brief returns what an agent is told at the start of a session on a branch: at most five lines of at most 230 characters.
// All are the facts of the project's tasks, in any order; now is in Unix milliseconds.
func Brief(all []Facts, branch string, now int64) []string { return nil }
