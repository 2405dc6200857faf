package openai_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"plotline/scenes/model"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "sk-test-0123456789abcdefghijklmnop"

// client returns a client of a server, with short pauses. The with functions change its configuration.
func client(t *testing.T, s *aiserver.Server, with ...func(*openai.Config)) *openai.Client {
	t.Helper()
	config := openai.Config{BaseURL: s.URL(), Model: "test-model", Key: secret, Pause: time.Millisecond}
	for _, change := range with {
		change(&config)
	}
	c, err := openai.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// hello is the shortest request.
func hello() model.Request {
	return model.Request{System: "You write scenes.", Messages: []model.Message{{Role: model.User, Text: "Hello"}}}
}
