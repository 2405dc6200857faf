package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"plotline/graph/analysis"
)

// TestParseTyped compares the clauses: a prefix has a star, and what is Extra is in brackets.
func TestParseTyped(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"":                    "",
		"o":                   "o* (o)",
		"or":                  "or* (or)",
		"ord":                 "ord* (ord)",
		"ORD":                 "ord* (ord)",
		"orders":              "orders* (orders)",
		"orders ":             "orders",
		"orders,":             "orders",
		"orders*":             "orders*",
		"duplicate o":         "duplicate o",
		"duplicate ord":       "duplicate ord* (ord)",
		"duplicate or":        "duplicate or",
		"duplicate the":       "duplicate the",
		"the":                 "the* (the)",
		"what is the pay":     "what is the pay* (pay)",
		"pay the pay":         "pay the",
		`"duplicate order"`:   `"duplicate order"`,
		`"duplicate ord`:      "duplicate ord* (ord)",
		"fooBar":              "foobar* (foobar) (foo) (bar)",
		"订单":                  "订 单 (订单)",
		`\`:                   "",
		"a* bcd* cde* efg* h": "a bcd* cde* efg* h",
	} {
		clauses := analysis.Languages("").ParseTyped(query, 1)
		got := make([]string, 0, len(clauses))
		for _, c := range clauses {
			text := c.Text
			if c.Kind == analysis.Prefix {
				text = strings.TrimSuffix(text, "*") + "*"
			}
			if c.Extra {
				text = "(" + text + ")"
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", query, strings.Join(got, " "), want)
		}
	}
}

// TestParseTypedFinished checks that a finished query means what it means to Parse.
func TestParseTypedFinished(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"Orders arrive twice.", `"duplicate order" refund*`, "what failed? "} {
		typed, parsed := analysis.English.ParseTyped(query, 1), analysis.English.Parse(query)
		if !slices.EqualFunc(typed, parsed, func(a, b analysis.Clause) bool { return a.Kind == b.Kind && a.Text == b.Text && a.Extra == b.Extra }) {
			t.Errorf("%q: %v, want %v", query, typed, parsed)
		}
	}
}

// TestParseTypedShort checks that a beginning may be too short.
func TestParseTypedShort(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]analysis.Kind{"or": analysis.Term, "ord": analysis.Prefix} {
		if got := analysis.English.ParseTyped(query, 3)[0].Kind; got != want {
			t.Errorf("%q: %v, want %v", query, got, want)
		}
	}
}
