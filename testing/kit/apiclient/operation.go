package apiclient

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Operation is an operation of the OpenAPI document, as a generated client would know it.
type Operation struct {
	ID, Method, Path string
	InPath           []string          // the names in the path
	Query            map[string]string // types of the query parameters
	Success          int               // the status of a reply that is no error
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
			Responses map[string]any
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
			for status := range published.Responses {
				if code, _ := strconv.Atoi(status); code/100 == 2 {
					o.Success = code
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

// Arguments is the inverse of Address: the arguments of a request. It returns false for a request of another operation.
func (o Operation) Arguments(method, address string, body []byte) (args json.RawMessage, is bool) {
	path, query, _ := strings.Cut(address, "?")
	names, values := strings.Split(o.Path, "/"), strings.Split(path, "/")
	if method != o.Method || len(names) != len(values) {
		return nil, false
	}
	fields := map[string]json.RawMessage{}
	for i, name := range names {
		if name == values[i] {
			continue
		}
		value, err := url.PathUnescape(values[i])
		if !strings.HasPrefix(name, "{") || err != nil {
			return nil, false
		}
		fields[strings.Trim(name, "{}")], _ = json.Marshal(value)
	}
	if o.TakesBody() && len(fields) == 0 && len(body) > 0 {
		return body, true // unchanged
	}
	given, ok := Fields(body)
	parsed, err := url.ParseQuery(query)
	if !ok || err != nil {
		return nil, false
	}
	maps.Copy(fields, given)
	for name, list := range parsed {
		switch kind := o.Query[name]; {
		case strings.Contains(kind, "array"):
			fields[name], _ = json.Marshal(list)
		case strings.Contains(kind, "integer"), strings.Contains(kind, "number"), strings.Contains(kind, "boolean"):
			fields[name] = json.RawMessage(list[0])
		default:
			fields[name], _ = json.Marshal(list[0])
		}
	}
	args, err = json.Marshal(fields)
	return args, err == nil
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
