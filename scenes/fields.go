package scenes

import (
	"encoding/json"
	"strings"
	"unicode"

	"plotline/internal/fault"
	"plotline/internal/input"
)

// SceneOutput is a new scene.
type SceneOutput struct {
	SceneID      string     `json:"sceneId"`
	TSXCode      string     `json:"tsxCode"`
	SceneName    string     `json:"sceneName"`
	Duration     int        `json:"duration" doc:"In frames, 30 per second"`
	Reasoning    string     `json:"reasoning"`
	LayoutJSON   string     `json:"layoutJson,omitempty" doc:"JSON text"`
	ChatResponse string     `json:"chatResponse,omitempty" doc:"A sentence to show to the user"`
	Debug        input.JSON `json:"debug,omitempty" as:"object"`
}

// EditOutput is a changed scene.
type EditOutput struct {
	SceneID      string     `json:"sceneId,omitempty"`
	TSXCode      string     `json:"tsxCode"`
	SceneName    string     `json:"sceneName"`
	Duration     int        `json:"duration" doc:"In frames, 30 per second"`
	Reasoning    string     `json:"reasoning"`
	Changes      []string   `json:"changes"`
	Preserved    []string   `json:"preserved"`
	ChatResponse string     `json:"chatResponse,omitempty" doc:"A sentence to show to the user"`
	Debug        input.JSON `json:"debug,omitempty" as:"object"`
}

// SceneRow is a scene in a list.
type SceneRow struct {
	SceneID   string `json:"sceneId"`
	SceneName string `json:"sceneName"`
	Order     int    `json:"order" doc:"Position, from 0"`
	Duration  int    `json:"duration" doc:"In frames, 30 per second"`
	Version   int    `json:"version"`
}

// SceneList lists the scenes of a project in their order.
type SceneList struct {
	Scenes []SceneRow `json:"scenes"`
}

func rowsOf(p *Project) []SceneRow {
	rows := make([]SceneRow, len(p.Scenes))
	for i := range p.Scenes {
		v := p.Scenes[i].current()
		rows[i] = SceneRow{SceneID: p.Scenes[i].SceneID, SceneName: v.SceneName, Order: i, Duration: v.Duration, Version: v.Version}
	}
	return rows
}

// rowOf returns the row of a scene that the project has.
func rowOf(p *Project, sceneID string) SceneRow { return rowsOf(p)[p.index(sceneID)] }

// NamedScene is a scene as a caller names it.
type NamedScene struct {
	ID   string `json:"id" maxLength:"128"`
	Name string `json:"name" maxLength:"500"`
}

// Said is one message of the conversation before a request.
type Said struct {
	Role    string `json:"role" enum:"user,assistant"`
	Content string `json:"content" maxLength:"20000"`
}

// requireText rejects a text that is empty or white space only.
func requireText(name, text string) error {
	if strings.TrimSpace(text) == "" {
		return fault.Invalid("%s must not be empty", name)
	}
	return nil
}

// shownName checks a name that people see. It rejects characters that are invisible or change the text direction,
// because they could make a name appear as another. White space is allowed: names are put on one line.
func shownName(name, text string) error {
	for _, r := range text {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) {
			return fault.Invalid("%s must not contain the invisible character %U; remove it", name, r)
		}
	}
	return requireText(name, text)
}

// newName checks the name of a new project. It rejects "." and "..": browsers resolve them as path segments, so no
// URL could name such a project.
func newName(projectID string) error {
	if projectID == "." || projectID == ".." {
		return fault.Invalid("projectId must not be '%s', which has another meaning in a URL; choose another name", projectID)
	}
	return requireText("projectId", projectID)
}

// debugOf encodes a value as JSON.
func debugOf(v any) input.JSON {
	raw, _ := json.Marshal(v) // cannot fail for strings and numbers
	return raw
}
