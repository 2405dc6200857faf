package api

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"plotline/internal/input"
)

type freeItem struct {
	Note input.JSON `json:"note" as:"object"`
}

type freeInput struct {
	Story input.JSON `json:"story,omitempty" as:"array" maxBytes:"100" doc:"What came before"`
	Needs input.JSON `json:"needs" as:"object"`
	Items []freeItem `json:"items,omitempty"`
	Name  string     `json:"name,omitempty" minBytes:"1" maxBytes:"20"`
}

// TestFreeJSONIsPublished checks that free JSON has no type, at the top level and in lists. It must not
// depend on the type alias in huma's registry.
func TestFreeJSONIsPublished(t *testing.T) {
	t.Parallel()
	plainLists()
	for name, aliased := range map[string]bool{"told": true, "not told": false} {
		registry := huma.NewMapRegistry(schemaPrefix, huma.DefaultSchemaNamer)
		if aliased {
			registry.RegisterTypeAlias(reflect.TypeFor[input.JSON](), reflect.TypeFor[json.RawMessage]())
		}
		schema := huma.SchemaFromType(registry, reflect.TypeFor[freeInput]())
		publishInput(registry, schema, reflect.TypeFor[freeInput]())
		published := map[string]any{"top": schema.Properties, "items": registry.Map()["FreeItem"].Properties}
		raw, err := json.Marshal(published)
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"items":{"note":{}},"top":{` +
			`"items":{"items":{"$ref":"#/components/schemas/FreeItem"},"type":["array","null"]},` +
			`"name":{"maxLength":20,"type":["string","null"]},` +
			`"needs":{},` +
			`"story":{"description":"What came before"}}}`
		if diff := cmp.Diff(want, string(raw)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
