package apiclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Operation is an operation of the OpenAPI document, as a generated client would know it.
type Operation struct {
	ID, Method, Path string
	InPath           []string          // the names in the path
	Query            map[string]string // types of the query parameters
}

// TakesBody reports whether the arguments outside the path go into the body.
func (o Operation) TakesBody() bool {
	return o.Method == http.MethodPost || o.Method == http.MethodPatch
}

// Operations parses an OpenAPI document, by operation id.
func Operations(document []byte) (map[string]Operation, error) {
	var doc struct {
		Paths map[string]map[string]struct {
			ID         string `json:"operationId"`
			Parameters []struct {
				Name, In string
				Schema   struct{ Type any }
			} `json:"parameters"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, err
	}
	all := map[string]Operation{}
	for path, methods := range doc.Paths {
		for method, published := range methods {
			o := Operation{ID: published.ID, Method: strings.ToUpper(method), Path: path, Query: map[string]string{}}
			for _, p := range published.Parameters {
				if p.In == "path" {
					o.InPath = append(o.InPath, p.Name)
				} else {
					o.Query[p.Name] = fmt.Sprint(p.Schema.Type)
				}
			}
			all[o.ID] = o
		}
	}
	return all, nil
}

// Address divides arguments between path, query and body.
func (o Operation) Address(args json.RawMessage) (path, body string, err error) {
	path = o.Path
	fields, is := Fields(args)
	if !is { // only a body can hold it
		return path, string(args), nil
	}
	for _, name := range o.InPath {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(textOf(fields[name])))
		delete(fields, name)
	}
	switch {
	case o.TakesBody() && len(o.InPath) == 0:
		return path, string(args), nil // unchanged
	case o.TakesBody():
		raw, err := json.Marshal(fields)
		return path, string(raw), err
	}
	values := url.Values{}
	for name, value := range fields {
		var list []string
		if json.Unmarshal(value, &list) != nil {
			list = []string{textOf(value)}
		}
		values[name] = list
	}
	if len(values) == 0 {
		return path, "", nil
	}
	return path + "?" + values.Encode(), "", nil
}

// textOf returns a value as written in an address: a text without quotes, a number unchanged.
func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// Fields returns the arguments by name, or false if they are no object.
func Fields(args json.RawMessage) (map[string]json.RawMessage, bool) {
	fields := map[string]json.RawMessage{}
	if len(args) == 0 {
		return fields, true
	}
	err := json.Unmarshal(args, &fields)
	return fields, err == nil && fields != nil
}
