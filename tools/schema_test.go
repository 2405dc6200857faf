package tools

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/internal/input"
)

type sampleItem struct {
	Weight float64 `json:"weight,omitempty" minimum:"0" maximum:"1" default:"0.5" doc:"How much"`
}

type sampleBase struct {
	ID graph.ID `json:"id" format:"uuid"`
}

type sample struct {
	sampleBase
	When    *graph.Time   `json:"when,omitempty" format:"date-time" doc:"Since"`
	Kinds   []graph.Type  `json:"kinds,omitempty" enum:"follows,causes" minItems:"1" maxItems:"9"`
	Limit   int           `json:"limit,omitempty" minimum:"1" default:"50"`
	Format  string        `json:"format,omitempty" enum:"json,svg" default:"json"`
	Name    string        `json:"name,omitempty" minLength:"1" maxLength:"200" maxBytes:"800"`
	Free    input.Object  `json:"free,omitempty" maxBytes:"65536"`
	Any     input.JSON    `json:"any,omitempty" as:"object" maxBytes:"65536" doc:"Whatever"`
	List    input.JSON    `json:"list" as:"array"`
	Sure    bool          `json:"sure,omitempty"`
	Items   []sampleItem  `json:"items"`
	More    []sampleItem  `json:"more,omitempty" like:"weigh" doc:"As for weigh"`
	Offset  int           `json:"offset,omitempty" default:"0"`
	Cycles  [][]graph.ID  `json:"rings,omitempty"`
	Counts  graph.Degrees `json:"counts,omitempty"`
	Cycle   []graph.ID    `json:"cycle,omitempty" nullable:"true"`
	Cleared input.Cleared `json:"-"`
}

type strictSample struct {
	sampleBase
	When    *graph.Time   `json:"when,omitempty" format:"date-time" doc:"Since"`
	Kinds   []graph.Type  `json:"kinds,omitempty" enum:"follows,causes" minItems:"1" maxItems:"9"`
	Limit   int           `json:"limit,omitempty" minimum:"1" default:"50"`
	Format  string        `json:"format,omitempty" enum:"json,svg" default:"json"`
	Name    string        `json:"name,omitempty" minLength:"1" maxLength:"200" maxBytes:"800"`
	Free    input.Object  `json:"free,omitempty" doc:"Replaces it; null clears it" strict:"Replaces it"`
	Any     input.JSON    `json:"any,omitempty" as:"object" maxBytes:"65536" doc:"Whatever"`
	List    input.JSON    `json:"list" as:"array"`
	Sure    bool          `json:"sure,omitempty"`
	Items   []sampleItem  `json:"items"`
	More    []sampleItem  `json:"more,omitempty" like:"weigh" doc:"As for weigh"`
	Offset  int           `json:"offset,omitempty" default:"0"`
	Note    *string       `json:"note,omitempty" doc:"null clears it" strict:""`
	Cleared input.Cleared `json:"-"`
}

func plain(_, english string) string { return english }

