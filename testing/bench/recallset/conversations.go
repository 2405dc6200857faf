package recallset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"slices"

	"plotline/internal/clip"
)

// Conversation is a memory of many sessions, with questions about it.
type Conversation struct {
	Turns     []Commit // in the order of the sessions
	Questions []Commit // Fixes are the turns with the answer
}

// question is a question of LongMemEval (Wu et al., ICLR 2025) with the sessions that contain its answer.
type question struct {
	ID       string `json:"question_id"`
	Question string
	Sessions [][]struct {
		Role, Content string
		HasAnswer     bool `json:"has_answer"`
	} `json:"haystack_sessions"`
	SessionIDs []string `json:"haystack_session_ids"`
}

// ReadConversations reads the file longmemeval_oracle.json. Each memory joins the sessions of the given
// number of questions; 25 questions have about 540 turns. Questions without marked turns are left out.
func ReadConversations(path string, questions int) ([]Conversation, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []question
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b question) int { return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.ID, b.ID)) })
	var list []Conversation
	for some := range slices.Chunk(all, questions) {
		c := Conversation{}
		known := map[string]bool{}
		for _, q := range some {
			c.add(q, known)
		}
		list = append(list, c)
	}
	return list, nil
}

// order mixes the kinds of questions, which the file groups.
func (q question) order() uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(q.ID))
	return h.Sum32()
}

func (c *Conversation) add(q question, known map[string]bool) {
	question := Commit{SHA: q.ID, Body: q.Question}
	for i, session := range q.Sessions {
		id, before := q.SessionIDs[i], ""
		for j, turn := range session {
			name := fmt.Sprintf("%s %d", id, j)
			if !known[id] {
				text := clip.Runes(turn.Role+": "+turn.Content, longestTurn)
				c.Turns = append(c.Turns, Commit{SHA: name, Body: text, Follows: before})
			}
			if turn.HasAnswer {
				question.Fixes = append(question.Fixes, name)
			}
			before = name
		}
		known[id] = true
	}
	if len(question.Fixes) > 0 {
		c.Questions = append(c.Questions, question)
	}
}

// longestTurn is the number of characters stored of a turn. The longest turns have about 7,000.
const longestTurn = 10_000
