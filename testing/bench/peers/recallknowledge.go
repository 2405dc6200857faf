package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plotline/graph/analysis"
	"plotline/testing/bench/recallset"
)

// memory is a server with the tools of the reference memory server. Each commit is an entity, with its
// subject in the name and its text as the observation.
type memory struct {
	*knowledge

	names  map[string]string // by hash
	hashes map[string]string // by name
	texts  bm25              // to determine rare words
	asked  []memoryMethod
}

// memoryMethod is a method of asking: it turns a question into queries.
type memoryMethod struct {
	*recallset.Method

	queries func(text string) []string
}

// recallOfServerMemory asks with two methods. The server searches for the query as a substring, so a whole
// question finds nothing. The second method therefore sends single words, chosen by their rarity.
func recallOfServerMemory(ctx context.Context, w *environment) (recaller, error) {
	const words = 5
	m, err := newMemory(ctx, w, startServerMemory)
	if err != nil {
		return nil, err
	}
	m.method("server-memory", "search_nodes, the whole question", func(text string) []string { return []string{text} })
	m.method("server-memory", "search_nodes, a call for each of the five rarest words", func(text string) []string { return m.texts.rarest(text, words) })
	return m, nil
}

// recallOfNeo4jMemory asks for all words at once; any may match. Punctuation is removed, because the query
// has Lucene's syntax.
func recallOfNeo4jMemory(ctx context.Context, w *environment) (recaller, error) {
	m, err := newMemory(ctx, w, startNeo4jMemory)
	if err != nil {
		return nil, err
	}
	m.method("mcp-neo4j-memory", "search_memories, the words of the question", func(text string) []string {
		return []string{strings.Join(analysis.Tokens(text), " ")}
	})
	return m, nil
}

func newMemory(ctx context.Context, w *environment, start func(context.Context, *environment) (peer, error)) (*memory, error) {
	p, err := start(ctx, w)
	if err != nil {
		return nil, err
	}
	return &memory{knowledge: p.(*knowledge), names: map[string]string{}, hashes: map[string]string{}}, nil
}

func (m *memory) method(store, name string, queries func(text string) []string) {
	m.asked = append(m.asked, memoryMethod{&recallset.Method{Store: store, Name: name}, queries})
}

func (m *memory) store(_ context.Context, commits []recallset.Commit) error {
	nodes := make([]node, 0, len(commits))
	var links []link
	for _, c := range commits {
		name := c.Subject + " (" + c.SHA + ")" // subjects repeat
		m.names[c.SHA], m.hashes[name] = name, c.SHA
		m.texts.add(c.Text())
		nodes = append(nodes, node{name, c.Text()})
	}
	for _, c := range commits {
		for _, sha := range c.Fixes {
			if from, is := m.names[sha]; is {
				links = append(links, link{from, m.names[c.SHA]})
			}
		}
	}
	return m.load(nodes, links)
}

// ask sends the queries of each method. Results found by more queries come first, then earlier results.
func (m *memory) ask(_ context.Context, question recallset.Commit) error {
	for _, method := range m.asked {
		var sum recallset.Answer
		times := map[string]int{}
		for _, query := range method.queries(question.Text()) {
			var out found
			one, err := callJSON(m.Client, m.vocabulary.search, map[string]any{"query": query}, &out)
			if err != nil {
				return err
			}
			sum.Took, sum.Bytes = sum.Took+one.Took, sum.Bytes+one.Bytes
			for _, e := range out.Entities {
				sha := m.hashes[e.Name]
				if times[sha]++; times[sha] == 1 {
					sum.SHAs = append(sum.SHAs, sha)
				}
			}
		}
		slices.SortStableFunc(sum.SHAs, func(a, b string) int { return cmp.Compare(times[b], times[a]) })
		method.Add(question, sum)
	}
	return nil
}

func (m *memory) methods() []*recallset.Method {
	all := make([]*recallset.Method, len(m.asked))
	for i, method := range m.asked {
		all[i] = method.Method
	}
	return all
}
