package plans

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"plotline/graph"
	"plotline/media"
)

// Task is the kind of a plan.
type Task string

// The two kinds of plans.
const (
	Recognise Task = "recognize-media-file"
	Rename    Task = "rename-files"
)

// Status is the state of a plan.
type Status string

// The three statuses. Every plan begins as pending and changes its status once.
const (
	Pending   Status = "pending"
	Completed Status = "completed"
	Rejected  Status = "rejected"
)

// Undone selects in lists the renames that were taken back. It is not a status: such a plan stays completed or
// pending.
const Undone Status = "undone"

// Plan is the content of a plan file. A Plan that was read is shared; callers that change it must use a
// copy.
type Plan struct {
	ID              string     `json:"id" format:"uuid" doc:"The task id"`
	Task            Task       `json:"task"`
	Status          Status     `json:"status"`
	MediaFolderPath media.Path `json:"mediaFolderPath"`
	Files           []Entry    `json:"files"`

	CreatedAt *graph.Time `json:"createdAt,omitempty"`
	ReadyAt   *graph.Time `json:"readyAt,omitempty" doc:"When it was submitted"`
	AppliedAt *graph.Time `json:"appliedAt,omitempty"`
	UndoneAt  *graph.Time `json:"undoneAt,omitempty"`
	Reason    string      `json:"reason,omitempty" doc:"Reason for the decision"`
	Excluded  []int       `json:"excluded,omitempty" doc:"Indexes of the entries left out, from 0"`
	Kept      []int       `json:"kept,omitempty" doc:"Indexes of the entries that an undo left renamed, from 0"`
	Workspace string      `json:"workspace,omitempty"`

	review  review                     // what lists do not show
	foreign map[string]json.RawMessage // fields of other programs, preserved when the file is rewritten
	text    []byte                     // the list of entries as in the file, with the fields of other programs
	texted  int                        // how many of Files are in text; later ones are new
}

// Entry is one entry of a plan: {season, episode, path} for a recognition, {from, to} for a rename.
type Entry struct {
	Season  *int       `json:"season,omitempty"`
	Episode *int       `json:"episode,omitempty"`
	Path    media.Path `json:"path,omitempty"`
	From    media.Path `json:"from,omitempty"`
	To      media.Path `json:"to,omitempty"`
}

// review is what the file of a plan has for its reviewers, and lists of plans do not show.
type review struct {
	DecidedAt *graph.Time `json:"decidedAt,omitempty"` // when it was completed or rejected
	EditedAt  *graph.Time `json:"editedAt,omitempty"`  // when a person last edited entries
	Edited    []EditedRow `json:"edited,omitempty"`
	History   []Event     `json:"history,omitempty"` // oldest first
	LeftOut   []LeftOut   `json:"leftOut,omitempty"` // why entries in Excluded could not be applied
	// Unrecognised is what proposeRecognizePlan could not number, without the files that a person added since.
	Unrecognised []media.Path `json:"unrecognised,omitempty"`
	Reasons      []string     `json:"reasons,omitempty"`   // why, for each of Unrecognised; empty texts if another version wrote the plan
	Uncertain    []Uncertain  `json:"uncertain,omitempty"` // without the files that a person moved up
	// Remember is what the folder remembers once the plan is applied.
	Remember []Remember `json:"remember,omitempty"`
	// LastRename is the last rename whose paths the plan has, as in a metadata file.
	LastRename string `json:"plotlineRename,omitempty"`
}

// EditedRow is an entry that a person changed or added.
type EditedRow struct {
	Row int    `json:"row"`
	Was string `json:"was,omitempty" doc:"S01E02, or the target; absent if added"`
}

// LeftOut is the problem of an entry that was left out.
type LeftOut struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"`
}

// Event is one step in the life of a plan.
type Event struct {
	At graph.Time `json:"at"`
	// By is a token, a client or the user of a command; empty if the server has no tokens.
	By    string `json:"by,omitempty" doc:"The name of a token, of a client or of the user of a command, if known"`
	Did   Did    `json:"did"`
	Files int    `json:"files,omitempty" doc:"How many entries were applied or undone"`
}

// Did is what happened to a plan.
type Did string

// What can happen to a plan.
const (
	DidPropose  Did = "proposed"
	DidEdit     Did = "edited"
	DidApply    Did = "applied"
	DidComplete Did = "completed"
	DidReject   Did = "rejected"
	DidUndo     Did = "undone"
)

// longestHistory limits the steps of a plan that is applied and undone again and again.
const longestHistory = 100

// happened adds a step, unless it is the last one already: outcomes are recorded again after a crash. Edits of one person
// in a row are one step.
func (p *Plan) happened(e Event) {
	all := p.review.History
	if n := len(all); n > 0 && (all[n-1] == e || e.Did == DidEdit && all[n-1].Did == DidEdit && all[n-1].By == e.By) {
		all = all[:n-1]
	}
	if len(all) >= longestHistory {
		all = slices.Concat(all[:1], all[2:])
	}
	p.review.History = append(slices.Clip(all), e)
}

