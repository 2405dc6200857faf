package tools_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/scenes/model"
)

// TestTheClientsModelAnswers checks a tool that asks several times in one call, each time with the earlier answers,
// and reports progress in between. It runs on every transport with both protocols.
func TestTheClientsModelAnswers(t *testing.T) {
	withLenders(t, func(t *testing.T, lend lender) {
		t.Helper()
		n := 0
		got := lend(t, `{"times":4}`, func(question) string { n++; return modelAnswer(fmt.Sprint("a-", n)) })
		const want = `{"answers":["a-1 (m-1, false)","a-2 (m-1, false)","a-3 (m-1, false)","a-4 (m-1, false)"]}`
		if string(got.Structured) != want {
			t.Errorf("got %s\nwant %s", got.Structured, want)
		}
		if len(got.asked) != 4 {
			t.Fatalf("asked %d times", len(got.asked))
		}
		for i, q := range got.asked {
			s := samplingOf(t, q)
			tokens := i * 100
			if tokens == 0 {
				tokens = 8192
			}
			if len(s.Messages) != 1 || s.Messages[0].Role != "user" || s.System != "Be short." || s.MaxTokens != tokens || s.Temperature != 0.5 {
				t.Errorf("question %d: %s", i+1, q.Params)
			}
			if text := s.Messages[0].Content["text"]; !strings.HasPrefix(text, fmt.Sprintf("question %d after ", i+1)) ||
				strings.Count(text, "a-") != i {
				t.Errorf("question %d: %s", i+1, text)
			}
		}
		if last := got.progress[len(got.progress)-1]; last != "question 4" {
			t.Errorf("told %q", got.progress)
		}
	})
}

// TestWhatAModelMaySay checks the forms of an answer, and the error for an invalid one.
func TestWhatAModelMaySay(t *testing.T) {
	t.Parallel()
	result := func(content, rest string) string {
		return fmt.Sprintf(`"result":{"role":"assistant","model":"m\u0007-1","content":%s%s}`, content, rest)
	}
	cases := map[string]struct{ reply, want string }{
		"a text":       {result(`{"type":"text","text":"yes"}`, ""), "yes (m-1, false)"},
		"a list":       {result(`[{"type":"text","text":"ye"},{"type":"text","text":"s"}]`, ""), "yes (m-1, false)"},
		"other kinds":  {result(`[{"type":"image","data":"aGk=","mimeType":"image/png"},{"type":"text","text":"yes"}]`, ""), "yes (m-1, false)"},
		"cut":          {result(`{"type":"text","text":"ye"}`, `,"stopReason":"maxTokens"`), "ye (m-1, true)"},
		"another stop": {result(`{"type":"text","text":"ye"}`, `,"stopReason":"whatever"`), "ye (m-1, false)"},
		"an error":     {`"error":{"code":-1,"message":"User rejected sampling request: SECRET"}`, model.ErrDeclined.Error()},
		"a fault":      {`"error":{"code":-32603,"message":"SECRET"}`, model.ErrDeclined.Error()},
		"no text":      {result(`{"type":"text","text":" \n"}`, ""), model.ErrEmpty.Error()},
		"only a picture": {
			result(`{"type":"image","data":"aGk=","mimeType":"image/png"}`, ""), model.ErrEmpty.Error(),
		},
		"an empty list": {result(`[]`, ""), model.ErrEmpty.Error()},
		"no content":    {`"result":{"role":"assistant","model":"m-1"}`, model.ErrEmpty.Error()},
		"a number":      {`"result":7`, model.ErrUnavailable.Error()},
		"another form":  {result(`{"type":"text","text":["SECRET"]}`, ""), model.ErrUnavailable.Error()},
	}
	for how, open := range lenders() {
		for name, c := range cases {
			t.Run(how+", "+name, func(t *testing.T) {
				t.Parallel()
				got := open(t, newServer(consulting()))(t, `{"times":1}`, func(question) string { return c.reply })
				if want := fmt.Sprintf(`{"answers":[%q]}`, c.want); string(got.Structured) != want {
					t.Errorf("got %.500s, want %s", got.Structured, want)
				}
			})
		}
	}
}

// TestAClientWithoutAModel checks that a client without sampling offers no model.
func TestAClientWithoutAModel(t *testing.T) {
	t.Parallel()
	for how, open := range transports() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			got := open(t, newServer(consulting()))("tools/call", "consult", `,"arguments":{"times":1}`)
			if !strings.Contains(got, `\"details\":\"no model\"`) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestRepeatedQuestion checks that a repeated question gets another answer.
func TestRepeatedQuestion(t *testing.T) {
	withLenders(t, func(t *testing.T, lend lender) {
		t.Helper()
		n := 0
		got := lend(t, `{"times":3,"same":true}`, func(question) string { n++; return modelAnswer(strconv.Itoa(n)) })
		if want := `{"answers":["1 (m-1, false)","2 (m-1, false)","3 (m-1, false)"]}`; string(got.Structured) != want {
			t.Errorf("got %s, want %s", got.Structured, want)
		}
	})
}

// TestAModelAndAPerson checks a call that asks both. Each answer is kept for later rounds.
func TestAModelAndAPerson(t *testing.T) {
	withLenders(t, func(t *testing.T, lend lender) {
		t.Helper()
		got := lend(t, `{"times":3,"confirm":true}`, func(q question) string {
			if q.Method == "elicitation/create" {
				return confirmedReply
			}
			return modelAnswer("ok")
		})
		if want := `{"answers":["ok (m-1, false)","confirmed true","ok (m-1, false)","ok (m-1, false)"]}`; string(got.Structured) != want {
			t.Errorf("got %s, want %s", got.Structured, want)
		}
		methods := make([]string, len(got.asked))
		for i, q := range got.asked {
			methods[i] = q.Method
		}
		if want := []string{"sampling/createMessage", "elicitation/create", "sampling/createMessage", "sampling/createMessage"}; !slices.Equal(methods, want) {
			t.Errorf("asked %q, want %q", methods, want)
		}
	})
}

// TestImages checks that data: images are sent, and other images as URLs.
func TestImages(t *testing.T) {
	withLenders(t, func(t *testing.T, lend lender) {
		t.Helper()
		got := lend(t, `{"times":1,"same":true,"images":["https://example.test/a.png","data:image/PNG;base64,aGk=",`+
			`"DATA:image/svg+xml;charset=utf-8,%3Csvg/%3E","http://example.test/b"]}`, func(question) string { return modelAnswer("ok") })
		if len(got.asked) != 1 {
			t.Fatalf("got %+v", got)
		}
		messages := samplingOf(t, got.asked[0]).Messages
		contents := make([]map[string]string, len(messages))
		for i, m := range messages {
			contents[i] = m.Content
		}
		want := []map[string]string{
			{"type": "image", "mimeType": "image/png", "data": "aGk="},
			{"type": "image", "mimeType": "image/svg+xml", "data": "PHN2Zy8+"},
			{"type": "text", "text": "Image 1: https://example.test/a.png\nImage 4: http://example.test/b\nquestion"},
		}
		if diff := cmp.Diff(want, contents); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
