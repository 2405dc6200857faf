package input_test

import (
	"net/url"
	"reflect"
	"testing"

	"plotline/internal/input"
)

type asked struct {
	Name  string   `json:"name,omitempty"`
	Limit int      `json:"limit,omitempty" minimum:"1" maximum:"100" default:"50"`
	Least *float64 `json:"least,omitempty"`
	Tags  []string `json:"tags,omitempty"`
	All   bool     `json:"all,omitempty"`
	Key   word     `json:"key,omitempty"`

	Metadata input.Object `json:"metadata,omitempty"`
}

// word unmarshals itself from any text.
type word string

func (w *word) UnmarshalText(text []byte) error {
	*w = word(text)
	return nil
}

// fromQuery reads the arguments of a query, as JSON.
func fromQuery[In any](t *testing.T, query string) ([]byte, error) {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return input.FromQuery(reflect.TypeFor[In](), values)
}

// shown returns the text of a result, or of its error.
func shown(raw []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func TestFromQuery(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"":                                `{}`,
		"name=a+b%26c":                    `{"name":"a b\u0026c"}`,
		"limit=7&least=-0.5":              `{"least":"-0.5","limit":"7"}`,
		"tags=b&tags=a":                   `{"tags":["b","a"]}`,
		"tags=a,b":                        `{"tags":["a,b"]}`,
		"all=true":                        `{"all":true}`,
		"all=yes":                         `{"all":"yes"}`,
		`metadata={"n":1.50}`:             `{"metadata":{"n":1.50}}`,
		"metadata={":                      `{"metadata":"{"}`,
		"name=":                           `{"name":""}`,
		"tags=":                           `{"tags":""}`,
		"tags=&tags=a":                    `{"tags":["","a"]}`,
		"metadata=":                       `{"metadata":""}`,
		"other=1":                         `{"other":""}`,
		"key=2026-01-02T03:04:05+00:00":   `{"key":"2026-01-02T03:04:05+00:00"}`,
		"key=2026-01-02T03:04:05%2B01:00": `{"key":"2026-01-02T03:04:05+01:00"}`,
		"key=2026-01-02+03:04:05":         `{"key":"2026-01-02 03:04:05"}`,
		"name=a&name=b":                   "invalid_argument: name is given 2 times; give it once",
		"name=%ff":                        "invalid_argument: arguments must be UTF-8",
	} {
		if got := shown(fromQuery[asked](t, query)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

// TestFromQueryWithoutValues checks that a caller can give an empty list and null.
func TestFromQueryWithoutValues(t *testing.T) {
	t.Parallel()
	got := shown(input.FromQuery(reflect.TypeFor[asked](), url.Values{"name": nil, "tags": {}}))
	if want := `{"name":null,"tags":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFromQueryIsDecoded checks that query arguments are validated like JSON.
func TestFromQueryIsDecoded(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"limit=seven": "invalid_argument: limit must be an integer",
		"least=x":     "invalid_argument: least must be a number",
		"all=1":       "invalid_argument: all must be true or false",
		"other=1":     "invalid_argument: unknown argument 'other'; valid: name, limit, least, tags, all, key, metadata",
		"limit=0":     "invalid_argument: limit must be between 1 and 100",
	} {
		raw, err := fromQuery[asked](t, query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := input.Decode[asked](raw); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
}

func TestWith(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"":                             `{"id":"x\"y"}`,
		" { } ":                        `{"id":"x\"y"}`,
		`{"a": [1, {"id":2}]}`:         `{"a":[1, {"id":2}],"id":"x\"y"}`,
		`{"n":12345678901234567890.5}`: `{"n":12345678901234567890.5,"id":"x\"y"}`,
		"\v{}":                         "\v{}",
		`[1]`:                          `[1]`,
		`{"a":`:                        `{"a":`,
		`{"id":"z"}`:                   "invalid_argument: id is part of the path; leave it out of the query and the body",
		`{"\u0069d":"z"}`:              "invalid_argument: id is part of the path; leave it out of the query and the body",
	} {
		if got := shown(input.With([]byte(body), "id", `x"y`)); got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}
