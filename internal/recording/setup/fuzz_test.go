package setup

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzJSON adds hooks and a server to any JSON object and takes them back, to the byte from the places, and to the same values
// by looking for them.
func FuzzJSON(f *testing.F) {
	for _, text := range []string{
		"", "{}", " { } ", "{\n}", "{\"hooks\":{}}", "{\"hooks\": {\"Stop\": []}, \"mcpServers\": {\"a\": {}}}", "{\"a\":\n1}", "{\r\n\t\"a\": [\r\n]\r\n}",
		"{\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\"x\"}]}]},\"mcpServers\":{\"plotline\":{\"command\":\"x\"}}}",
		"{\"hooks\":1}", "{\"hooks\":{\"Stop\":{}}}", "[1]", "{\"hooks\":{},\"hooks\":{\"Stop\":[]}}", "{\"ä\":\"\\u0022{[\",\"b\":\"]}\"}", "{// no\n}",
	} {
		f.Add([]byte(text))
	}
	w := Wanted{DataDir: "/d", Server: Server{Command: "/p/plotline", Args: []string{"mcp"}}}
	s := geminiLayout(Place{Home: "/nowhere", Getenv: func(string) string { return "" }}, w).specs[1]
	f.Fuzz(func(t *testing.T, text []byte) {
		clean := s.clean(text, KeptFile{})
		if !bytes.Equal(clean, text) {
			t.Skip("it has hooks of ours")
		}
		after, ranges, err := s.add(text)
		if err != nil {
			return
		}
		var all map[string]any
		if err := json.Unmarshal(after, &all); err != nil {
			t.Fatalf("%v:\n%s", err, after)
		}
		if is, err := s.present(after); err != nil || !is {
			t.Errorf("it is not there, %v:\n%s", err, after)
		}
		if old, fits := without(after, ranges); !fits || !bytes.Equal(old, text) {
			t.Errorf("%q became %q, and then %q", text, after, old)
		}
		var before, cut map[string]any
		_ = json.Unmarshal(text, &before)
		if err := json.Unmarshal(s.clean(after, KeptFile{Server: s.server()}), &cut); err != nil {
			t.Fatal(err)
		}
		for _, values := range []map[string]any{before, cut} { // empty lists and objects mean the same as none
			for _, key := range []string{"hooks", "mcpServers"} {
				dropEmpty(values, key)
			}
		}
		if len(before)+len(cut) > 0 && !reflect.DeepEqual(before, cut) {
			t.Errorf("%s\nbecame\n%s\nand then\n%v", text, after, cut)
		}
	})
}

func dropEmpty(all map[string]any, key string) {
	holder, _ := all[key].(map[string]any)
	for name, value := range holder {
		if list, is := value.([]any); is && len(list) == 0 {
			delete(holder, name)
		}
	}
	if holder != nil && len(holder) == 0 {
		delete(all, key)
	}
}

// FuzzTOML appends a server to any text and takes it back, and reads servers out of any text.
func FuzzTOML(f *testing.F) {
	for _, text := range []string{
		"", "a = 1", "[mcp_servers.plotline]\ncommand = \"x\"\n", "a = '''\n[mcp_servers.x]\n'''", "a = [\n [1],\n] # ]\n[b]\n", "\"", "'", "[", "=", "a = \"\\", "[[x]]\ny = { z = \"}\" }\r\n",
		"env = { A = \"1\"", "[mcp_servers.x]\nenv = { = \"\" }\n", "[mcp_servers.x.env]\nA = \"b\"\n",
	} {
		f.Add([]byte(text))
	}
	table := tomlTable{Server{Command: "/p/plotline", Args: []string{"mcp", "--workspace", "auto"}, Env: map[string]string{"A": "\"b\n"}}}
	f.Fuzz(func(t *testing.T, text []byte) {
		end := 0
		for _, s := range settingsOf(text) {
			if s.start < end || s.end <= s.start || s.end > len(text) {
				t.Fatalf("%q: a setting at %d-%d", text, s.start, s.end)
			}
			end = s.end
			if name, is := s.isServer(); is {
				tomlServer(text, name)
			}
		}
		after, ranges := table.add(text)
		if !table.present(after) {
			t.Error("it is not there")
		}
		if old, fits := without(after, ranges); !fits || !bytes.Equal(old, text) {
			t.Errorf("%q became %q, and then %q", text, after, old)
		}
	})
}
