package openai_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"plotline/scenes/model"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

func nameless(o *openai.Config) { o.Model = " " }

// TestFirstModel checks that concurrent calls without a configured model list the models once.
func TestFirstModel(t *testing.T) {
	t.Parallel()
	s := aiserver.New(t)
	s.Models("local-one", "local-two")
	c := client(t, s, nameless)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if answer, err := c.Complete(t.Context(), hello()); err != nil || answer.Model != "local-one" {
				t.Errorf("Complete: %+v, %v", answer, err)
			}
		})
	}
	all.Wait()
	lists := s.Listings()
	if len(lists) != 1 || lists[0].Get("Authorization") != "Bearer "+secret {
		t.Errorf("%d lists", len(lists))
	}
}

// TestNoModel checks that an error of the list fails the request, and that the next request asks again.
func TestNoModel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code int
		body string
		want error
	}{
		"none":        {200, `{"data":[]}`, openai.ErrNoModel},
		"no name":     {200, `{"data":[{}]}`, openai.ErrNoModel},
		"no list":     {200, `[]`, openai.ErrNoModel},
		"not known":   {404, ``, openai.ErrNoModel},
		"not allowed": {405, ``, openai.ErrNoModel},
		"key":         {401, ``, model.ErrKey},
		"down":        {500, ``, model.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			good := aiserver.Script()
			asked := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked++; asked <= 4 && (asked == 1 || c.code >= 500) {
					w.WriteHeader(c.code)
					_, _ = w.Write([]byte(c.body))
					return
				}
				good.ServeHTTP(w, r)
			}))
			t.Cleanup(s.Close)
			k, err := openai.New(openai.Config{BaseURL: s.URL, Pause: time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(k.Close)
			if _, err := k.Complete(t.Context(), hello()); !errors.Is(err, c.want) {
				t.Errorf("Complete: %v, want %v", err, c.want)
			}
			if answer, err := k.Complete(t.Context(), hello()); err != nil || answer.Model != aiserver.ModelName {
				t.Errorf("Complete again: %+v, %v", answer, err)
			}
		})
	}
}

// TestWaitForTheListCanBeCancelled cancels a call that waits for another call's list.
func TestWaitForTheListCanBeCancelled(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	c, err := openai.New(openai.Config{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	first, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := c.Complete(first, hello())
		failed <- err
	}()
	<-asked
	second, leave := context.WithCancel(t.Context())
	leave()
	if _, err := c.Complete(second, hello()); !errors.Is(err, context.Canceled) {
		t.Errorf("the one who waits: %v", err)
	}
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("the one who asks: %v", err)
	}
}

// TestReach checks that Reach sends one request, and that the list does not matter if a model is configured.
func TestReach(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		configured string
		listed     []string
		want       string
		err        error
	}{
		"the first":              {"", []string{"one", "two"}, "one", nil},
		"none":                   {"", []string{}, "", openai.ErrNoModel},
		"named":                  {"three", []string{"one"}, "three", nil},
		"named, and none listed": {"three", []string{}, "three", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := aiserver.New(t)
			s.Models(c.listed...)
			client, err := openai.New(openai.Config{BaseURL: s.URL(), Model: c.configured})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Close)
			got, err := client.Reach(t.Context())
			if got != c.want || !errors.Is(err, c.err) || len(s.Requests()) > 0 {
				t.Errorf("%q, %v, %d questions", got, err, len(s.Requests()))
			}
		})
	}
	client, err := openai.New(openai.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "x", Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Reach(t.Context()); !errors.Is(err, model.ErrUnavailable) {
		t.Errorf("of nobody: %v", err)
	}
}
