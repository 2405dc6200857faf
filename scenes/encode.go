package scenes

import (
	"encoding/json"
	"errors"

	"plotline/internal/jsoncut"
	"plotline/internal/output"
)

// decodeProject parses a project file and keeps the JSON text of each scene. It parses each scene from that text
// alone: encoding/json would merge the lists of a file that has the key "scenes" twice.
func decodeProject(_ string, raw []byte) (*Project, error) {
	var file struct {
		Project

		Scenes json.RawMessage `json:"scenes"` // hides Project.Scenes
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	p := &file.Project
	if err := p.readScenes(file.Scenes); err != nil {
		return nil, err
	}
	return p, p.validate()
}

// readScenes parses a JSON array, or null.
func (p *Project) readScenes(list json.RawMessage) error {
	if len(list) == 0 || list[0] == 'n' {
		return nil
	}
	if list[0] != '[' {
		return errors.New("its scenes are not a list")
	}
	p.Scenes = []Scene{}
	texts := jsoncut.New(list)
	for {
		text, more := texts.Next()
		if !more {
			return nil
		}
		scene := Scene{text: text}
		if err := json.Unmarshal(text, &scene); err != nil {
			return err
		}
		p.Scenes = append(p.Scenes, scene)
	}
}

// encodeProject encodes a project. It copies the text of unchanged scenes: encoding all the code of a long project
// again would cost more than the rest of the call.
func encodeProject(p *Project) ([]byte, error) {
	head := *p
	head.Scenes = []Scene{}
	raw, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	size := 1 // the line break
	for i := range p.Scenes {
		scene := &p.Scenes[i]
		if scene.text == nil {
			if scene.text, err = json.Marshal(scene); err != nil {
				return nil, err
			}
		}
		size += len(scene.text) + 1
	}
	file := output.Splice(raw, `"scenes":[]`, size, p.appendScenes)
	return append(file, '\n'), nil
}

// appendScenes appends the list to a new file. It makes each scene's text point into that file, so that the old one can
// be freed.
func (p *Project) appendScenes(file []byte) []byte {
	file = append(file, `"scenes":[`...)
	for i := range p.Scenes {
		if i > 0 {
			file = append(file, ',')
		}
		start := len(file)
		file = append(file, p.Scenes[i].text...)
		p.Scenes[i].text = file[start:len(file):len(file)]
	}
	return append(file, ']')
}
