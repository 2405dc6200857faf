package main

import (
	"context"
	"os"
	"slices"
	"strings"
)

// neo4jURI is the variable that selects Neo4j.
const neo4jURI = "NEO4J_URI"

// foreignNeo4j lists variables with which other programs name a Neo4j, and what Plotline reads instead.
var foreignNeo4j = []struct{ name, instead string }{
	{"NEO4J_URL", neo4jURI},
	{"NEO4J_CONNECTION_URI", neo4jURI},
	{"NEO4J_CONNECTION_URL", neo4jURI},
	{"NEO4J_CONNECTION_STRING", neo4jURI},
	{"NEO4J_BOLT_URI", neo4jURI},
	{"NEO4J_BOLT_URL", neo4jURI},
	{"NEO4J_ADDRESS", neo4jURI},
	{"NEO4J_ENDPOINT", neo4jURI},
	{"NEO4J_SERVER", neo4jURI},
	{"NEO4J_HOST", neo4jURI},
	{"NEO4J_HOSTNAME", neo4jURI},
	{"NEO4J_USER", "NEO4J_USERNAME"},
	{"NEO4J_AUTH", "NEO4J_USERNAME and NEO4J_PASSWORD"},
	{"NEO4J_PASS", "NEO4J_PASSWORD"},
	{"NEO4J_PWD", "NEO4J_PASSWORD"},
	{"NEO4J_DB", "NEO4J_DATABASE"},
	{"NEO4J_DATABASE_NAME", "NEO4J_DATABASE"},
}

// foreignNeo4j returns the variables of other programs that name a Neo4j while Plotline uses the embedded
// store, and what to set instead. It returns "" if there are none, or if the user chose the embedded store.
// Values may be secrets and are not returned.
func (s *settings) foreignNeo4j() (names, advice string) {
	if s.Store != "auto" || s.Neo4jURI != "" {
		return "", ""
	}
	var set, instead []string
	for _, v := range foreignNeo4j {
		if os.Getenv(v.name) != "" {
			set = append(set, v.name)
			instead = append(instead, v.instead+" instead of "+v.name)
		}
	}
	if len(set) == 0 {
		return "", ""
	}
	if !slices.ContainsFunc(instead, func(text string) bool { return strings.HasPrefix(text, neo4jURI) }) {
		instead = slices.Insert(instead, 0, neo4jURI)
	}
	return strings.Join(set, ", "), "to use a Neo4j, set " + strings.Join(instead, ", ") + "; if the embedded store is right, set PLOTLINE_STORE=embedded"
}

// warnForeign logs variables of other programs that name a Neo4j which Plotline does not use.
func (s *settings) warnForeign(ctx context.Context, p *program) {
	if names, advice := s.foreignNeo4j(); names != "" {
		p.logger.WarnContext(ctx, "Plotline uses the embedded store and does not read these variables", "variables", names, "advice", advice)
	}
}

// foreignFindings reports the same for doctor.
func (s *settings) foreignFindings() []finding {
	names, advice := s.foreignNeo4j()
	if names == "" {
		return nil
	}
	return []finding{{Check: "variables", State: note, Found: names + ": Plotline does not read them, and uses the embedded store", Advice: advice}}
}
