package scenes

import (
	"embed"

	"plotline/graph"
	"plotline/scenes/tsx"
)

// exampleFiles has the code of the example's scenes.
//
//go:embed example/*.tsx
var exampleFiles embed.FS

// ExampleID is the id under which the pages and `make demo-scenes` create the example project.
const ExampleID = "what-a-memory-is"

// exampleScenes lists the scenes of the example in their order. A test compares the durations with the code.
var exampleScenes = []struct {
	file, name, about string
	frames            int
}{
	{"1-morning.tsx", "Morning", "The sun rises over an agent that has forgotten yesterday.", 120},
	{"2-mistake.tsx", "The same mistake", "Three days, and each time the same failure.", 150},
	{"3-episode.tsx", "An episode", "The agent writes down what it tried, how it went and what it learned.", 165},
	{"4-connections.tsx", "Connections", "Episodes and their relationships become a graph.", 180},
	{"5-next-time.tsx", "Next time", "The agent asks, and the memory answers.", 165},
}

// example returns the scenes of the example project. No model wrote them.
func example(at graph.Time) []Scene {
	list := make([]Scene, len(exampleScenes))
	for i, of := range exampleScenes {
		code, err := exampleFiles.ReadFile("example/" + of.file)
		if err != nil {
			panic("scenes: " + err.Error())
		}
		list[i] = Scene{SceneID: string(graph.NewID())}
		list[i].add(Version{
			SceneName: of.name, Duration: of.frames, TSXCode: string(code), Tool: opCreate.Name, Reasoning: of.about, CreatedAt: at,
		})
	}
	return list
}

// welcomeScene returns the first scene of a new project.
func welcomeScene(at graph.Time) Scene {
	scene := Scene{SceneID: string(graph.NewID()), IsWelcome: true}
	scene.add(Version{SceneName: "Welcome", Duration: tsx.DefaultFrames, TSXCode: welcome, Tool: opCreate.Name, CreatedAt: at})
	return scene
}
