package attacks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// processes are two servers on one data folder, and a person's token.
type processes struct {
	both  [2]*server
	token string
	root  string
}

func newProcesses(t *testing.T) *processes {
	t.Helper()
	p := &processes{root: t.TempDir()}
	p.both[0] = plain.launch(t, "--media-root", p.root)
	p.token = p.both[0].token(t, "default", access.Admin)
	p.both[1] = p.another(t)
	return p
}

// another starts one more server on the data folder.
func (p *processes) another(t *testing.T) *server {
	t.Helper()
	first := p.both[0]
	served, err := serving.Launch(t.Context(), binary, collected, "--store", "embedded", "--data-dir", first.dir, "--tokens", first.tokens, "--media-root", p.root)
	expect.NoError(t, err)
	s := &server{Server: served, dir: first.dir, tokens: first.tokens}
	t.Cleanup(func() { _ = s.Stop() })
	return s
}

// plan creates a plan with these renames, each "from to", which waits for a decision.
func (p *processes) plan(t *testing.T, folder string, renames ...string) (path string) {
	t.Helper()
	s := p.both[0]
	id := s.begin(t, p.token, "renames", folder)
	for _, r := range renames {
		from, to, _ := strings.Cut(r, " ")
		s.must(t, http.StatusOK, http.MethodPost, "/api/v1/plans/renames/"+id+"/files", p.token,
			fmt.Sprintf(`{"from":%q,"to":%q}`, filepath.Join(folder, from), filepath.Join(folder, to)))
	}
	s.must(t, http.StatusOK, http.MethodPost, "/api/v1/plans/renames/"+id+"/end", p.token, `{}`)
	return "/api/v1/plans/" + id
}

// state is what a plan says of itself.
type state struct {
	Plan struct {
		Status              string
		AppliedAt, UndoneAt *string
	}
}

func (p *processes) state(t *testing.T, plan string) (is state) {
	t.Helper()
	expect.NoError(t, json.Unmarshal(p.both[1].must(t, http.StatusOK, http.MethodGet, plan, p.token, "").body, &is))
	return is
}

// applied reports whether a plan says that its files have their new names.
func (s state) applied() bool { return s.Plan.AppliedAt != nil && s.Plan.UndoneAt == nil }

// decision is a request about a plan.
type decision struct{ method, path, body, match string }

func apply(plan string) decision {
	return decision{method: http.MethodPost, path: plan + "/apply", body: `{"complete":false}`}
}

func undo(plan string) decision {
	return decision{method: http.MethodPost, path: plan + "/undo", body: `{}`}
}

// race is a set of decisions at once in a folder that has a.mkv, b.mkv and d.mkv, content by name.
type race struct {
	plans [][]string // the renames of each
	// prepare decides before the race, if it is set, and begin returns what happens in the race.
	prepare func(plans []string) []decision
	begin   func(plans []string, etag string) []decision
	meddle  func(folder string) error // is repeated during the race, and leaves the folder as it was
	wins    []int                     // how many of the decisions may succeed
}

