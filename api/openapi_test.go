package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/api"
)

type parameter struct {
	Name     string          `json:"name"`
	In       string          `json:"in"`
	Required bool            `json:"required"`
	Example  any             `json:"example"`
	Schema   json.RawMessage `json:"schema"`
}

type operation struct {
	OperationID string      `json:"operationId"`
	Summary     string      `json:"summary"`
	Parameters  []parameter `json:"parameters"`
	RequestBody *struct {
		Content map[string]struct {
			Schema  json.RawMessage `json:"schema"`
			Example json.RawMessage `json:"example"`
		} `json:"content"`
	} `json:"requestBody"`
	Responses map[string]json.RawMessage `json:"responses"`
}

type document struct {
	OpenAPI    string                          `json:"openapi"`
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	} `json:"components"`
}

func published(t *testing.T, h http.Handler) (document, string) {
	t.Helper()
	w := ask(t, h, http.MethodGet, "/api/openapi.json", "")
	var d document
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d: %v", w.Code, err)
	}
	return d, w.Body.String()
}

// TestEveryOperationIsPublished checks that the document describes every use case.
func TestEveryOperationIsPublished(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	d, text := published(t, api.New(cfg).Handler())
	ids := map[string]bool{}
	for _, methods := range d.Paths {
		for _, op := range methods {
			if ids[op.OperationID] || op.Summary == "" {
				t.Errorf("%+v is published badly", op)
			}
			ids[op.OperationID] = true
		}
	}
	for _, u := range cfg.UseCases {
		if !ids[u.Name] {
			t.Errorf("%s is not published", u.Name)
		}
	}
	for part := range strings.SplitSeq(text, `"$ref":"`) {
		ref, _, _ := strings.Cut(part, `"`)
		if name, is := strings.CutPrefix(ref, "#/components/schemas/"); is && d.Components.Schemas[name] == nil {
			t.Errorf("%s leads nowhere", ref)
		}
	}
	if d.OpenAPI != "3.1.0" || strings.Contains(text, "securitySchemes") {
		t.Errorf("the document says %s, or asks for a token that is not needed", d.OpenAPI)
	}
}

// TestConditionsArePublished checks that exactly the decisions on plans accept If-Match and document status
// 412.
func TestConditionsArePublished(t *testing.T) {
	t.Parallel()
	d, _ := published(t, api.New(config(t)).Handler())
	for path, methods := range d.Paths {
		for method, op := range methods {
			conditional := op.OperationID == "apply_plan" || op.OperationID == "undo_plan" || op.OperationID == "edit_plan"
			header := slices.ContainsFunc(op.Parameters, func(p parameter) bool {
				return p.In == "header" && p.Name == "If-Match" && !p.Required
			})
			_, failed := op.Responses["412"]
			if header != conditional || failed != conditional || conditional && op.Responses["409"] == nil {
				t.Errorf("%s %s: If-Match %v, 412 %v, 409 %s", method, path, header, failed, op.Responses["409"])
			}
		}
	}
}

// TestLinksResolve checks that each link names an operation and all its path arguments. Each argument
// must come from the response or from the request path.
func TestLinksResolve(t *testing.T) {
	t.Parallel()
	d, _ := published(t, api.New(config(t)).Handler())
	inPath := map[string][]string{} // by operation
	for _, methods := range d.Paths {
		for _, op := range methods {
			inPath[op.OperationID] = op.inPath()
		}
	}
	links := 0
	for _, methods := range d.Paths {
		for _, op := range methods {
			for name, link := range op.links(t) {
				links++
				if diff := cmp.Diff(inPath[link.OperationID], slices.Sorted(maps.Keys(link.Parameters))); diff != "" {
					t.Errorf("%s: the link %s to %s (-needs +gives):\n%s", op.OperationID, name, link.OperationID, diff)
				}
				for _, from := range link.Parameters {
					argument, fromPath := strings.CutPrefix(from, "$request.path.")
					if fromPath != slices.Contains(op.inPath(), argument) || !fromPath && !strings.HasPrefix(from, "$response.body#/") {
						t.Errorf("%s: the link %s takes %s", op.OperationID, name, from)
					}
				}
			}
		}
	}
	if links == 0 {
		t.Error("there are no links")
	}
}

func (op operation) inPath() []string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "path" {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return names
}

type link struct {
	OperationID string            `json:"operationId"`
	Parameters  map[string]string `json:"parameters"`
}

// links returns the links of all responses.
func (op operation) links(t *testing.T) map[string]link {
	t.Helper()
	all := map[string]link{}
	for _, raw := range op.Responses {
		var response struct {
			Links map[string]link `json:"links"`
		}
		if err := json.Unmarshal(raw, &response); err != nil {
			t.Fatal(err)
		}
		maps.Copy(all, response.Links)
	}
	return all
}

// TestExamplesAreAccepted checks that every example in the document is accepted, except for ids that do not
// exist. The paths are sorted, so a project is created before scenes are added.
func TestExamplesAreAccepted(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	d, _ := published(t, h)
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for method, op := range d.Paths[path] {
			target, body := example(path, op)
			w := ask(t, h, strings.ToUpper(method), target, body)
			if w.Code >= 400 && w.Code != http.StatusNotFound {
				t.Errorf("%s %s %s: %d %s", method, target, body, w.Code, w.Body)
			}
			if _, documented := op.Responses[strconv.Itoa(w.Code)]; !documented {
				t.Errorf("%s %s answers %d, which is not published", method, target, w.Code)
			}
		}
	}
}

func example(path string, op operation) (target, body string) {
	query := url.Values{}
	for _, p := range op.Parameters {
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", fmt.Sprint(p.Example))
		case p.Example != nil:
			values, several := p.Example.([]any)
			if !several {
				values = []any{p.Example}
			}
			for _, value := range values {
				query.Add(p.Name, fmt.Sprint(value))
			}
		}
	}
	if op.RequestBody != nil {
		return path, string(op.RequestBody.Content["application/json"].Example)
	}
	return path + "?" + query.Encode(), ""
}

// TestTryItPageLoadsNothingFromElsewhere checks that the page refers only to this server and that its policy
// enforces this.
func TestTryItPageLoadsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	h := api.New(config(t)).Handler()
	if w := ask(t, h, http.MethodGet, "/api/docs", ""); w.Header().Get("Location") != "/api/docs/" {
		t.Errorf("/api/docs leads to %q", w.Header().Get("Location"))
	}
	page := ask(t, h, http.MethodGet, "/api/docs/", "")
	if !strings.HasPrefix(page.Header().Get("Content-Security-Policy"), "default-src 'self';") {
		t.Errorf("the policy is %q", page.Header().Get("Content-Security-Policy"))
	}
	for _, attribute := range []string{`src="`, `href="`} {
		for part := range strings.SplitSeq(page.Body.String(), attribute) {
			name, _, _ := strings.Cut(part, `"`)
			if strings.HasPrefix(part, "\n") || !strings.Contains(name, ".") || strings.Contains(name, "\n") {
				continue
			}
			if w := ask(t, h, http.MethodGet, name, ""); !strings.HasPrefix(name, "/api/docs/") || w.Code != http.StatusOK {
				t.Errorf("the page loads %s: %d", name, w.Code)
			}
		}
	}
}
