package check

// Of returns the check that a command runs, or false. If it runs several, tests come before build, types and lint. More are the
// beginnings of commands that are tests in this project.
func Of(command string, more []string) (Check, bool) { return Check{}, false }

// Runs returns each check of a command with its result. Exit is nil if the client does not tell it. Output is what Shape kept.
func Runs(command string, exit *int, output string, more []string) []Run { return nil }

// Outcome returns how the check of a command ended, and the first line that tells of its failure.
func Outcome(command string, exit *int, output string) (Result, string) { return Unknown, "" }

// Shape returns what is kept of a command's output: of a check or a failure the first line that tells of the failure, at most 160
// characters, and the end of the output, at most 1,000; of a commit its hash; of other commands nothing.
func Shape(command string, exit *int, output string) (first, tail string) { return "", "" }
