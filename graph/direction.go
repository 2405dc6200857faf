package graph

import (
	"fmt"
	"strings"

	"plotline/graph/kinds"
	"plotline/internal/clip"
)

// DateTolerance is how far the dates of two episodes may be the other way round before they speak against a relationship.
const DateTolerance = Time(60_000_000)

// Earlier returns the end of a relationship of this type that is the earlier episode: Outgoing for 'from', Incoming for
// 'to'. It is Both for a type that says nothing about the order in time.
func (t Type) Earlier() Direction {
	switch t.kind().Earlier {
	case kinds.From:
		return Outgoing
	case kinds.To:
		return Incoming
	case kinds.Neither:
	}
	return Both
}

// ByTime returns the ends of a relationship whose type says which is the earlier episode.
func (r Relationship) ByTime() (earlier, later ID) {
	if r.Type.Earlier() == Outgoing {
		return r.From, r.To
	}
	return r.To, r.From
}

// backwards returns by how much the dates of its ends speak against a relationship, or 0 if they do not.
func backwards(t Type, ends Ends) Time {
	var by Time
	switch t.Earlier() {
	case Outgoing:
		by = ends.From.CreatedAt - ends.To.CreatedAt
	case Incoming:
		by = ends.To.CreatedAt - ends.From.CreatedAt
	case Both:
	}
	if by <= DateTolerance {
		return 0
	}
	return by
}

// maxReadName is how many characters of an episode's name a sentence about a relationship has.
const maxReadName = 60

// reads says in words what a relationship states, in one line: #1 “Name” came before #3 “Name”.
func reads(t Type, ends Ends) string {
	return fmt.Sprintf("%s %s %s", ends.From.named(), t.kind().Says.Outgoing, ends.To.named())
}

// named returns the number and the name of an episode. One that is not stored yet has no number.
func (n Node) named() string {
	name := "“" + clip.Marked(strings.Join(strings.Fields(n.Name), " "), maxReadName) + "”"
	if n.ID == 0 {
		return name
	}
	return fmt.Sprintf("#%d %s", n.ID, name)
}

// dated is named with the time, to the minute.
func (n Node) dated() string {
	return n.named() + " is of " + n.CreatedAt.UTC().Format("2006-01-02 15:04")
}

// mostRead is how many relationships a reply about many has in words, and mostDoubted how many its hint names.
const (
	mostRead    = 10
	mostDoubted = 3
)

// readsAll is reads for the first relationships of a list. A last text counts the others.
func readsAll(rels []Relationship, ends []Ends) []string {
	var texts []string
	for i, rel := range rels[:min(len(rels), mostRead)] {
		texts = append(texts, reads(rel.Type, ends[i]))
	}
	if more := len(rels) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return texts
}

// dateHint says that dates speak against a relationship, and how to turn it round. It is empty if they do not.
func dateHint(rel Relationship, ends Ends) string {
	if backwards(rel.Type, ends) == 0 {
		return ""
	}
	return fmt.Sprintf("The dates speak against this direction: %s, %s. If it is the wrong way round, call "+
		"remove_episode_relationship with relationship_id %s, then add_episode_relationship with from_episode_id %s and to_episode_id %s.",
		ends.From.dated(), ends.To.dated(), rel.ID, rel.To, rel.From)
}

// dateHints is dateHint for a list. It names the first of those that dates speak against.
func dateHints(rels []Relationship, ends []Ends) string {
	if len(rels) == 1 {
		return dateHint(rels[0], ends[0])
	}
	var named []string
	count := 0
	for i, rel := range rels {
		if backwards(rel.Type, ends[i]) == 0 {
			continue
		}
		if count++; count <= mostDoubted {
			named = append(named, fmt.Sprintf("%s (%s)", rel.ID, reads(rel.Type, ends[i])))
		}
	}
	if count == 0 {
		return ""
	}
	if count > len(named) {
		named = append(named, fmt.Sprintf("and %d more", count-len(named)))
	}
	return fmt.Sprintf("The dates of the episodes speak against the direction of %d of these %d relationships: %s. For each that is the "+
		"wrong way round, call remove_episode_relationship with its id, then add_episode_relationship with its ends exchanged.",
		count, len(rels), strings.Join(named, ", "))
}