func races() map[string]race {
	one := [][]string{{"a.mkv x.mkv", "b.mkv a.mkv"}}
	first := func(of ...func(plan string) decision) func([]string, string) []decision {
		return func(plans []string, _ string) (all []decision) {
			for _, d := range of {
				all = append(all, d(plans[0]))
			}
			return all
		}
	}
	each := func(plans []string, _ string) (all []decision) {
		for _, plan := range plans {
			all = append(all, apply(plan))
		}
		return all
	}
	done := func(plans []string) []decision { return []decision{apply(plans[0])} }
	reject := func(plan string) decision {
		return decision{method: http.MethodPost, path: "/api/updatePlan", body: fmt.Sprintf(`{"planId":%q,"status":"rejected"}`, filepath.Base(plan))}
	}
	swapOutside := func(folder string) error {
		return unix.Renameat2(unix.AT_FDCWD, filepath.Join(folder, "a.mkv"), unix.AT_FDCWD, filepath.Join(folder, "d.mkv"), unix.RENAME_EXCHANGE)
	}
	away := func(folder string) error {
		if err := os.Rename(folder, folder+" away"); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
		return os.Rename(folder+" away", folder)
	}
	appears := func(name string) func(folder string) error {
		return func(folder string) error {
			file, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }()
			ours, err := file.Stat()
			if err != nil {
				return err
			}
			time.Sleep(time.Millisecond)
			there, err := os.Lstat(filepath.Join(folder, name))
			if err != nil || !os.SameFile(ours, there) {
				return errors.Join(errReplaced, err)
			}
			return os.Remove(filepath.Join(folder, name))
		}
	}
	return map[string]race{
		"two applies":          {plans: one, begin: first(apply, apply), wins: []int{1}},
		"many applies":         {plans: one, begin: first(apply, apply, apply, apply, apply, apply), wins: []int{1}},
		"apply and reject":     {plans: one, begin: first(apply, reject), wins: []int{1}},
		"apply and undo":       {plans: one, begin: first(apply, undo), wins: []int{1, 2}},
		"undo and apply":       {plans: one, prepare: done, begin: first(undo, apply), wins: []int{1, 2}},
		"two undos":            {plans: one, prepare: done, begin: first(undo, undo), wins: []int{1}},
		"undo and reject":      {plans: one, prepare: done, begin: first(undo, reject), wins: []int{1, 2}},
		"undo and applies":     {plans: one, prepare: done, begin: first(undo, apply, undo, apply), wins: []int{1, 2, 3, 4}},
		"one target":           {plans: [][]string{{"a.mkv x.mkv"}, {"b.mkv x.mkv"}}, begin: each, wins: []int{1}},
		"one source":           {plans: [][]string{{"a.mkv x.mkv"}, {"a.mkv y.mkv"}}, begin: each, wins: []int{1}},
		"names swapped twice":  {plans: [][]string{{"a.mkv b.mkv", "b.mkv a.mkv"}, {"b.mkv a.mkv", "a.mkv b.mkv"}}, begin: each, wins: []int{1, 2}},
		"a ring of two plans":  {plans: [][]string{{"a.mkv b.mkv", "b.mkv x.mkv"}, {"b.mkv a.mkv", "a.mkv y.mkv"}}, begin: each, wins: []int{1, 2}},
		"a new folder of both": {plans: [][]string{{"a.mkv n/x.mkv"}, {"b.mkv n/y.mkv"}}, begin: each, wins: []int{2}},
		"a file and a folder":  {plans: [][]string{{"a.mkv n/x.mkv"}, {"b.mkv n"}}, begin: each, wins: []int{1}},
		"edit and apply": {plans: one, begin: func(plans []string, etag string) []decision {
			edit := decision{http.MethodPatch, plans[0], `{"changes":[{"row":0,"to":"%s/y.mkv"}]}`, etag}
			return []decision{edit, {http.MethodPost, plans[0] + "/apply", `{"complete":false}`, etag}}
		}, wins: []int{1}},
		"two edits": {plans: one, begin: func(plans []string, etag string) []decision {
			return []decision{
				{http.MethodPatch, plans[0], `{"changes":[{"row":0,"to":"%s/y.mkv"}]}`, etag},
				{http.MethodPatch, plans[0], `{"changes":[{"row":0,"to":"%s/z.mkv"}]}`, etag},
			}
		}, wins: []int{1}},
		"a file replaced":       {plans: one, begin: first(apply, undo), meddle: swapOutside, wins: []int{0, 1, 2}},
		"a target appears":      {plans: one, begin: first(apply, undo), meddle: appears("x.mkv"), wins: []int{0, 1, 2}},
		"an old name is taken":  {plans: one, begin: first(apply, undo), meddle: appears("b.mkv"), wins: []int{0, 1, 2}},
		"the folder goes":       {plans: one, begin: first(apply, undo, apply), meddle: away, wins: []int{0, 1, 2, 3}},
		"the folder goes, undo": {plans: one, prepare: done, begin: first(undo, apply, undo), meddle: away, wins: []int{0, 1, 2, 3}},
	}
}

