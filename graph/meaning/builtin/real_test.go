package builtin_test

import (
	"strings"
	"testing"

	"plotline/graph/meaning/builtin"
	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/wordpiece"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/reference"
	"plotline/testing/kit/tier"
)

// least is the lowest cosine to the reference that a text may have, and usual is the lowest mean of all.
const (
	least = 0.995
	usual = 0.999
)

// read reads a model's file, and makes its tokenizer.
func read(t *testing.T, path string) (*modelfile.Model, *wordpiece.Tokenizer) {
	t.Helper()
	file, err := modelfile.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := wordpiece.New(file.Tokens)
	if err != nil {
		t.Fatal(err)
	}
	return file, tokenizer
}

// TestRealModel compares the real model with the reference implementation: the same tokens, and nearly the
// same vectors. The vectors are closer to the reference than those of onnxruntime with the unchanged graph.
func TestRealModel(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	path := installed.Model(t)
	file, tokenizer := read(t, path)
	cases, err := reference.Cases()
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, path, builtin.Config{})
	sum, graph, lowest, known := 0.0, 0.0, 1.0, 0
	for _, c := range cases {
		ids := tokenizer.Encode(c.Text, file.Positions)
		if len(ids) != c.Count {
			t.Errorf("%.40q: %d tokens, not %d", c.Text, len(ids), c.Count)
		}
		for i, name := range c.Tokens {
			if file.Tokens[ids[i]] != name {
				t.Errorf("%.40q: the token %d is %s, not %s", c.Text, i, file.Tokens[ids[i]], name)
			}
		}
		vectors, err := m.Embed(t.Context(), []string{c.Text})
		if err != nil {
			t.Fatal(err)
		}
		if vectors[0] == nil { // a text that the model does not know
			continue
		}
		known++
		like := product(vectors[0], c.Vector)
		sum, graph, lowest = sum+like, graph+c.Graph, min(lowest, like)
		if like < least {
			t.Errorf("%.40q: a cosine of %.4f", c.Text, like)
		}
	}
	if known < len(cases)*3/4 {
		t.Errorf("only %d of %d texts have a vector", known, len(cases))
	}
	sum, graph = sum/float64(known), graph/float64(known)
	if sum < usual || sum < graph {
		t.Errorf("a mean cosine of %.5f, and %.5f of the graph", sum, graph)
	}
	t.Logf("%d of %d texts: cosines of %.5f on average, %.5f at least; %.5f of the graph", known, len(cases), sum, lowest, graph)
}

// TestRealModelKnowsItsLanguage checks that only texts in English, and what can be read as such, have a vector.
func TestRealModelKnowsItsLanguage(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	path := installed.Model(t)
	file, tokenizer := read(t, path)
	m := open(t, path, builtin.Config{})
	for text, want := range map[string]bool{
		"Orders were stored twice after the retry":                   true,
		"fix CVE-2024-30171 in 10.12.0.4, see commit 2866eecf":       true,
		`{"level":"error","ts":1716,"msg":"connection refused"}`:     true,
		"Die Bestellung wurde nach dem Neustart zweimal gespeichert": true, // Latin letters: it has pieces for them
		"Fehler: the retry stored 订单 twice":                          true,
		"":                                                           true,
		"ชำระเงินไม่สำเร็จหลังจากลองใหม่": false,
		"გადახდა ვერ მოხერხდა":            false,
		"Վճարումը ձախողվեց":               false,
		"ክፍያው አልተሳካም":                     false,
		"订单在重试之后被保存了两次":                   false,
		"注文が二重に保存されました":                   false,
		"Заказы сохранились дважды":       false,
		"Οι παραγγελίες αποθηκεύτηκαν":    false,
		"تم حفظ الطلبات مرتين":            false,
		"🚀🚀":                              false,
	} {
		t.Logf("%.2f unknown: %.40s", tokenizer.Unknown(tokenizer.Encode(text, file.Positions)), text)
		document, err := m.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		query, err := m.EmbedQuery(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got := document[0] != nil; got != want || (query != nil) != want {
			t.Errorf("%q: vector %v, query %v, want %v", text, got, query != nil, want)
		}
	}
}

// TestRealModelFinds checks that questions find their answers.
func TestRealModelFinds(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	m := open(t, installed.Model(t), builtin.Config{})
	texts := []string{
		"The customer was charged two times for one purchase after the payment service retried",
		"The dough rests for twelve hours in the fridge and is baked at 240 degrees",
		"The pod was killed because it used more memory than its limit",
		"Dark mode for the settings page",
	}
	documents, err := m.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]int{
		"why do payments happen twice?":   0,
		"how long should bread ferment?":  1,
		"container OOM exit code 137":     2,
		"make the preferences UI darker":  3,
		"duplicate billing of a customer": 0,
	} {
		query, err := m.EmbedQuery(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		for i, document := range documents {
			if i != want && product(query, document) >= product(query, documents[want]) {
				t.Errorf("%q finds %q before %q", question, texts[i], texts[want])
			}
		}
	}
}

func BenchmarkRealModel(b *testing.B) {
	m := open(b, installed.Model(b), builtin.Config{})
	for name, text := range map[string]string{
		"words=25":  "why was the customer charged two times for one purchase after the payment service had been retried by the queue on the new cluster last week?",
		"words=400": strings.Repeat("The orders service wrote each order twice after the queue was moved to the new cluster last week. ", 20),
	} {
		want, err := m.EmbedQuery(b.Context(), text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if got, err := m.EmbedQuery(b.Context(), text); err != nil || product(got, want) < 0.9999 {
					b.Fatal(err)
				}
			}
		})
	}
}
