package transfer_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph"
	"plotline/graph/transfer"
	"plotline/internal/input"
)

// madeUp is a history whose relationships, rewards and tags are known.
type madeUp struct {
	t      *testing.T
	random *rand.Rand
	in     io.WriteCloser
	out    *bufio.Reader

	sha      []string
	title    []string
	first    []int // the first parent
	day      []int
	edges    map[string]bool // by title
	rewards  map[string]float64
	tags     map[string][]string
	branches int
}

// makeHistory writes commits to a repository, through git fast-import.
func makeHistory(t *testing.T, r *repository, seed uint64) *madeUp {
	t.Helper()
	m := &madeUp{
		t: t, random: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // not a secret
		edges: map[string]bool{}, rewards: map[string]float64{}, tags: map[string][]string{},
	}
	cmd := exec.CommandContext(t.Context(), "git", "-C", r.dir, "fast-import", "--quiet", "--force") //nolint:gosec // a repository of the test's own
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	m.in, m.out = in, bufio.NewReader(out)
	main := m.commit("main", "Begin", "", "README", -1)
	for len(m.sha) < 400 {
		main = m.step("main", main, 0)
	}
	m.commit("main", "End", "", "README", main)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return m
}

// commit writes a commit and returns its place.
func (m *madeUp) commit(branch, title, body, file string, parents ...int) int {
	m.t.Helper()
	at := len(m.sha)
	message := title
	if body != "" {
		message += "\n\n" + body
	}
	day := at / 4
	var text strings.Builder
	fmt.Fprintf(&text, "commit refs/heads/%s\nmark :%d\ncommitter A <a@b.c> %d +0000\ndata %d\n%s\n",
		branch, at+1, 1_700_000_000+day*86_400+at, len(message), message)
	for i, parent := range parents {
		if parent < 0 {
			continue
		}
		fmt.Fprintf(&text, "%s :%d\n", []string{"from", "merge"}[min(i, 1)], parent+1)
		m.edges[m.title[parent]+" follows "+title] = true
	}
	fmt.Fprintf(&text, "M 644 inline %s\ndata %d\n%s\n\nget-mark :%d\n", file, len(title), title, at+1)
	if _, err := io.WriteString(m.in, text.String()); err != nil {
		m.t.Fatal(err)
	}
	sha, err := m.out.ReadString('\n')
	if err != nil {
		m.t.Fatal(err)
	}
	m.sha, m.title, m.day = append(m.sha, strings.TrimSpace(sha)), append(m.title, title), append(m.day, day)
	m.first = append(m.first, parents[0])
	m.rewards[title] = 0
	m.tags[title] = []string{"git"}
	if folder, _, is := strings.Cut(file, "/"); is {
		m.tags[title] = append(m.tags[title], folder)
	}
	return at
}

// earlier returns the place of a commit of the last hundred that no other has judged, and that the branch knows of or not.
func (m *madeUp) earlier() int {
	for {
		at := len(m.sha) - 1 - m.random.IntN(min(len(m.sha), 100))
		if m.rewards[m.title[at]] == 0 {
			return at
		}
	}
}

// plainTitle returns a title that no other commit has.
func (m *madeUp) plainTitle() string {
	return fmt.Sprintf("Change the %s of %d", []string{"order", "colour", "oven", "price"}[m.random.IntN(4)], len(m.sha))
}

