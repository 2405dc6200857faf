package scenes_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/sharing"
	"plotline/internal/usecase"
	"plotline/scenes"
	"plotline/scenes/openai"
	"plotline/testing/kit/aiserver"
)

// TestNoModel checks that every tool that needs a model says what to configure, and changes nothing.
func TestNoModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image := []string{"https://example.org/a.png"}
	for name, call := range map[string]func() error{
		"addScene": func() error {
			_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
			return err
		},
		"createSceneFromImage": func() error {
			_, err := w.CreateSceneFromImage(t.Context(), agent, scenes.CreateSceneFromImageInput{ProjectID: "p", UserPrompt: "x", ImageURLs: image})
			return err
		},
		"editScene": func() error {
			_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", ExistingCode: edited, ExistingName: "S", ExistingDuration: 1})
			return err
		},
		"analyzeImage": func() error {
			_, err := w.AnalyzeImage(t.Context(), agent, scenes.AnalyzeImageInput{ImageURLs: image})
			return err
		},
	} {
		err := call()
		fails(t, err, fault.Unavailable, "PLOTLINE_AI_BASE_URL")
		same(t, name, "Language model unavailable", fault.From(err).Title())
	}
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestFaultsOfTheModel checks the message of each fault, and that the project is unchanged.
func TestFaultsOfTheModel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step    aiserver.Step
		code    fault.Code
		message string
		asked   int
	}{
		"key refused":    {aiserver.Fault(401, "Incorrect API key "+key), fault.Unavailable, "check PLOTLINE_AI_API_KEY", 1},
		"no such model":  {aiserver.Fault(404, "no such model"), fault.Unavailable, "check PLOTLINE_AI_MODEL", 1},
		"nothing":        {aiserver.Nothing(), fault.Unavailable, "answered nothing", 0},
		"no choices":     {aiserver.NoChoices(), fault.Unavailable, "", 0},
		"truncated":      {aiserver.Truncated(aiserver.GoodScene), fault.Unavailable, "", 0},
		"half an answer": {aiserver.Cut(aiserver.GoodScene[:300]), fault.Unavailable, "does not compile", 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, named("Opening"), aiserver.Nothing(), c.step)
			made := w.add(t, "p", "x")
			before := w.folder(t)
			_, err := w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: made.SceneID})
			fails(t, err, c.code, c.message)
			same(t, "files", before, w.folder(t))
			if asked := len(w.ai.Requests()) - 2; c.asked > 0 && asked != c.asked {
				t.Errorf("%d questions, want %d", asked, c.asked)
			}
		})
	}
}

// TestModelThatNeverAnswers checks that the call ends with a time-out.
func TestModelThatNeverAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hang, gone := aiserver.Hang()
	ai := aiserver.New(t, hang)
	client, err := openai.New(openai.Config{BaseURL: ai.URL(), Model: "m", Timeout: 50 * time.Millisecond})
	must(t, err)
	t.Cleanup(client.Close)
	s := scenes.NewService(scenes.Config{DataDir: w.dir, Model: client, Runner: w.runner(), Logger: quiet()})
	_, err = s.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	fails(t, err, fault.Timeout, "did not answer in time")
	<-gone
}

// TestCancel checks that a cancelled call cancels the request to the model and changes nothing.
func TestCancel(t *testing.T) {
	t.Parallel()
	hang, gone := aiserver.Hang()
	w := newWorld(t, hang)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := w.AddScene(ctx, agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
		failed <- err
	}()
	w.ai.Await(t, 1)
	cancel()
	<-gone
	fails(t, <-failed, fault.Cancelled, "Request was aborted")
	same(t, "files", map[string]string{}, w.folder(t))
}

// TestChatFails checks that the tool succeeds without the sentence.
func TestChatFails(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]aiserver.Step{
		"refused": aiserver.Fault(400, "no"), "nothing": aiserver.Nothing(), "garbled": aiserver.BrokenJSON(), "key": aiserver.Fault(401, key),
	} {
		w := newWorld(t, aiserver.Text(aiserver.GoodScene), step)
		if out := w.add(t, "p", "x"); out.ChatResponse != "" || out.SceneID == "" {
			t.Errorf("%s: it is %+v", name, out)
		}
	}
}

