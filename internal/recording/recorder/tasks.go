package recorder

import (
	"context"
	"strconv"
	"strings"

	"plotline/internal/recording/spool"
)

// done is a task that is over and worth an episode.
type done struct {
	Episode // with its Key

	Started int64 // Unix milliseconds
	Fold    string
	Links   []keyLink
	entry   entry // what may be told, without what write knows
}

// keyLink is a relationship between two tasks, by their keys.
type keyLink struct {
	From, To string
	Type     string
	Strength float64
}

// countOrdinals notes how often each prompt without an id of the client was there, before the file is removed.
func (s *session) countOrdinals() {
	for key := range s.Tasks {
		hash, ordinal, is := hashedKey(key)
		if !is {
			continue
		}
		if s.Ordinals == nil {
			s.Ordinals = map[string]int{}
		}
		s.Ordinals[hash] = max(s.Ordinals[hash], ordinal+1)
	}
}

// keyOf returns the key of a task that has an id of the client.
func keyOf(client, session, task string) string { return "rec1:" + client + ":" + session + ":" + task }

// hashedKey takes apart the key of a task without an id of the client: …:h:HASH:ORDINAL.
func hashedKey(key string) (hash string, ordinal int, is bool) {
	parts := strings.Split(key, ":")
	n := len(parts)
	if n < 4 || parts[n-3] != "h" {
		return "", 0, false
	}
	ordinal, err := strconv.Atoi(parts[n-1])
	return parts[n-2], ordinal, err == nil
}

// tasks builds the tasks of a session that are over and worth an episode.
func (p *pass) tasks(ctx context.Context, s *session, k known, lines []spool.Line) ([]done, error) {
	return nil, ctx.Err()
}
