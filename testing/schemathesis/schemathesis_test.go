package schemathesis_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"plotline/testing/kit/aiserver"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// Both runs take half a minute in parallel, which is enough for about 2,000 requests each.
var (
	seconds = flag.Int("seconds", 25, "how long Schemathesis may look")
	seed    = flag.Int("seed", 1, "where it begins")
)

// episodes are the episodes in the document's examples, which would otherwise only give 404.
const episodes = `{"type":"episode","episode_id":"01930000-0000-7000-8000-000000000001","query":"One","reward":0,"created_at":"2026-01-01T00:00:00Z"}
{"type":"episode","episode_id":"01930000-0000-7000-8000-000000000002","query":"Two","reward":1,"created_at":"2026-01-02T00:00:00Z"}
{"type":"relationship","id":"01930000-0000-7000-8000-000000000001","from_episode_id":"01930000-0000-7000-8000-000000000002",` +
	`"to_episode_id":"01930000-0000-7000-8000-000000000001","relationship_type":"related_to","strength":1,"created_at":"2026-01-02T00:00:00Z"}
`

// plan is the plan in the examples. %s is its media folder.
const plan = `{"id":"01930000-0000-7000-8000-000000000001","task":"rename-files","status":"pending","mediaFolderPath":"%[1]s",
"files":[{"from":"%[1]s/a.mkv","to":"%[1]s/b.mkv"}],"createdAt":"2026-01-01T00:00:00Z","readyAt":"2026-01-01T00:00:01Z"}
`

// project is one of the projects in the examples, each with one scene. An order must name all scenes of a
// project, so its example uses a project that gets no further scenes. %[1]s is the name, %[2]s the code as
// JSON.
const project = `{"projectId":"%[1]s","workspace":"default","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","scenes":[
{"sceneId":"01930000-0000-7000-8000-000000000001","versions":[{"version":1,"sceneName":"Opening","duration":90,"tsxCode":%[2]s,
"tool":"addScene","prompt":"A title","createdAt":"2026-01-01T00:00:00Z"}]}]}
`

// projectFile returns the name of a project's file, as scenes.Service does.
func projectFile(name string) string {
	sum := sha256.Sum256([]byte("default\x00" + name))
	return name + "-" + hex.EncodeToString(sum[:16]) + ".project.json"
}

// model is a language model's endpoint that always replies correctly.
func model(t *testing.T) []string {
	t.Helper()
	ai := aiserver.New(t)
	ai.Answer(func(asked aiserver.Request) aiserver.Step {
		switch {
		case !asked.JSON:
			return aiserver.Text("There it is.")
		case strings.Contains(asked.Text(), "suggestedAnimations"):
			return aiserver.Text(aiserver.Analysis())
		}
		return aiserver.Text(aiserver.GoodScene)
	})
	return []string{"--ai-base-url", ai.URL(), "--ai-model", aiserver.ModelName}
}

// TestAPI runs Schemathesis on a server without tokens and on one that requires them. In the second run,
// requests without a token or with a wrong one must be rejected.
func TestAPI(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	st := installed(t)
	binary, err := serving.Program(t.Context(), t.TempDir(), serving.Plain)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("open", func(t *testing.T) {
		t.Parallel()
		dir, media := seeded(t, binary)
		s := serving.Start(t, binary, nil, append(model(t), "--data-dir", dir, "--media-root", media)...)
		checkReport(t, st, s, dir)
	})
	t.Run("token", func(t *testing.T) {
		t.Parallel()
		dir, media := seeded(t, binary)
		file := filepath.Join(dir, "tokens.json")
		token := serving.Token(t, binary, file, "default")
		s := serving.Start(t, binary, nil, append(model(t), "--data-dir", dir, "--media-root", media, "--tokens", file)...)
		checkReport(t, st, s, dir, "--header", "Authorization: Bearer "+token)
	})
}

// installed finds the program. It does not install it in plain `go test`, because that downloads packages.
func installed(t *testing.T) string {
	t.Helper()
	required := os.Getenv("PLOTLINE_REQUIRE_TOOLS") == "1"
	install := exec.CommandContext(t.Context(), "./install.sh", "--here")
	if required {
		install.Args = install.Args[:1]
	}
	var output bytes.Buffer
	install.Stderr = &output
	out, err := install.Output()
	switch {
	case err == nil:
		return strings.TrimSpace(string(out))
	case required:
		t.Fatalf("install.sh: %v\n%s", err, &output)
	default:
		t.Skipf("skipped: %s", &output)
	}
	return ""
}

