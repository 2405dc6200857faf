package scenes

import (
	"bytes"
	"encoding/json"
	"errors"

	"plotline/graph/jsoncut"
)

// decodeProject reads the file of a project, and keeps the text of each scene. A scene is read from that
// text alone: of a file that names its scenes twice, encoding/json would mix the lists.
func decodeProject(_ string, raw []byte) (*Project, error) {
	var file struct {
		Project

		Scenes json.RawMessage `json:"scenes"` // in place of Project's
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	p := &file.Project
	if err := p.readScenes(file.Scenes); err != nil {
		return nil, err
	}
	return p, p.judge()
}

// readScenes reads a list, or null.
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

// encodeProject writes the file of a project. Scenes that have not changed stand as they stood: all the
// code of a long project would cost more to write anew than all the rest of a call.
func encodeProject(p *Project) ([]byte, error) {
	head := *p
	head.Scenes = []Scene{}
	raw, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	const empty = `"scenes":[]` // within a text its quotes would be escaped
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
		p.Scenes[i].text = file[start:len(file):len(file)] // so that the file before is not kept for it
	}
	return append(append(file, raw[at:]...), '\n'), nil
}