// step adds a commit or a merged branch to a branch, and returns its new head.
func (m *madeUp) step(branch string, head, depth int) int {
	m.t.Helper()
	title, file := m.plainTitle(), "README"
	x := m.earlier()
	named, sha := m.title[x], m.sha[x]
	judge := func(reward float64) {
		if m.rewards[named] == 0 {
			m.rewards[named] = reward
		}
	}
	switch m.random.IntN(13) {
	case 0: // a fix by a trailer
		at := m.commit(branch, title, fmt.Sprintf("It was wrong.\n\nFixes: %s (%q)\nSigned-off-by: A <a@b.c>", sha[:7+m.random.IntN(33)], named), file, head)
		m.edges[named+" causes "+title], m.edges[title+" refines "+named] = true, true
		if m.day[at]-m.day[x] < 7 {
			judge(-0.3)
		}
		return at
	case 1: // git's sentence
		at := m.commit(branch, `Revert "`+named+`"`, "This reverts commit "+sha+".", file, head)
		m.edges[m.title[at]+" contradicts "+named] = true
		judge(-1)
		return at
	case 2: // only the title
		at := m.commit(branch, `Revert "`+named+`"`, "It broke the shop.", file, head)
		m.edges[m.title[at]+" contradicts "+named] = true
		judge(-1)
		return at
	case 3: // a hash
		at := m.commit(branch, "Revert "+sha[:10], "", file, head)
		m.edges[m.title[at]+" contradicts "+named] = true
		judge(-1)
		return at
	case 4:
		prefix := []string{"fixup! ", "squash! ", "fixup! fixup! "}[m.random.IntN(3)]
		if strings.Contains(named, "! ") || m.edges[prefix+named+" refines "+named] {
			return m.commit(branch, title, "", file, head)
		}
		at := m.commit(branch, prefix+named, "", file, head)
		m.edges[m.title[at]+" refines "+named] = true
		switch {
		case strings.HasPrefix(named, "shop/till"):
			m.tags[m.title[at]] = []string{"git", "shop/till", "oven"}
		case strings.HasPrefix(named, "feat"):
			m.tags[m.title[at]] = []string{"git", "oven"}
		}
		return at
	case 5:
		at := m.commit(branch, title, "(cherry picked from commit "+sha+")", file, head)
		m.edges[title+" related_to "+named] = true
		return at
	case 6:
		at := m.commit(branch, title, fmt.Sprintf("Closes #%d, resolves: #77\nSee #5 and the fix in #6.", x), file, head)
		m.tags[title] = append(m.tags[title], fmt.Sprintf("issue:%d", x), "issue:77")
		return at
	case 7:
		title = "shop/till, oven: " + title
		at := m.commit(branch, title, "", "src/till.go", head)
		m.tags[title] = []string{"git", "shop/till", "oven", "src"}
		return at
	case 8:
		title = "feat(oven)!: " + title
		at := m.commit(branch, title, "", "docs/oven.md", head)
		m.tags[title] = []string{"git", "oven", "docs"}
		return at
	case 9: // what names nothing
		return m.commit(branch, title, "Fixes: the oven\nFixes: 0123456789ab\nThis reverts commit 0123456789abcdef.\nIt was like commit "+sha+".", file, head)
	case 10, 11:
		if depth == 2 {
			return m.commit(branch, title, "", file, head)
		}
		m.branches++
		side := fmt.Sprintf("side%d", m.branches)
		tip := head
		for range 1 + m.random.IntN(4) {
			tip = m.step(side, tip, depth+1)
		}
		own := []int{}
		for at := tip; at != head; at = m.first[at] {
			own = append(own, at)
		}
		if main := m.random.IntN(3); main > 0 { // the branch goes on meanwhile
			head = m.commit(branch, m.plainTitle(), "", file, head)
		}
		merge := fmt.Sprintf("Merge branch '%s'", side)
		at := m.commit(branch, merge, "", file, head, tip)
		for _, commit := range own {
			m.edges[m.title[commit]+" part_of "+merge] = true
		}
		return at
	}
	return m.commit(branch, title, "", file, head)
}

