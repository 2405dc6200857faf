package aiserver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"plotline/testing/kit/aiserver"
)

func compile(tsx string) []api.Message {
	return api.Transform(tsx, api.TransformOptions{Loader: api.LoaderTSX, LogLevel: api.LogLevelSilent}).Errors
}

// TestGoodSceneCompiles checks with the real compiler that the good scene compiles and the broken one does
// not.
func TestGoodSceneCompiles(t *testing.T) {
	t.Parallel()
	if errors := compile(aiserver.GoodTSX); len(errors) != 0 {
		t.Error(errors)
	}
	if strings.Count(aiserver.GoodTSX, "export default") != 1 {
		t.Error("the good scene has not one default export")
	}
	if len(compile(aiserver.BrokenTSX)) == 0 {
		t.Error("the broken scene compiles")
	}
}

func TestAnswersAreObjects(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"scene": aiserver.GoodScene, "broken": aiserver.BrokenScene, "analysis": aiserver.Analysis(),
		"edit": aiserver.Edit(aiserver.GoodTSX, []string{"a"}, []string{"b"}),
	} {
		var object map[string]any
		if err := json.Unmarshal([]byte(text), &object); err != nil || len(object) < 4 {
			t.Errorf("%s: %v, %v", name, object, err)
		}
	}
}
