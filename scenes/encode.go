package scenes

import (
	"bytes"
	"encoding/json"
	"errors"

	"plotline/internal/jsoncut"
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
		return errors.New("its scenes are no list")
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
	const empty = `"scenes":[]` // cannot occur in a string, where quotes are escaped
	at := bytes.Index(raw, []byte(empty)) + len(empty) - 1
	size := len(raw) + 1
	for i := range p.Scenes {
		scene := &p.Scenes[i]
		if scene.text == nil {
			if scene.text, err = json.Marshal(scene); err != nil {
				return nil, err
			}
		}
		size += len(scene.text) + 1
	}
	file := append(make([]byte, 0, size), raw[:at]...)
	for i := range p.Scenes {
		if i > 0 {
			file = append(file, ',')
		}
		start := len(file)
		file = append(file, p.Scenes[i].text...)
		p.Scenes[i].text = file[start:len(file):len(file)] // point into the new file, so that the old one can be freed
	}
	return append(append(file, raw[at:]...), '\n'), nil
}