// TestGitHistories imports made-up histories and compares all that they say with the graph, also after a second import.
func TestGitHistories(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			r := newRepository(t)
			m := makeHistory(t, r, seed)
			service := newService()
			for range 2 {
				done, err := transfer.Git(t.Context(), service, by, r.dir, false)
				if err != nil || done.Commits != len(m.sha) || done.Relationships != len(m.edges) {
					t.Fatalf("%+v, %v: want %d and %d", done, err, len(m.sha), len(m.edges))
				}
				got := contentOf(t, service)
				if diff := cmp.Diff(m.edges, got.edges); diff != "" {
					t.Errorf("relationships (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(m.rewards, got.rewards); diff != "" {
					t.Errorf("rewards (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(m.tags, got.tags); diff != "" {
					t.Errorf("tags (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestGitTexts checks what becomes of a message.
func TestGitTexts(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("words ", 60)
	for name, c := range map[string]struct {
		message string
		want    graph.Episode // its texts and tags
	}{
		"subject": {"Mend the oven", graph.Episode{Name: "Mend the oven", Query: "Mend the oven"}},
		"body": {
			"shop: Mend the oven\n\nIt was cold.\n\nNote: it still is.\n\nCloses #4\nSigned-off-by: A <a@b.c>\nCo-authored-by: B <b@b.c>",
			graph.Episode{
				Name: "shop: Mend the oven", Query: "shop: Mend the oven",
				Reflection: "It was cold.\n\nNote: it still is.\n\nCloses #4\nSigned-off-by: A <a@b.c>\nCo-authored-by: B <b@b.c>", Tags: []string{"shop", "issue:4"},
			},
		},
		"trailers": {
			"Mend the oven\n\nIt was cold.\n\nFixes: 0123456789ab (\"Light\n the oven\")\nSigned-off-by: A <a@b.c>",
			graph.Episode{Name: "Mend the oven", Query: "Mend the oven", Reflection: "It was cold."},
		},
		"only trailers":          {"Mend\n\nSigned-off-by: A <a@b.c>", graph.Episode{Name: "Mend", Query: "Mend"}},
		"a subject of two lines": {"Mend\nthe oven\n\nBody", graph.Episode{Name: "Mend the oven", Query: "Mend the oven", Reflection: "Body"}},
		"a long subject":         {long, graph.Episode{Name: strings.TrimSpace(long[:198]), Query: strings.TrimSpace(long)}},
		"nothing":                {"", graph.Episode{Name: "(no message)", Query: "(no message)"}},
		"conventional":           {"fix(shop, till): oven\n\nfixed #7, not #8", graph.Episode{Name: "fix(shop, till): oven", Query: "fix(shop, till): oven", Reflection: "fixed #7, not #8", Tags: []string{"shop", "till", "issue:7"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, service := newRepository(t), newService()
			r.commit(c.message)
			if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
				t.Fatal(err)
			}
			var got graph.NewEpisode
			if _, err := service.Export(t.Context(), by, only{&got}); err != nil {
				t.Fatal(err)
			}
			c.want.Tags = append([]string{"git"}, c.want.Tags...)
			if diff := cmp.Diff(c.want, graph.Episode{Name: got.Name, Query: got.Query, Reflection: got.Reflection, Tags: got.Tags}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// only keeps the last episode of an export.
type only struct{ episode *graph.NewEpisode }

// Episode implements graph.ExportSink.
func (o only) Episode(e graph.NewEpisode) error {
	*o.episode = e
	return nil
}

// Relationship implements graph.ExportSink.
func (o only) Relationship(graph.Relationship) error { return nil }

// TestGitTitles checks that a revert by its title means a commit only if one has that title. A full stop, blanks or the number
// of a pull request may stand behind the quotation.
func TestGitTitles(t *testing.T) {
	t.Parallel()
	r, service := newRepository(t), newService()
	r.commit("Twin")
	r.commit("Twin")
	r.commit("Single")
	r.commit("Stop")
	r.commit("Stopped.")
	r.commit("Merged (#12)")
	r.commit(`Revert "Twin"`)
	r.commit(`Revert "Single"`)
	r.commit(`Revert "None"`)
	r.commit(`Revert "Stop".`)
	r.commit(`Revert "Stopped." `)
	r.commit(`Revert "Merged" (#13)`)
	r.commit(`Revert "Single" in part`)
	if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
		t.Fatal(err)
	}
	got := contentOf(t, service)
	want := []string{
		`Revert "Merged" (#13) contradicts Merged (#12)`, `Revert "Single" contradicts Single`,
		`Revert "Stop". contradicts Stop`, `Revert "Stopped." contradicts Stopped.`,
	}
	var reverted []string
	for edge := range got.edges {
		if strings.Contains(edge, " contradicts ") {
			reverted = append(reverted, edge)
		}
	}
	slices.Sort(reverted)
	if !slices.Equal(reverted, want) {
		t.Errorf("reverted: %q", reverted)
	}
	if len(got.edges) != 12+len(want) {
		t.Errorf("relationships: %v", got.edges)
	}
}

// TestGitOverOlderImport imports a history over what an older program made of it: with ids of its own, and the whole message
// as the query. Its episodes get the texts of today, unless a client has changed them.
func TestGitOverOlderImport(t *testing.T) {
	t.Parallel()
	r, service := newRepository(t), newService()
	first := r.commit("shop: Light the oven\n\nIt was cold.")
	second := r.commit("Mend\n\nFixes: " + first[:12])
	old := func(sha, message string, more ...string) graph.CreateEpisodeInput {
		return graph.CreateEpisodeInput{
			Query: message, Tags: append([]string{"git"}, more...), IdempotencyKey: "git:" + sha,
			Metadata: input.Object(`{"commit":"` + sha + `","author":"A"}`),
		}
	}
	made, err := service.CreateEpisodes(t.Context(), by, graph.CreateEpisodesInput{
		Episodes: []graph.CreateEpisodeInput{
			old(first, "shop: Light the oven\n\nIt was cold."), old(second, "Mend\n\nFixes: "+first[:12], "mine"),
		},
		Relationships: []graph.BatchRelationship{{From: "#0", To: "#1", RelationshipType: graph.Follows}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
			t.Fatal(err)
		}
		got := contentOf(t, service)
		want := &content{
			names: map[graph.ID]string{made.Episodes[0].EpisodeID: "shop: Light the oven", made.Episodes[1].EpisodeID: "Mend"},
			edges: map[string]bool{
				"shop: Light the oven follows Mend": true, "shop: Light the oven causes Mend": true, "Mend refines shop: Light the oven": true,
			},
			rewards: map[string]float64{"shop: Light the oven": -0.3, "Mend": 0},
			tags:    map[string][]string{"shop: Light the oven": {"git", "shop"}, "Mend": {"git", "mine"}},
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(content{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	r.commit("Undo\n\nThis reverts commit " + first + ".")
	if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
		t.Fatal(err)
	}
	if got := contentOf(t, service).rewards["shop: Light the oven"]; got != -1 {
		t.Errorf("the reward that an import has set is %v, want -1", got)
	}
}

// content is a graph by names.
type content struct {
	names   map[graph.ID]string
	edges   map[string]bool
	rewards map[string]float64
	tags    map[string][]string
}

func contentOf(t *testing.T, service *graph.Service) *content {
	t.Helper()
	c := &content{names: map[graph.ID]string{}, edges: map[string]bool{}, rewards: map[string]float64{}, tags: map[string][]string{}}
	if _, err := service.Export(t.Context(), by, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// Episode implements graph.ExportSink.
func (c *content) Episode(e graph.NewEpisode) error {
	c.names[e.EpisodeID], c.rewards[e.Name], c.tags[e.Name] = e.Name, e.Reward, e.Tags
	return nil
}

// Relationship implements graph.ExportSink.
func (c *content) Relationship(r graph.Relationship) error {
	c.edges[c.names[r.From]+" "+string(r.Type)+" "+c.names[r.To]] = true
	return nil
}

// write commits a file with some content.
func (r *repository) write(message string, paths ...string) (sha string) {
	r.t.Helper()
	for _, path := range paths {
		file := filepath.Join(r.dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(message), 0o600); err != nil {
			r.t.Fatal(err)
		}
		r.git("add", "--", path)
	}
	return r.commit(message)
}

// TestGitFiles checks the files in the metadata of commits, also of those that an older program has imported without files.
func TestGitFiles(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	shas := map[string]string{
		"Begin":  r.write("Begin", "graph/recall.go", "graph/a b/ü.go"),
		"Both":   r.write("Both", "graph/recall.go", "README.md"),
		"Empty":  r.commit("Empty"),
		"Own":    r.write("Own", "own.go"),
		"Taken":  r.write("Taken", "taken.go"),
		"Judged": r.write("Judged", "judged.go"),
	}
	r.git("checkout", "-q", "-b", "side", "HEAD~1")
	r.git("mv", "graph/recall.go", "graph/moved.go")
	shas["Move"] = r.commit("Move")
	r.git("checkout", "-q", "main")
	r.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
	shas["Merge side"] = r.git("rev-parse", "HEAD")
	shas["Undo"] = r.commit("Undo\n\nThis reverts commit " + shas["Judged"] + ".")

	metadata := func(name string, files ...string) map[string]any {
		m := map[string]any{"commit": shas[name], "author": "A"}
		if len(files) > 0 {
			list := make([]any, len(files))
			for i, one := range files {
				list[i] = one
			}
			m["files"] = list
		}
		return m
	}
	want := map[string]map[string]any{
		"Begin": metadata("Begin", "graph/a b/ü.go", "graph/recall.go"), "Both": metadata("Both", "README.md", "graph/recall.go"),
		"Empty": metadata("Empty"), "Own": metadata("Own", "own.go"), "Taken": metadata("Taken", "taken.go"),
		"Judged": metadata("Judged", "judged.go"), "Move": metadata("Move", "graph/moved.go", "graph/recall.go"),
		"Merge side": metadata("Merge side"), "Undo": metadata("Undo"),
	}
	want["Judged"]["git_reward"] = -1.0

	older := newService()
	of := func(name, metadata string) graph.CreateEpisodeInput {
		return graph.CreateEpisodeInput{
			Query: name, Tags: []string{"git"}, IdempotencyKey: "git:" + shas[name], Metadata: input.Object(metadata),
		}
	}
	_, err := older.CreateEpisodes(t.Context(), by, graph.CreateEpisodesInput{Episodes: []graph.CreateEpisodeInput{
		of("Begin", `{"commit": "`+shas["Begin"]+`", "author": "A"}`),
		of("Own", `{"commit":"`+shas["Own"]+`","files":["mine"],"author":"A"}`),
		of("Taken", `{"note":"of a client"}`),
		of("Judged", `{"commit":"`+shas["Judged"]+`","author":"A"}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	wantOlder := maps.Clone(want)
	wantOlder["Own"], wantOlder["Taken"] = metadata("Own", "mine"), map[string]any{"note": "of a client"}

	for name, test := range map[string]struct {
		service *graph.Service
		want    map[string]map[string]any
	}{"new": {newService(), want}, "over an older import": {older, wantOlder}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for round := range 2 {
				if _, err := transfer.Git(t.Context(), test.service, by, r.dir, false); err != nil {
					t.Fatal(err)
				}
				got := metadataOf{}
				if _, err := test.service.Export(t.Context(), by, got); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, map[string]map[string]any(got)); diff != "" {
					t.Errorf("round %d: metadata (-want +got):\n%s", round, diff)
				}
			}
		})
	}
}

// metadataOf is the metadata of an export by names.
type metadataOf map[string]map[string]any

// Episode implements graph.ExportSink.
func (m metadataOf) Episode(e graph.NewEpisode) error {
	var fields map[string]any
	err := json.Unmarshal(e.Metadata, &fields)
	m[e.Name] = fields
	return err
}

// Relationship implements graph.ExportSink.
func (m metadataOf) Relationship(graph.Relationship) error { return nil }

// TestGitReleases checks the tags of versions: of new commits, and of one that was tagged after its import.
func TestGitReleases(t *testing.T) {
	t.Parallel()
	r, service := newRepository(t), newService()
	tagsOf := func() []string {
		t.Helper()
		if _, err := transfer.Git(t.Context(), service, by, r.dir, false); err != nil {
			t.Fatal(err)
		}
		var got graph.NewEpisode
		if _, err := service.Export(t.Context(), by, only{&got}); err != nil {
			t.Fatal(err)
		}
		return got.Tags
	}
	r.commit("One")
	r.git("branch", "v8.0") // no tag
	for _, name := range []string{"v1.2.0", "server-2.0.0-RC.1", "go1.22", "nightly", "v3", "a,b"} {
		r.git("tag", name)
	}
	r.git("tag", "-a", "-m", "annotated", "4.0")
	want := []string{"git", "release:1.22", "release:2.0.0-rc.1", "release:1.2.0", "release:4.0"}
	if got := tagsOf(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("%q", got)
	}
	r.git("tag", "v5.0.0")
	if got := tagsOf(); len(got) != len(want)+1 || !slices.Contains(got, "release:5.0.0") {
		t.Errorf("after another tag: %q", got)
	}
}
