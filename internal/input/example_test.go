package input_test

import (
	"encoding/json"
	"fmt"

	"plotline/internal/fault"
	"plotline/internal/input"
)

func Example() {
	type search struct {
		Query string `json:"query" minBytes:"1" maxBytes:"2000"`
		Limit int    `json:"limit,omitempty" minimum:"1" maximum:"50" default:"10"`
	}
	for _, raw := range []string{
		`{"query": "failing build"}`,
		`{"query": "failing build", "limit": "20"}`,
		`{"query": "failing build", "limit": 0}`,
		`{"query": "failing build", "max": 20}`,
	} {
		in, err := input.Decode[search](json.RawMessage(raw))
		if err == nil {
			err = input.Check(in)
		}
		if err != nil {
			fmt.Println(fault.From(err).Details)
			continue
		}
		fmt.Println(in.Query, in.Limit)
	}
	// Output:
	// failing build 10
	// failing build 20
	// limit must be between 1 and 50
	// unknown argument 'max'; valid: query, limit
}
