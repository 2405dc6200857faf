// Package jsonat reads values at places in JSON.
package jsonat

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Text returns the text at a place in a JSON value, such as episodes.0.episode_id.
func Text(raw []byte, place string) (string, error) {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return "", err
	}
	for part := range strings.SplitSeq(place, ".") {
		switch here := value.(type) {
		case map[string]any:
			value = here[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(here) {
				return "", fmt.Errorf("there is no %s in %s", place, raw)
			}
			value = here[i]
		default:
			return "", fmt.Errorf("there is no %s in %s", place, raw)
		}
	}
	text, is := value.(string)
	if !is {
		return "", fmt.Errorf("%s is not a string in %s", place, raw)
	}
	return text, nil
}
