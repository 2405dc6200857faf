package reply

import "strings"

// Analysis is a model's description of images.
type Analysis struct {
	Description         string   `json:"description"`
	Elements            []string `json:"elements"`
	Colors              []string `json:"colors"`
	Composition         string   `json:"composition"`
	Mood                string   `json:"mood"`
	SuggestedAnimations []string `json:"suggestedAnimations,omitempty"`
}

var (
	animationNames = []string{"suggestedanimations", "animations"}
	elementParts   = []string{"name", "label", "element", "description", "text", "type"}
	colorParts     = []string{"hex", "color", "value", "name"}
)

// maxDescription limits prose that becomes the description, in runes.
const maxDescription = 4000

// ReadAnalysis parses an analysis. It takes a JSON object, even one that breaks off, whose half-written description
// is kept. Otherwise prose becomes the description. Lists are never nil, except SuggestedAnimations. The error is
// ErrNothing.
func ReadAnalysis(text string) (Analysis, error) {
	text = bounded(text)
	var a Analysis
	take := func(m members) bool {
		a = analysisOf(m)
		return !a.empty()
	}
	keep := func(name string) bool { return name == "description" }
	if objects(text, false, keep, take) || objects(text, true, keep, take) {
		return a, nil
	}
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || strings.IndexAny(trimmed[:1], "{[") == 0 || nextObject(trimmed) >= 0 {
		return Analysis{}, ErrNothing
	}
	if parts := blocks(trimmed); len(parts) == 1 && fenceMark(trimmed) != "" {
		trimmed = strings.TrimSpace(parts[0].text)
	}
	trimmed = shortened(strings.ToValidUTF8(trimmed, ""), maxDescription)
	if !readable(trimmed) {
		return Analysis{}, ErrNothing
	}
	return Analysis{Description: trimmed, Elements: []string{}, Colors: []string{}}, nil
}

func analysisOf(m members) Analysis {
	a := Analysis{
		Description: str(m["description"]), Elements: list(m["elements"], elementParts), Colors: list(m.get([]string{"colors", "colours", "palette"}), colorParts),
		Composition: str(m["composition"]), Mood: str(m["mood"]), SuggestedAnimations: list(m.get(animationNames), elementParts),
	}
	if a.Elements == nil {
		a.Elements = []string{}
	}
	if a.Colors == nil {
		a.Colors = []string{}
	}
	return a
}

func (a Analysis) empty() bool {
	return a.Description == "" && a.Composition == "" && a.Mood == "" && len(a.Elements)+len(a.Colors)+len(a.SuggestedAnimations) == 0
}
