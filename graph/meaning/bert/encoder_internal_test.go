package bert

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"plotline/graph/meaning/modelfile"
	"plotline/testing/kit/tiny"
)

func tinyModel(tb testing.TB) (*modelfile.Model, []tiny.Case) {
	tb.Helper()
	m, err := tiny.Model()
	if err != nil {
		tb.Fatal(err)
	}
	cases, err := tiny.Cases()
	if err != nil || len(cases) == 0 {
		tb.Fatal(len(cases), err)
	}
	return m, cases
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// TestTinyModel compares every kernel that this processor can run with onnxruntime, on a made-up model.
func TestTinyModel(t *testing.T) {
	t.Parallel()
	m, cases := tinyModel(t)
	for _, kernel := range available() {
		e, s := &Encoder{m: m, kernels: kernel}, &Scratch{}
		for _, c := range cases {
			got, err := e.Embed(t.Context(), c.Tokens, s)
			if err != nil {
				t.Fatal(err)
			}
			if like := cosine(got, c.Exact); like < 0.9998 {
				t.Errorf("%s, %d tokens: a cosine of %.6f to unrounded activations", kernel.name, len(c.Tokens), like)
			}
			if like := cosine(got, c.Graph); like < 0.9995 {
				t.Errorf("%s, %d tokens: a cosine of %.6f to the graph", kernel.name, len(c.Tokens), like)
			}
			if length := cosine(got, got); math.Abs(length-1) > 1e-6 {
				t.Errorf("the length is %g", length)
			}
		}
	}
}

// TestScratchIsReused checks that an earlier computation does not affect the next one.
func TestScratchIsReused(t *testing.T) {
	t.Parallel()
	m, cases := tinyModel(t)
	e, used := New(m), &Scratch{}
	for _, c := range slices.Concat(cases, cases[:1]) {
		got, err := e.Embed(t.Context(), c.Tokens, used)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := e.Embed(t.Context(), c.Tokens, &Scratch{})
		if err != nil || !slices.Equal(got, fresh) {
			t.Errorf("%d tokens: another vector than with fresh memory (%v)", len(c.Tokens), err)
		}
	}
}

func TestConcurrentEmbed(t *testing.T) {
	t.Parallel()
	m, cases := tinyModel(t)
	e := New(m)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			s := &Scratch{}
			for _, c := range cases {
				if got, err := e.Embed(t.Context(), c.Tokens, s); err != nil || cosine(got, c.Exact) < 0.9998 {
					t.Errorf("%d tokens: %v", len(c.Tokens), err)
				}
			}
		})
	}
	wait.Wait()
}

func TestInvalidTokens(t *testing.T) {
	t.Parallel()
	m, _ := tinyModel(t)
	for name, tokens := range map[string][]int32{
		"none":         {},
		"too many":     make([]int32, 25),
		"unknown":      {2, 40, 3},
		"negative":     {2, -1, 3},
		"far too high": {2, math.MaxInt32, 3},
	} {
		if _, err := New(m).Embed(t.Context(), tokens, &Scratch{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCancelledCall(t *testing.T) {
	t.Parallel()
	m, cases := tinyModel(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(m).Embed(ctx, cases[0].Tokens, &Scratch{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
