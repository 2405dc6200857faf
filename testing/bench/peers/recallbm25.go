package main

import (
	"context"
	"time"

	"plotline/testing/bench/recallset"
)

// plainBM25 is BM25 over name and query of the episodes, in this process.
type plainBM25 struct {
	bm25

	list   []recallset.Commit
	method *recallset.Method
}

func newPlainBM25() *plainBM25 {
	return &plainBM25{method: &recallset.Method{Store: "BM25", Name: "any word, no stems; in memory, without MCP"}}
}

func (p *plainBM25) store(_ context.Context, commits []recallset.Commit) error {
	for _, c := range commits {
		p.add(c.Subject + "\n" + c.Text())
	}
	p.list = append(p.list, commits...)
	return nil
}

func (p *plainBM25) ask(_ context.Context, question recallset.Commit) error {
	began := time.Now()
	texts := p.search(question.Text(), recallset.MaxResults)
	answer := recallset.Answer{Took: time.Since(began)}
	for _, text := range texts {
		answer.SHAs = append(answer.SHAs, p.list[text].SHA)
	}
	p.method.Add(question, answer)
	return nil
}

func (p *plainBM25) methods() []*recallset.Method { return []*recallset.Method{p.method} }

func (p *plainBM25) close() error { return nil }
