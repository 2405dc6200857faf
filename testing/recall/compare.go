package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// ten is how many results two stores are compared by.
const ten = 10

// compare prints how much of the first ten of a former run, on another store, this one has too. Where there is
// no former run, it keeps this one's.
func compare(file string, kinds []*way) error {
	now := map[string][][]string{}
	for _, w := range kinds {
		for _, f := range w.found {
			now[w.name] = append(now[w.name], f.first)
		}
	}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if raw, err = json.Marshal(now); err != nil {
			return err
		}
		return os.WriteFile(file, raw, 0o600)
	}
	if err != nil {
		return err
	}
	var former map[string][][]string
	if err := json.Unmarshal(raw, &former); err != nil {
		return err
	}
	for _, w := range kinds {
		sum := 0.0
		for i, first := range now[w.name] {
			sum += overlap(first, former[w.name][i])
		}
		fmt.Fprintf(os.Stdout, "%s: overlap of the first ten %.3f\n", w.name, sum/float64(len(now[w.name])))
	}
	return nil
}

// overlap is the share of the longer list that is in the other.
func overlap(a, b []string) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	both := 0
	for _, name := range a {
		if slices.Contains(b, name) {
			both++
		}
	}
	return float64(both) / float64(max(len(a), len(b)))
}
