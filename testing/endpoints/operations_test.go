package endpoints_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"plotline/internal/fault"
	"plotline/testing/kit/apiclient"
	"plotline/testing/kit/expect"
)

// operation is an operation of the OpenAPI document.
type operation struct{ apiclient.Operation }

// operations reads the document, by operation id.
func (s *server) operations(t *testing.T) map[string]operation {
	t.Helper()
	published, err := apiclient.Operations(s.send(t, "", http.MethodGet, "/api/openapi.json", "").body)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]operation{}
	for id, o := range published {
		all[id] = operation{o}
	}
	return all
}

// forArguments returns the operation of a use case that can express the arguments. If the address cannot, a
// variant with a body may. If there is none, why gives the reason.
func forArguments(all map[string]operation, useCase string, args json.RawMessage) (o operation, why string) {
	o = all[useCase]
	if why = whyNotExpressible(o, args); why == "" {
		return o, ""
	}
	_, what, _ := strings.Cut(useCase, "_")
	if twin, known := all["query_"+what]; known {
		return twin, whyNotExpressible(twin, args)
	}
	return o, why
}

// call calls REST. It converts a drawing to the JSON form.
func (s *server) call(t *testing.T, token string, o operation, args json.RawMessage) (json.RawMessage, *fault.Error) {
	t.Helper()
	path, body := o.address(t, args)
	r := s.send(t, token, o.Method, path, body)
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
	path, body, err := o.Address(args)
	if err != nil {
		t.Fatal(err)
	}
	return path, body
}

// whole combines a drawing and its headers.
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
		string(expect.JSON(t, string(r.body))), r.header.Get("Plotline-Truncated"), r.header.Get("Plotline-Total-Nodes")))
}
