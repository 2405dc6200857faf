package main

import (
	"time"

	"plotline/testing/bench/figures"
)

// row is one figure.
type row = figures.Row

// report collects the rows of all sections.
type report struct {
	*figures.Report

	file string // "" for none
}

// write writes the figures so far, so that an interrupted run leaves them.
func (r *report) write() error {
	if r.file == "" {
		return nil
	}
	return r.Write(r.file)
}

func (r *report) add(f row) { r.Add(f) }

func (r *report) times(f row, series []time.Duration) { r.Times(f, series) }

func percentile(series []time.Duration, p int) float64 { return figures.Percentile(series, p) }