func TestInputSchema(t *testing.T) {
	t.Parallel()
	const want = `{"type":"object","properties":{` +
		`"id":{"type":"string"},` +
		`"when":{"type":"string","description":"Since"},` +
		`"kinds":{"type":"array","minItems":1,"maxItems":9,"items":{"type":"string","enum":["follows","causes"]}},` +
		`"limit":{"type":"integer","default":50,"minimum":1},` +
		`"format":{"type":"string","enum":["json","svg"],"default":"json"},` +
		`"name":{"type":"string","minLength":1},` +
		`"free":{"type":"object"},` +
		`"any":{"type":"object","description":"Whatever"},` +
		`"list":{"type":"array","items":{"type":"object"}},` +
		`"sure":{"type":"boolean"},` +
		`"items":{"type":"array","items":{"type":"object","properties":{` +
		`"weight":{"type":"number","description":"How much","default":0.5,"minimum":0,"maximum":1}}}},` +
		`"more":{"type":"array","description":"As for weigh","items":{"type":"object","properties":{` +
		`"weight":{"type":"number","default":0.5,"minimum":0,"maximum":1}}}},` +
		`"offset":{"type":"integer"},` +
		`"rings":{"type":"array","items":{"type":"array","items":{"type":"string"}}},` +
		`"counts":{"type":"object"},` +
		`"cycle":{"type":["array","null"],"items":{"type":"string"}}` +
		`},"required":["id","list","items"]}`
	if diff := cmp.Diff(want, string(inputSchema(reflect.TypeFor[sample](), plain, Standard))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStrictSchema(t *testing.T) {
	t.Parallel()
	const want = `{"type":"object","properties":{` +
		`"id":{"type":"string"},` +
		`"when":{"type":["string","null"],"description":"Since"},` +
		`"kinds":{"type":["array","null"],"items":{"type":"string","enum":["follows","causes"]}},` +
		`"limit":{"type":["integer","null"]},` +
		`"format":{"type":["string","null"],"enum":["json","svg",null]},` +
		`"name":{"type":["string","null"]},` +
		`"free":{"type":["string","null"],"description":"Replaces it (JSON object as text)"},` +
		`"any":{"type":["string","null"],"description":"Whatever (JSON object as text)"},` +
		`"list":{"type":"string","description":"JSON list as text"},` +
		`"sure":{"type":["boolean","null"]},` +
		`"items":{"type":"array","items":{"type":"object","properties":{` +
		`"weight":{"type":["number","null"],"description":"How much"}},"required":["weight"],"additionalProperties":false}},` +
		`"more":{"type":["array","null"],"description":"As for weigh","items":{"type":"object","properties":{` +
		`"weight":{"type":["number","null"]}},"required":["weight"],"additionalProperties":false}},` +
		`"offset":{"type":["integer","null"]},` +
		`"note":{"type":["string","null"]}` +
		`},"required":["id","when","kinds","limit","format","name","free","any","list","sure","items","more","offset","note"],` +
		`"additionalProperties":false}`
	if diff := cmp.Diff(want, string(inputSchema(reflect.TypeFor[strictSample](), plain, Strict))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOutputSchemaIsShorter(t *testing.T) {
	t.Parallel()
	got := string(outputSchema(reflect.TypeFor[sample](), plain))
	if !strings.HasSuffix(got, `"required":["id","list","items"]}`) {
		t.Errorf("got %s", got)
	}
}

func TestSchemaTellsWhereAFieldIs(t *testing.T) {
	t.Parallel()
	var got []string
	inputSchema(reflect.TypeFor[sample](), func(path, english string) string {
		got = append(got, path+": "+english)
		return ""
	}, Standard)
	if diff := cmp.Diff([]string{"when: Since", "any: Whatever", "items.weight: How much", "more: As for weigh"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type recursive struct {
	Inner []recursive `json:"inner"`
}

func TestSchemaRefuses(t *testing.T) {
	t.Parallel()
	for want, typ := range map[string]reflect.Type{
		"recursive type": reflect.TypeFor[recursive](),
		"a: no schema for interface {}": reflect.TypeFor[struct {
			A any `json:"a"`
		}](),
		"a: no schema for func()": reflect.TypeFor[struct {
			A func() `json:"a"`
		}](),
		"a: no schema for uint8": reflect.TypeFor[struct {
			A json.RawMessage `json:"a"`
		}](),
		"a: free JSON needs the tag as": reflect.TypeFor[struct {
			A input.JSON `json:"a"`
		}](),
		"b: free JSON needs the tag as": reflect.TypeFor[struct {
			B input.JSON `json:"b" as:"string"`
		}](),
		"a: a list of free JSON": reflect.TypeFor[struct {
			A []input.JSON `json:"a"`
		}](),
		"a could be null": reflect.TypeFor[struct {
			A *int `json:"a"`
		}](),
		"has no JSON name": reflect.TypeFor[struct{ A int }](),
		"a: minimum is no number: x": reflect.TypeFor[struct {
			A int `json:"a" minimum:"x"`
		}](),
		"a: bad default: x": reflect.TypeFor[struct {
			A int `json:"a,omitempty" default:"x"`
		}](),
		"a: bad default: c": reflect.TypeFor[struct {
			A string `json:"a,omitempty" enum:"a,b" default:"c"`
		}](),
		"a: a tag does not fit its type": reflect.TypeFor[struct {
			A string `json:"a" minimum:"1"`
		}](),
		"b: a tag does not fit its type": reflect.TypeFor[struct {
			B int `json:"b" maxItems:"1"`
		}](),
		"c: a tag does not fit its type": reflect.TypeFor[struct {
			C bool `json:"c" enum:"a"`
		}](),
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panicked with %q, want %q in it", got, want)
				}
			}()
			inputSchema(typ, plain, Standard)
		}()
	}
}
