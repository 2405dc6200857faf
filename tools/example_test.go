package tools_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
	"plotline/tools"
)

// The client writes and reads one message a line.
func ExampleServer_ServeStdio() {
	dataDir, runner, logger := os.TempDir(), quietRunner(), quiet() // nothing is read before a tool is called
	memory, library := graph.NewService(graphtest.NewModel(), runner), media.NewLibraries(dataDir, logger)
	server := tools.New(tools.Config{
		Name: "plotline", Version: "1.0", Caller: tools.Workspace("default"),
		Tools: tools.All(tools.Deps{
			Graph:  memory,
			Media:  media.NewService(media.Config{Libraries: library, Runner: runner, Logger: logger}),
			Plans:  plans.NewService(plans.Config{DataDir: dataDir, Libraries: library, Memory: memory, Runner: runner, Logger: logger}),
			Scenes: scenes.NewService(scenes.Config{DataDir: dataDir, Memory: memory, Runner: runner, Logger: logger}),
		}),
		ReadOnly: true,
	})
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate_no_cycles","arguments":{}}}`)
	var out bytes.Buffer
	_ = server.ServeStdio(context.Background(), in, &out)
	_, _ = fmt.Fprint(os.Stdout, bare(out.String())) // without the time and duration
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"Parameter validation failed\",\"details\":\"from_episode_id is required\",\"tool\":\"validate_no_cycles\",\"code\":\"invalid_argument\",\"faults\":[{\"field\":\"from_episode_id\",\"details\":\"from_episode_id is required\"},{\"field\":\"to_episode_id\",\"details\":\"to_episode_id is required\"},{\"field\":\"relationship_type\",\"details\":\"relationship_type is required\"}]}"}],"isError":true}}
}

// ParseToolsets parses the value of a flag.
func ExampleParseToolsets() {
	auto := tools.Auto(tools.Configured{MediaRoot: true})
	sets, err := tools.ParseToolsets("auto,legacy", auto, tools.Toolsets())
	_, _ = fmt.Fprintln(os.Stdout, sets, err)
	_, err = tools.ParseToolsets("relationship", auto, tools.Toolsets())
	_, _ = fmt.Fprintln(os.Stdout, err)
	// Output:
	// [episodes relationships media plans legacy] <nil>
	// invalid_argument: unknown toolset 'relationship'; valid: auto, all, episodes, relationships, media, plans, scenes, legacy
}