// seeded creates a data folder with the episodes, the plan and the projects, and a folder of media folders, which
// limits access to files.
func seeded(t *testing.T, binary string) (dir, media string) {
	t.Helper()
	dir, media = t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "seed.jsonl")
	expect.WriteFile(t, file, episodes)
	if done := serving.Run(t, binary, nil, "import", "file", file, "--data-dir", dir); done.Status != 0 {
		t.Fatalf("plotline import: %s%s", done.Out, done.Err)
	}
	show := filepath.Join(media, "show")
	expect.WriteNew(t, filepath.Join(show, "a.mkv"), "a")
	expect.WriteNew(t, filepath.Join(dir, "plans", "01930000-0000-7000-8000-000000000001.plan.json"), fmt.Sprintf(plan, show))
	code := expect.JSON(t, aiserver.GoodTSX)
	for _, name := range []string{"launch", "trailer"} {
		expect.WriteNew(t, filepath.Join(dir, "projects", projectFile(name)), fmt.Sprintf(project, name, code))
	}
	return dir, media
}

var counts = regexp.MustCompile(`Test cases:\n\s+[1-9]\d* generated.*`)

// checkReport runs Schemathesis, and repeats with other seeds while an operation had no success. On a busy
// machine the time ends before all have had their turn.
func checkReport(t *testing.T, st string, s *serving.Server, dir string, args ...string) {
	t.Helper()
	const rounds = 6
	for round := range rounds {
		run(t, st, s, *seed+round, args...)
		missing := withoutSuccess(t, dir)
		switch {
		case len(missing) == 0:
			return
		case round == rounds-1:
			t.Errorf("never succeeded: %s", strings.Join(missing, ", "))
		default:
			t.Logf("once more for %s", strings.Join(missing, ", "))
		}
	}
}

// run runs Schemathesis once in a separate folder, because it leaves files behind.
func run(t *testing.T, st string, s *serving.Server, seed int, args ...string) {
	t.Helper()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(*seconds)*time.Second+time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, st, append([]string{ //nolint:gosec // the program that install.sh installed
		"--config-file", filepath.Join(here, "schemathesis.toml"), "run", s.URL + "/api/openapi.json", "--phases", "examples,coverage,fuzzing,stateful",
		"--continue-on-failure", "--generation-database", "none", "--no-color", "--workers", "1",
		"--max-time", strconv.Itoa(*seconds), "--seed", strconv.Itoa(seed),
	}, args...)...)
	cmd.Dir, cmd.Env = t.TempDir(), append(serving.Environ(),
		"SCHEMATHESIS_HOOKS="+filepath.Join(here, "hooks.py"), "PYTHONDONTWRITEBYTECODE=1",
		"PYTHONUNBUFFERED=1") // in case it must be killed
	out, err := cmd.CombinedOutput()
	count := counts.Find(out)
	if err != nil || count == nil {
		t.Fatalf("%v\n%s", err, shortened(out))
	}
	t.Log(strings.Join(strings.Fields(string(count)), " "), fmt.Sprintf("(seed %d, %d s)", seed, *seconds))
}

// withoutSuccess lists the use cases of scenes without a success in the audit log. They need a model that
// replies and an existing project.
func withoutSuccess(t *testing.T, dir string) (missing []string) {
	t.Helper()
	raw := serving.AuditLog(t, dir)
	for _, name := range []string{
		"listProjects", "create_project", "listScenes", "getScene", "preview_scene", "addScene", "createSceneFromImage", "editScene",
		"editSceneWithImage", "fixBrokenScene", "changeDuration", "rename_scene", "rename_project", "delete_project", "reorderScenes", "deleteScene", "analyzeImage",
	} {
		good := regexp.MustCompile(`"operation":"` + name + `".*"outcome":"ok"`)
		if !good.Match(raw) {
			missing = append(missing, name)
		}
	}
	return missing
}

// shortened truncates very long lines, such as an address with a thousand ids.
func shortened(out []byte) string {
	var b strings.Builder
	for line := range bytes.Lines(out) {
		if len(line) > 2000 {
			line = append(bytes.Clone(line[:2000]), " …\n"...)
		}
		_, _ = b.Write(line)
	}
	return b.String()
}