var errReplaced = errors.New("a file of another program was replaced")

// TestRacesOfRenames lets two processes decide at once, while other programs change the folder. Each plan is applied as a
// whole or not at all, no file is lost or replaced, and the plans say what happened.
func TestRacesOfRenames(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	for name, r := range races() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for round := range tier.Pick(3, 4) {
				p.race(t, filepath.Join(p.root, fmt.Sprint(strings.ReplaceAll(name, " ", "-"), round)), r)
				if t.Failed() {
					t.Fatalf("in round %d", round)
				}
			}
		})
	}
}

func (p *processes) race(t *testing.T, folder string, r race) {
	t.Helper()
	expect.WriteFiles(t, folder, "a.mkv", "b.mkv", "d.mkv")
	names := []string{"a.mkv", "b.mkv", "d.mkv"}
	plans := make([]string, 0, len(r.plans))
	for _, renames := range r.plans {
		plans = append(plans, p.plan(t, folder, renames...))
	}
	if r.prepare != nil {
		for _, d := range r.prepare(plans) {
			p.both[0].must(t, http.StatusOK, d.method, d.path, p.token, d.body)
		}
	}
	etag := p.both[0].must(t, http.StatusOK, http.MethodGet, plans[0], p.token, "").header.Get("ETag")
	ctx, stop := context.WithCancel(t.Context())
	meddled := make(chan error, 1)
	go func() { meddled <- p.meddle(ctx, folder, r.meddle) }()
	won := p.decide(t, folder, r.begin(plans, etag))
	stop()
	if err := <-meddled; err != nil {
		t.Error(err)
	}
	if !slices.Contains(r.wins, won) {
		t.Errorf("%d decisions succeeded, want %v", won, r.wins)
	}
	p.settle(t, folder)
	found := contents(t, folder)
	if got := texts(slices.DeleteFunc(slices.Clone(found), func(line string) bool { return strings.HasSuffix(line, ": d---------") })); !slices.Equal(got, names) {
		t.Errorf("the files are %q", found)
	}
	if slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, ".plotline-") }) {
		t.Errorf("a file has a hidden name: %q", found)
	}
	for i, plan := range plans {
		p.checkPlan(t, plan, folder, r, i)
	}
}

// meddle repeats what another program does.
func (p *processes) meddle(ctx context.Context, folder string, do func(folder string) error) error {
	for do != nil && ctx.Err() == nil {
		switch err := do(folder); {
		case errors.Is(err, errReplaced):
			return err
		case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist):
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

// decide sends all decisions at once, to both servers in turn, and counts those that succeed.
func (p *processes) decide(t *testing.T, folder string, all []decision) (won int) {
	t.Helper()
	var mu sync.Mutex
	sent := waited(t)
	for i, d := range all {
		sent.Go(func() {
			var headers []string
			if d.match != "" {
				headers = []string{"If-Match", d.match}
			}
			got, err := p.both[i%2].do(t.Context(), d.method, d.path, p.token, []byte(strings.ReplaceAll(d.body, "%s", folder)), headers...)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil:
				t.Error(err)
			case got.status == http.StatusOK:
				won++
			case got.status != http.StatusConflict && got.status != http.StatusPreconditionFailed:
				t.Errorf("%s %s: %d %s", d.method, d.path, got.status, got.body)
			}
		})
	}
	sent.Wait()
	return won
}

// settle makes a decision in the folder, before which interrupted renames there are finished or undone.
func (p *processes) settle(t *testing.T, folder string) {
	t.Helper()
	expect.WriteFiles(t, folder, "settle.mkv")
	plan := p.plan(t, folder, "settle.mkv settled.mkv")
	p.both[1].must(t, http.StatusOK, http.MethodPost, plan+"/apply", p.token, `{}`)
	expect.NoError(t, os.Remove(filepath.Join(folder, "settled.mkv")))
}

// journals returns the journals of interrupted renames.
func (p *processes) journals(t *testing.T) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(p.both[0].dir, "plans", ".journal", "*.journal.json"))
	expect.NoError(t, err)
	return left
}

