package web_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/access"
	"plotline/internal/recording/task"
	"plotline/media/recognise"
	"plotline/media/release"
	"plotline/plans"
	"plotline/scenes"
)

// source returns what the page's file has in the first group of a pattern.
func source(t *testing.T, file, pattern string) string {
	t.Helper()
	text, err := os.ReadFile("src/" + file)
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(pattern).FindSubmatch(text)
	if match == nil {
		t.Fatalf("src/%s has no %s", file, pattern)
	}
	return string(match[1])
}

// tag returns a bound of an input's field.
func tag(t *testing.T, input any, field, bound string) string {
	t.Helper()
	of, ok := reflect.TypeOf(input).FieldByName(field)
	value := of.Tag.Get(bound)
	if !ok || value == "" {
		t.Fatalf("%T.%s has no %s", input, field, bound)
	}
	return value
}

// TestLimitsOfFields compares the limits of the pages' fields with those of the inputs they are sent to.
func TestLimitsOfFields(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"MAX_NAME":       tag(t, graph.UpdateEpisodeInput{}, "Name", "maxLength"),
		"MAX_TAG":        tag(t, graph.UpdateEpisodeInput{}, "Tags", "maxLength"),
		"MAX_TAGS":       tag(t, graph.UpdateEpisodeInput{}, "Tags", "maxItems"),
		"MAX_TASK":       tag(t, graph.UpdateEpisodeInput{}, "Query", "maxBytes"),
		"MAX_LONG":       tag(t, graph.UpdateEpisodeInput{}, "Reflection", "maxBytes"),
		"MAX_LINKS":      tag(t, graph.CreateLinkedEpisodeInput{}, "Relationships", "maxItems"),
		"MAX_PROJECT_ID": tag(t, scenes.CreateProjectInput{}, "ProjectID", "maxLength"),
		"MAX_SCENE_NAME": tag(t, scenes.RenameSceneInput{}, "SceneName", "maxLength"),
		"MAX_SECONDS":    tag(t, scenes.ChangeDurationInput{}, "DurationSeconds", "maximum"),
		"MAX_RESULTS":    tag(t, graph.RecallInput{}, "Limit", "maximum"),
	} {
		if got := source(t, "limits.ts", name+` = (\d+)\n`); got != want {
			t.Errorf("%s is %s, the server accepts %s", name, got, want)
		}
	}
	if got, want := source(t, "library/data.ts", `MORE_FOLDERS = (\d+)\n`), tag(t, plans.LibraryInput{}, "Limit", "maximum"); got != want {
		t.Errorf("the pages ask for %s folders, the server lists %s", got, want)
	}
	shown, err := strconv.Atoi(source(t, "limits.ts", `MAX_SEARCH = (\d+)\n`))
	if err != nil {
		t.Fatal(err)
	}
	for name, bound := range map[string]string{
		"recall":     tag(t, graph.RecallInput{}, "Query", "maxLength"),
		"read_times": tag(t, graph.ReadTimesInput{}, "Question", "maxLength"),
	} {
		if accepted, err := strconv.Atoi(bound); err != nil || shown > accepted {
			t.Errorf("the pages send up to %d characters, %s accepts %s", shown, name, bound)
		}
	}
}

// TestExampleOfPages compares the id of the example project.
func TestExampleOfPages(t *testing.T) {
	t.Parallel()
	if got := source(t, "projects/projectlist.tsx", `EXAMPLE_ID = '(.*)'\n`); got != scenes.ExampleID {
		t.Errorf("the page opens %q, the example is %q", got, scenes.ExampleID)
	}
}

// TestRolesOfPages compares what the pages offer a role with what it may do.
func TestRolesOfPages(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]access.Action{"DECIDING": access.Decide, "CHANGING": access.Write} {
		offered := strings.Split(source(t, "session.ts", name+` = \['(.*)'\]\n`), "', '")
		for _, role := range access.Roles() {
			if got := slices.Contains(offered, string(role)); got != role.May(action) {
				t.Errorf("%s has %s: %t", name, role, got)
			}
		}
	}
}

// TestRulesOfPages checks that the pages say each rule of rewards in words, and no other.
func TestRulesOfPages(t *testing.T) {
	t.Parallel()
	want := make([]string, len(task.Rules()))
	for i, rule := range task.Rules() {
		want[i] = rule.Name
	}
	said := regexp.MustCompile(`(?m)^  (\w+): '`).FindAllStringSubmatch(source(t, "recorded/strings.ts", `(?s)const rules: [^{]*\{\n(.*?)\n\}\n`), -1)
	got := make([]string, len(said))
	for i, line := range said {
		got[i] = line[1]
	}
	if !slices.Equal(got, want) {
		t.Errorf("the pages know the rules %v, the rules are %v", got, want)
	}
}

// TestReasonsOfPages checks that the pages say every reason of the server in each language.
func TestReasonsOfPages(t *testing.T) {
	t.Parallel()
	constant := regexp.MustCompile(`(?m)(?:Reason|Doubt) += "(.*)"$`)
	var reasons []string
	for _, file := range []string{"../media/recognise/recognise.go", "../media/release/release.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range constant.FindAllSubmatch(text, -1) {
			reasons = append(reasons, string(found[1]))
		}
	}
	if !slices.Contains(reasons, string(recognise.Counts)) || !slices.Contains(reasons, string(release.FolderPart)) {
		t.Fatalf("found only %q", reasons)
	}
	for _, file := range []string{"strings.ts", "languages/de.ts", "languages/zh.ts"} {
		texts := source(t, file, `(?s)  why: \{\n(.*?)\n  \}`)
		for _, reason := range reasons {
			if !strings.Contains(texts, "'"+reason+"': ") {
				t.Errorf("%s does not say %q", file, reason)
			}
		}
	}
}
