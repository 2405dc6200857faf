package graph

// verb describes a relationship from its start and from its end.
type verb struct{ outgoing, incoming string }

func (v verb) seen(from Direction) string {
	if from == Incoming {
		return v.incoming
	}
	return v.outgoing
}

// verbs make a sentence of a relationship: subject, verb, object.
var verbs = map[Type]verb{
	Follows: {"came before", "came after"}, Causes: {"caused", "was caused by"},
	PartOf: {"is part of", "contains"}, RelatedTo: {"is related to", "is related to"},
	Contradicts: {"contradicts", "is contradicted by"}, Refines: {"refines", "is refined by"},
}

// phrases begin the reason of a recalled episode, without a verb of their own where the sentence has none.
var phrases = map[Type]verb{
	Follows: {"came before", "followed"}, Causes: {"caused", "caused by"}, PartOf: {"part of", "has the part"},
	RelatedTo: {"related to", "related to"}, Contradicts: {"contradicts", "contradicted by"}, Refines: {"refines", "refined by"},
}