// Amount returns a number of files in words.
func Amount(files int) string {
	if files == 1 {
		return "1 file"
	}
	return strconv.Itoa(files) + " files"
}

// videos counts the files of entries: a double episode has two entries, but is one file.
func videos(entries []Entry) int {
	files := make(map[media.Path]bool, len(entries))
	for _, e := range entries {
		files[e.source()] = true
	}
	return len(files)
}

// source returns the file that the entry is about.
func (e Entry) source() media.Path {
	if e.From != "" {
		return e.From
	}
	return e.Path
}

// newPlan returns a new, pending plan.
func newPlan(task Task, folder media.Path, workspace string, now graph.Time) *Plan {
	return &Plan{
		ID: string(graph.NewID()), Task: task, Status: Pending, MediaFolderPath: folder, Files: []Entry{},
		CreatedAt: &now, Workspace: workspace,
	}
}

// clone returns a copy that can be edited. It shares the entries, but appending does not affect the
// original.
func (p *Plan) clone() *Plan {
	c := *p
	c.Files = slices.Clip(c.Files)
	return &c
}

// included returns the entries that are not excluded, each with its index in the plan.
func (p *Plan) included(excluded []int) (entries []Entry, places []int) {
	out := make(map[int]bool, len(excluded))
	for _, i := range excluded {
		out[i] = true
	}
	for i, e := range p.Files {
		if !out[i] {
			entries, places = append(entries, e), append(places, i)
		}
	}
	return entries, places
}

// knownFields are the fields that Plan itself reads and writes.
var knownFields = []string{
	"id", "task", "status", "mediaFolderPath", "files", "createdAt", "readyAt", "appliedAt", "undoneAt",
	"reason", "excluded", "kept", "workspace", "decidedAt", "editedAt", "edited", "history", "leftOut", "unrecognised",
	"reasons", "uncertain", "remember", "plotlineRename",
}

// decode reads a plan file. It returns an error if the content is not a plan, or if the file name does
// not match the id.
func decode(path string, raw []byte) (*Plan, error) {
	var file struct {
		Plan
		review
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	p := file.Plan
	p.review = file.review
	if name := p.ID + planSuffix; name != filepath.Base(path) || !isID(p.ID) {
		return nil, fmt.Errorf("its id is %q", p.ID)
	}
	if p.Task != Recognise && p.Task != Rename {
		return nil, fmt.Errorf("its task is %q", p.Task)
	}
	if p.Status != Pending && p.Status != Completed && p.Status != Rejected {
		return nil, fmt.Errorf("its status is %q", p.Status)
	}
	if err := p.normalise(); err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	if len(p.Files) > 0 {
		p.text, p.texted = all["files"], len(p.Files)
	}
	return &p, p.storeForeign(all)
}

// storeForeign stores the fields of other programs. It rejects a name that differs from a known one only in case,
// because encoding/json would treat them as the same.
func (p *Plan) storeForeign(all map[string]json.RawMessage) error {
	for _, name := range knownFields {
		delete(all, name)
	}
	for name := range all {
		if slices.ContainsFunc(knownFields, func(known string) bool { return strings.EqualFold(known, name) }) {
			return fmt.Errorf("it has the field %.100q", name)
		}
	}
	if len(all) > 0 {
		p.foreign = all
	}
	return nil
}

// normalise normalises the paths of a plan and checks its entries.
func (p *Plan) normalise() error {
	if p.Files == nil {
		p.Files = []Entry{}
	}
	if err := normalisePath(&p.MediaFolderPath); err != nil {
		return err
	}
	if err := p.review.normalise(); err != nil {
		return err
	}
	for i := range p.Files {
		e := &p.Files[i]
		if recognised := e.Path != "" && e.Season != nil && e.Episode != nil; recognised != (p.Task == Recognise) ||
			(e.From != "" && e.To != "") != (p.Task == Rename) {
			return fmt.Errorf("its entry %d does not fit the task %s", i, p.Task)
		}
		for _, path := range []*media.Path{&e.Path, &e.From, &e.To} {
			if *path == "" {
				continue
			}
			if err := normalisePath(path); err != nil {
				return fmt.Errorf("entry %d: %w", i, err)
			}
		}
	}
	return nil
}

func (r *review) normalise() error {
	for i := range r.Unrecognised {
		if err := normalisePath(&r.Unrecognised[i]); err != nil {
			return fmt.Errorf("unrecognised file %d: %w", i, err)
		}
	}
	if len(r.Reasons) != len(r.Unrecognised) {
		r.Reasons = make([]string, len(r.Unrecognised))
	}
	for i := range r.Uncertain {
		if err := normalisePath(&r.Uncertain[i].Path); err != nil {
			return fmt.Errorf("uncertain file %d: %w", i, err)
		}
	}
	return nil
}

func normalisePath(path *media.Path) error {
	clean, ok := media.ParsePath(string(*path))
	if !ok {
		return fmt.Errorf("%.200q is not an absolute path", *path)
	}
	*path = clean
	return nil
}

// isID reports whether a task id can be a file name: a UUID in canonical form.
func isID(id string) bool {
	parsed, err := uuid.Parse(id)
	return err == nil && parsed.String() == id
}