// TestDamagedProject checks that a damaged file gives an error with its name, and is left unchanged.
func TestDamagedProject(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(string) string{
		"cut off": func(text string) string { return text[:len(text)/2] },
		"no JSON": func(string) string { return "hello" },
		"empty":   func(string) string { return "" },
		"of another shape": func(string) string {
			return `{"projectId":"p","workspace":"w","scenes":[{"sceneId":"a","versions":[]}]}`
		},
		"of nobody":      func(string) string { return `{"scenes":[]}` },
		"frames below 1": func(text string) string { return strings.Replace(text, `"duration":90`, `"duration":0`, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, named("Opening"))
			made := w.add(t, "p", "x")
			w.add(t, "whole", "x")
			files, err := filepath.Glob(filepath.Join(w.dir, "projects", "p-*.project.json"))
			must(t, err)
			raw, err := os.ReadFile(files[0])
			must(t, err)
			must(t, os.WriteFile(files[0], []byte(damage(string(raw))), 0o600))
			before := w.folder(t)
			for _, err := range []error{
				second(w.GetScene(t.Context(), agent, scenes.SceneInput{ProjectID: "p", SceneID: made.SceneID})),
				second(w.ListScenes(t.Context(), agent, scenes.ListScenesInput{ProjectID: "p"})),
				second(w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})),
				second(w.ChangeDuration(t.Context(), agent, scenes.ChangeDurationInput{ProjectID: "p", SceneID: made.SceneID, DurationSeconds: 1})),
				second(w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "p"})),
			} {
				fails(t, err, fault.Unavailable, filepath.Base(files[0]))
			}
			same(t, "files", before, w.folder(t))
			list, err := w.ListProjects(t.Context(), agent, scenes.ListProjectsInput{})
			must(t, err)
			same(t, "the other project is there", 1, len(list.Projects))
		})
	}
}

func second[T any](_ T, err error) error { return err }

// TestProjectNames checks that every project gets its own file within the folder.
func TestProjectNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	ids := []string{
		"p", "P", "ｐ", "../p", "/etc/passwd", "a/b", `a\b`, "a b", "...", "con", "p.project.json", "日本語", "p\x00q", "ü", "u\u0308",
		strings.Repeat("x", 128), strings.Repeat("é", 128), "-", "%2e%2e", "a-b", "a--b",
	}
	for _, id := range ids {
		w.add(t, id, "x")
	}
	list, err := w.ListProjects(t.Context(), agent, scenes.ListProjectsInput{})
	must(t, err)
	same(t, "projects", len(ids), len(list.Projects))
	files, err := filepath.Glob(filepath.Join(w.dir, "projects", "*.project.json"))
	must(t, err)
	same(t, "files", len(ids), len(files))
}

// TestInvalidProjectNames rejects project names that no URL can hold.
func TestInvalidProjectNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t, named("x"))
	for _, id := range []string{".", ".."} {
		_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: id, UserPrompt: "x"})
		fails(t, err, fault.InvalidArgument, "projectId must not be")
		_, err = w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: id})
		fails(t, err, fault.InvalidArgument, "projectId must not be")
	}
}

