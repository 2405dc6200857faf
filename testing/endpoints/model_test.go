package endpoints_test

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"testing"

	"plotline/testing/kit/aiserver"
)

// startWithModel starts a server for one test. Its model replies as scripted does.
func startWithModel(t *testing.T, args ...string) *server {
	t.Helper()
	ai := aiserver.New(t)
	ai.Answer(scripted)
	return startWithServer(t, ai, args...)
}

// startWithWorkspaces is startWithModel with more workspaces than usual.
func startWithWorkspaces(t *testing.T, of workspaceCounts) *server {
	t.Helper()
	ai := aiserver.New(t)
	ai.Answer(scripted)
	return startWith(t, nil, of, "--ai-base-url", ai.URL(), "--ai-model", aiserver.ModelName)
}

// startWithServer starts a server with the given model.
func startWithServer(t *testing.T, ai *aiserver.Server, args ...string) *server {
	t.Helper()
	return start(t, append([]string{"--ai-base-url", ai.URL(), "--ai-model", aiserver.ModelName}, args...)...)
}

// Prompts that select the replies of scripted.
const (
	promptBroken  = "BROKEN FOR EVER"
	promptRepair  = "BROKEN ONCE"
	promptProse   = "WORDS AROUND"
	promptNothing = "SAY NOTHING"
	promptRefused = "REFUSE"
	promptNamed   = "CALL IT Scene7_intro"
)

// scripted selects the reply by the text of the request, so that both APIs get the same.
func scripted(asked aiserver.Request) aiserver.Step {
	if asked.Messages[0].Role == "system" && strings.HasPrefix(asked.Messages[0].Text, "You look at images") {
		return aiserver.Text(aiserver.Analysis())
	}
	text := asked.Text()
	says := func(wish string) bool { return strings.Contains(text, wish) }
	switch {
	case !asked.JSON:
		return aiserver.Text("There it is, as you asked.")
	case says(promptBroken), says(promptRepair) && len(asked.Messages) < 4:
		return aiserver.Text(aiserver.BrokenScene)
	case says(promptNothing):
		return aiserver.Nothing()
	case says(promptRefused):
		return aiserver.Fault(http.StatusForbidden, "not for you")
	case says(promptNamed):
		return aiserver.Text(aiserver.Scene("Scene7_intro", aiserver.GoodTSX))
	}
	answer := aiserver.Scene(fmt.Sprintf("Take %d", sum(text)%1000), aiserver.GoodTSX)
	if says(promptProse) {
		return aiserver.Prose(answer)
	}
	return aiserver.Text(answer)
}

func sum(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}
