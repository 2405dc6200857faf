package scenes

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"plotline/graph"
	"plotline/internal/clip"
	"plotline/scenes/tsx"
)

// Project is the content of a project file.
type Project struct {
	ProjectID string     `json:"projectId"`
	Name      string     `json:"projectName,omitempty"` // set by RenameProject; "" shows the id
	Workspace string     `json:"workspace"`
	CreatedAt graph.Time `json:"createdAt"`
	UpdatedAt graph.Time `json:"updatedAt"`
	Scenes    []Scene    `json:"scenes"` // in their order
}

// Scene is one scene of a project with all its versions.
type Scene struct {
	SceneID   string    `json:"sceneId"`
	IsWelcome bool      `json:"isWelcome,omitempty"` // until the first real scene replaces it
	Versions  []Version `json:"versions"`            // oldest first, at least one

	text []byte // JSON in the file; nil after a change
}

// Version is the state of a scene after one change.
type Version struct {
	Version     int        `json:"version"` // from 1
	SceneName   string     `json:"sceneName"`
	NameSet     bool       `json:"nameSet,omitempty"`     // by RenameScene: edits keep the name
	Duration    int        `json:"duration"`              // frames
	DurationSet bool       `json:"durationSet,omitempty"` // by ChangeDuration: edits keep the duration
	TSXCode     string     `json:"tsxCode"`
	LayoutJSON  string     `json:"layoutJson,omitempty"`
	Tool        string     `json:"tool"`
	Prompt      string     `json:"prompt,omitempty"`
	Reasoning   string     `json:"reasoning,omitempty"`
	Restored    int        `json:"restored,omitempty"` // the version whose content this one has again
	Repairs     int        `json:"repairs,omitempty"`  // how often the compiler rejected the model's code
	Fallback    bool       `json:"fallback,omitempty"` // the code is the safe scene
	CreatedAt   graph.Time `json:"createdAt"`
}

// maxScenes limits the scenes of a project.
const maxScenes = 1000

// current returns the newest version.
func (s *Scene) current() *Version { return &s.Versions[len(s.Versions)-1] }

// version returns a version by its number; 0 is the newest. It returns nil if there is none.
func (s *Scene) version(number int) *Version {
	if number == 0 {
		return s.current()
	}
	at := slices.IndexFunc(s.Versions, func(v Version) bool { return v.Version == number })
	if at < 0 {
		return nil
	}
	return &s.Versions[at]
}

// add appends a version.
func (s *Scene) add(v Version) {
	s.text = nil
	v.Version = 1
	if len(s.Versions) > 0 {
		v.Version = s.current().Version + 1
	}
	s.Versions = append(slices.Clip(s.Versions), v)
}

// again returns a new version with the content of v.
func (v *Version) again(tool string, at graph.Time) Version {
	return Version{
		SceneName: v.SceneName, NameSet: v.NameSet, Duration: v.Duration, DurationSet: v.DurationSet,
		TSXCode: v.TSXCode, LayoutJSON: v.LayoutJSON, Fallback: v.Fallback, Tool: tool, CreatedAt: at,
	}
}

// index returns the index of a scene, or -1.
func (p *Project) index(sceneID string) int {
	return slices.IndexFunc(p.Scenes, func(s Scene) bool { return s.SceneID == sceneID })
}

// scene returns a scene, or nil if there is none.
func (p *Project) scene(sceneID string) *Scene {
	if at := p.index(sceneID); at >= 0 {
		return &p.Scenes[at]
	}
	return nil
}

// hasOnlyWelcome reports whether the welcome scene is the only scene.
func (p *Project) hasOnlyWelcome() bool { return len(p.Scenes) == 1 && p.Scenes[0].IsWelcome }

// frames returns the duration of all scenes together.
func (p *Project) frames() int {
	sum := 0
	for i := range p.Scenes {
		sum += p.Scenes[i].current().Duration
	}
	return sum
}

// clone copies the list of scenes. The versions are shared, because they never change.
func (p *Project) clone() *Project {
	c := *p
	c.Scenes = slices.Clone(p.Scenes)
	return &c
}

// validate rejects a file of another program and a damaged file.
func (p *Project) validate() error {
	switch {
	case p.ProjectID == "" || graph.ValidWorkspace(p.Workspace) != nil:
		return fmt.Errorf("its project is %q of the workspace %q", p.ProjectID, p.Workspace)
	case len(p.Scenes) > maxScenes:
		return fmt.Errorf("it has %d scenes", len(p.Scenes))
	}
	seen := map[string]bool{}
	for i := range p.Scenes {
		s := &p.Scenes[i]
		if s.SceneID == "" || seen[s.SceneID] || len(s.Versions) == 0 {
			return fmt.Errorf("scene %d has no id, the id of another, or no version", i)
		}
		seen[s.SceneID] = true
		for j := range s.Versions {
			v := &s.Versions[j]
			if j > 0 && v.Version <= s.Versions[j-1].Version || v.Version < 1 || v.Duration < 1 || v.Duration > tsx.MaxFrames {
				return fmt.Errorf("scene %d: version %d of %d frames", i, v.Version, v.Duration)
			}
			v.SceneName = displayName(v.SceneName)
		}
	}
	return nil
}

// generatedName matches the names that models and programs generate for a scene.
var generatedName = regexp.MustCompile(`^Scene(\d+)_.+$`)

const nameRunes = 100

// displayName returns a name as clients see it: on one line, shortened, and without the suffix that makes generated names
// unique.
func displayName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if m := generatedName.FindStringSubmatch(name); m != nil {
		return "Scene " + m[1]
	}
	return strings.TrimSpace(clip.Runes(name, nameRunes))
}

// seconds converts frames to seconds.
func seconds(frames int) float64 { return float64(frames) / tsx.FPS }