// checkPlan compares what a plan says with its files.
func (p *processes) checkPlan(t *testing.T, plan, folder string, r race, n int) {
	t.Helper()
	if len(r.plans) > 1 || r.meddle != nil { // others may have moved the files since
		return
	}
	text := string(expect.ReadFile(t, filepath.Join(folder, "a.mkv")))
	if is := p.state(t, plan); is.applied() != (text == "b.mkv") || is.applied() && is.Plan.Status == "rejected" {
		t.Errorf("plan %d is %+v, and a.mkv is %s", n, is.Plan, text)
	}
}

// TestKilledDuringRename kills a server during a rename of many files, and starts two on its data folder at once. Together
// they finish or undo it, once.
func TestKilledDuringRename(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	const files = 150
	for round := range tier.Pick(3, 4) {
		folder := filepath.Join(p.root, fmt.Sprint("show", round))
		renames, names := make([]string, 0, files), make([]string, 0, files)
		for i := range files {
			names = append(names, fmt.Sprintf("%03d.mkv", i))
			renames = append(renames, fmt.Sprintf("%03d.mkv %03d.mkv", i, (i+1)%files)) // a rotation
		}
		expect.WriteFiles(t, folder, names...)
		plan := p.plan(t, folder, renames...)
		victim := p.another(t)
		answered := make(chan int, 1)
		go func() {
			got, _ := victim.do(t.Context(), http.MethodPost, plan+"/apply", p.token, []byte(`{"complete":false}`))
			answered <- got.status
		}()
		for range 2000 { // until a file has a hidden name
			if found, _ := filepath.Glob(filepath.Join(folder, ".plotline-*")); len(found) > round*files/8%files {
				break
			}
			time.Sleep(100 * time.Microsecond)
		}
		expect.NoError(t, victim.Signal(syscall.SIGKILL))
		status := <-answered
		<-victim.Ended()
		starting := waited(t)
		for range 2 {
			starting.Go(func() { p.another(t) })
		}
		starting.Wait()
		// Two processes that want the same journal at once may both leave it, to the next decision.
		for tries := 0; tries == 0 || tries < 10 && len(p.journals(t)) > 0; tries++ {
			p.settle(t, folder)
		}
		first := string(expect.ReadFile(t, filepath.Join(folder, "001.mkv")))
		is := p.state(t, plan)
		if is.applied() != (first == "000.mkv") || status == http.StatusOK && !is.applied() {
			t.Errorf("the reply was %d, the plan is %+v, and 001.mkv is %s", status, is.Plan, first)
		}
		for i, line := range contents(t, folder)[1:] { // without the folder itself
			want := names[i]
			if is.applied() {
				want = names[(i+files-1)%files]
			}
			if line != names[i]+": "+want {
				t.Fatalf("there is %s, want %s", line, want)
			}
		}
		if left := p.journals(t); len(left) > 0 {
			t.Errorf("journals are left: %v", left)
		}
	}
}

// TestWorkspaceMovesDuringRenames moves a workspace to another store while its plans are applied and undone. The plans and
// the files agree, whether the graph takes the decisions or not.
func TestWorkspaceMovesDuringRenames(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	folder := filepath.Join(p.root, "show")
	expect.WriteFiles(t, folder, "a.mkv", "b.mkv", "d.mkv")
	plan := p.plan(t, folder, "a.mkv x.mkv", "b.mkv a.mkv")
	moved := make(chan serving.Finished, 1)
	go func() {
		moved <- serving.Run(t, binary, nil, "workspace", "move", "--store", "embedded", "--data-dir", p.both[0].dir, "--to-data-dir", filepath.Join(t.TempDir(), "new"))
	}()
	for ended, after := false, 0; after < 4; {
		p.decide(t, folder, []decision{apply(plan), undo(plan)})
		p.checkPlan(t, plan, folder, race{}, 0)
		select {
		case done := <-moved:
			if ended = true; done.Status != 0 {
				t.Fatalf("plotline workspace move: %s", done.Err)
			}
		default:
		}
		if ended {
			after++
		}
	}
}
