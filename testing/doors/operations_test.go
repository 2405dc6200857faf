package doors_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"plotline/graph/fault"
)

// operation is one of the OpenAPI document: what a client that was generated from it would know.
type operation struct {
	id, method, path string
	inPath           []string
	query            map[string]string // types of the parameters there
	known            bool
}

// takesBody tells where the arguments go that are not in the path.
func (o operation) takesBody() bool {
	return o.method == http.MethodPost || o.method == http.MethodPatch
}

// operations reads the document, by operation id.
func (s *server) operations(t *testing.T) map[string]operation {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			ID         string `json:"operationId"`
			Parameters []struct {
				Name, In string
				Schema   struct{ Type any }
			} `json:"parameters"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(s.send(t, "", http.MethodGet, "/api/openapi.json", "").body, &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]operation{}
	for path, methods := range doc.Paths {
		for method, published := range methods {
			o := operation{id: published.ID, method: strings.ToUpper(method), path: path, query: map[string]string{}, known: true}
			for _, p := range published.Parameters {
				if p.In == "path" {
					o.inPath = append(o.inPath, p.Name)
				} else {
					o.query[p.Name] = fmt.Sprint(p.Schema.Type)
				}
			}
			all[o.id] = o
		}
	}
	return all
}

// forArguments is the operation of a use case that can ask what the arguments say: where an address
// cannot, its twin with a body may. Without one, why tells the reason.
func forArguments(all map[string]operation, useCase string, args json.RawMessage) (o operation, why string) {
	o = all[useCase]
	if why = unaskable(o, args); why == "" {
		return o, ""
	}
	if _, what, _ := strings.Cut(useCase, "_"); all["query_"+what].known {
		o = all["query_"+what]
		return o, unaskable(o, args)
	}
	return o, why
}

// call asks over REST. What it gives of a drawing is what JSON would be.
func (s *server) call(t *testing.T, token string, o operation, args json.RawMessage) (json.RawMessage, *fault.Error) {
	t.Helper()
	path, body := o.address(t, args)
	r := s.send(t, token, o.method, path, body)
	if r.status >= http.StatusBadRequest {
		err := r.problem(t)
		if r.status != statusOf[err.Code] {
			t.Errorf("%s comes with %d", err.Code, r.status)
		}
		return nil, err
	}
	return r.whole(t), nil
}

// address divides arguments between path, query and body.
func (o operation) address(t *testing.T, args json.RawMessage) (path, body string) {
	t.Helper()
	path = o.path
	fields, is := fieldsOf(args)
	if !is { // which only a body can say
		return path, string(args)
	}
	for _, name := range o.inPath {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(textOf(t, fields[name])))
		delete(fields, name)
	}
	switch {
	case o.takesBody() && len(o.inPath) == 0:
		return path, string(args) // to the byte
	case o.takesBody():
		return path, encode(t, fields)
	}
	values := url.Values{}
	for name, value := range fields {
		var list []string
		if json.Unmarshal(value, &list) != nil {
			list = []string{textOf(t, value)}
		}
		values[name] = list
	}
	if len(values) == 0 {
		return path, ""
	}
	return path + "?" + values.Encode(), ""
}

// textOf is how an address says a value: a text without its quotes, a number as it stands.
func textOf(t *testing.T, value json.RawMessage) string {
	t.Helper()
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// fieldsOf is false for what is no object.
func fieldsOf(args json.RawMessage) (map[string]json.RawMessage, bool) {
	fields := map[string]json.RawMessage{}
	if len(args) == 0 {
		return fields, true
	}
	err := json.Unmarshal(args, &fields)
	return fields, err == nil && fields != nil
}

// whole puts a drawing and what its header says together again.
func (r reply) whole(t *testing.T) json.RawMessage {
	t.Helper()
	formats := map[string]string{
		"text/vnd.graphviz; charset=utf-8": "graphviz", "text/vnd.mermaid; charset=utf-8": "mermaid", "image/svg+xml": "svg",
	}
	format, drawn := formats[r.header.Get("Content-Type")]
	if !drawn {
		return r.body
	}
	return json.RawMessage(fmt.Sprintf(`{"format":%q,"graph":%s,"truncated":%s,"total_nodes":%s}`, format,
		encode(t, string(r.body)), r.header.Get("Plotline-Truncated"), r.header.Get("Plotline-Total-Nodes")))
}