// TestManyWait limits the calls of a workspace, and of a credential, that wait for the model. The call beyond the limit fails, and no safe scene replaces
// a scene because of it.
func TestManyWait(t *testing.T) {
	t.Parallel()
	const places = scenes.DefaultDrafts
	w := newWorld(t, aiserver.Nothing())
	release := make(chan struct{})
	w.ai.Answer(func(asked aiserver.Request) aiserver.Step {
		if !asked.JSON {
			return aiserver.Nothing()
		}
		return func(answer http.ResponseWriter, r *http.Request, asked aiserver.Request) {
			<-release
			named("x")(answer, r, asked)
		}
	})
	stored, err := w.CreateProject(t.Context(), agent, scenes.CreateProjectInput{ProjectID: "broken"})
	must(t, err)
	visitor := sharing.WithCredential(t.Context(), "visitor")
	waited := make(chan []error)
	go func() {
		waited <- w.together(places, func(int) error {
			_, err := w.AddScene(visitor, agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
			return err
		})
	}()
	w.ai.Await(t, places)
	elsewhere := agent
	elsewhere.Workspace = "u"
	_, fix := w.FixBrokenScene(t.Context(), agent, broken("broken", stored.Scenes[0].SceneID, aiserver.BrokenTSX))
	_, analyze := w.AnalyzeImage(t.Context(), agent, scenes.AnalyzeImageInput{ImageURLs: []string{"https://example.org/a.png"}})
	late, stop := context.WithTimeout(visitor, 10*time.Second)
	defer stop()
	_, visit := w.AddScene(late, elsewhere, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	for _, err := range []error{fix, analyze, visit} {
		fails(t, err, fault.RateLimited, "64 calls of this workspace or token are already waiting for the model")
	}
	otherTenant := agent
	otherTenant.Workspace = "v"
	hello := make(chan error, 1)
	go func() {
		_, err := w.AddScene(t.Context(), otherTenant, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
		hello <- err
	}()
	w.ai.Await(t, places+1)
	close(release)
	must(t, <-hello)
	for _, err := range <-waited {
		must(t, err)
	}
	same(t, "scenes", places, len(w.names(t, "p")))
}

// TestKeyIsNeverShown checks that no error, log, record or file has the key, though the endpoint echoes it
// everywhere.
func TestKeyIsNeverShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	echo := "Incorrect API key provided: " + key
	ai := aiserver.New(t,
		named("Opening"), aiserver.Fault(400, echo), // the sentence for the user
		aiserver.Fault(401, echo), aiserver.Fault(500, echo, "Retry-After", "0"), aiserver.Fault(500, echo, "Retry-After", "0"),
		aiserver.Fault(500, echo, "Retry-After", "0"), aiserver.Fault(500, echo, "Retry-After", "0"), aiserver.Raw(echo), aiserver.Fault(429, echo, "Retry-After", "9999"),
	)
	var logged bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	client, err := openai.New(openai.Config{BaseURL: ai.URL(), Model: "m", Key: key})
	must(t, err)
	t.Cleanup(client.Close)
	records := audit.NewLog(audit.NewFile(filepath.Join(w.dir, "audit.jsonl")), audit.Mode("all"), logger)
	runner := &usecase.Runner{Logger: logger, Audit: records, Timeout: 10 * time.Second}
	s := scenes.NewService(scenes.Config{DataDir: w.dir, Model: client, Memory: w.memory, Runner: runner, Logger: logger})
	logger.Info("made", "client", client, "service", s)
	var shown []string
	for range 5 {
		out, err := s.FixBrokenScene(t.Context(), agent, broken("q", "s", aiserver.BrokenTSX))
		shown = append(shown, out.TSXCode, out.Reasoning, string(out.Debug), out.ChatResponse, strings.Join(out.Changes, " "))
		added, err2 := s.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
		shown = append(shown, added.Reasoning, string(added.Debug), added.ChatResponse)
		for _, err := range []error{err, err2} {
			if err != nil {
				shown = append(shown, err.Error(), fault.From(err).Details)
			}
		}
	}
	must(t, records.Close())
	for _, request := range ai.Requests() {
		if request.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("the key is not sent: %v", request.Header)
		}
	}
	for name, text := range w.folder(t) {
		shown = append(shown, text)
		if strings.Contains(text, key) {
			t.Errorf("the key is in %s", name)
		}
	}
	if shown = append(shown, logged.String()); strings.Contains(strings.Join(shown, "\n"), key) {
		t.Errorf("the key is in\n%s", strings.Join(shown, "\n"))
	}
}

// TestCancelDuringSummary checks that a call cancelled during the sentence keeps the scene.
func TestCancelDuringSummary(t *testing.T) {
	t.Parallel()
	hang, gone := aiserver.Hang()
	w := newWorld(t, named("Kept"), hang)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := w.AddScene(ctx, agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
		ended <- err
	}()
	asked := w.ai.Await(t, 2)
	same(t, "the scene", []string{"Kept"}, w.names(t, "p"))
	if logged := asked[1].Text(); !strings.Contains(logged, `Made the scene "Kept"`) {
		t.Errorf("the sentence was asked for by %q", logged)
	}
	cancel()
	<-gone
	must(t, <-ended)
}
