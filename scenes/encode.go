package scenes

import (
	"bytes"
	"encoding/json"

	"plotline/graph/jsoncut"
)

// decodeProject reads the file of a project, and keeps the text of each scene.
func decodeProject(_ string, raw []byte) (*Project, error) {
	var p Project
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if err := p.judge(); err != nil {
		return nil, err
	}
	var lists struct {
		Scenes json.RawMessage `json:"scenes"`
	}
	if err := json.Unmarshal(raw, &lists); err != nil || len(p.Scenes) == 0 {
		return &p, err
	}
	texts := jsoncut.New(lists.Scenes)
	for i := range p.Scenes {
		p.Scenes[i].text, _ = texts.Next()
	}
	return &p, nil
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
