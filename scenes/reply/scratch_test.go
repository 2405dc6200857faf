package reply

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	for _, s := range []string{
		`{"tsxCode": "import a from \"react\";\nexport default () => <b/>", "sceneName": "X", "duration": "90", "changes": "one", "layoutJson": "{\"a\": 1}"}`,
		"Here:\n```json\n{\"tsx_code\": \"export default () => null\", \"name\": \"Y\", \"duration_in_frames\": 33.4, \"changes\": [\"a\", {\"description\":\"b\"}, 3],}\n```\nBye",
		"{\"tsxCode\": \"export default () => {\n  return null;\n}\", \"reasoning\": \"be",
		`{"sceneName": "Z", "tsxCode": "import {A} from 'remotion';\nexport default function S() { ret`,
		`{"tsxCode": "export default () => null", "changes": ["one", "two`,
		"Sure!\n\nimport a from 'react';\nexport default function S() {\n  return <b/>;\n}\n\nThis makes it slower.\n- one thing\n- `two`",
		`import React from \"react\";\nexport default function S() {\n  return null;\n}`,
		"nothing here", "", "{}", "```\nls -la\n```",
	} {
		sc, err := ReadScene(s)
		fmt.Printf("%+v %v\n", sc, err)
	}
	for _, s := range []string{"**Done!** I made the `title` bigger_now.\n\nMore.", `{"chatResponse": "Hello \"you\""}`, "Assistant: \"All set.\"", "```json\n{\"response\":\"ok then", "# Title\ntext", strings.Repeat("word ", 100), "", "***", "{}", "snake_case stays, _this_ not"} {
		fmt.Printf("%q\n", Sentence(s))
	}
	for _, part := range []string{"{", "`", `"\\`, "```\n", `{"`, "{\"a\":", "[", "\\u", "{\"tsxCode\":\"", "import {", "const a\n", "export default\n", "<a", "**", "_", "[a](", "\n\n", "\n", "\"a\": ", "```tsx\nconst a\n"} {
		text := strings.Repeat(part, (1<<20)/len(part))
		start := time.Now()
		ReadScene(text)
		a := time.Since(start)
		start = time.Now()
		ReadAnalysis(text)
		b := time.Since(start)
		start = time.Now()
		Sentence(text)
		fmt.Printf("%q %v %v %v\n", part, a, b, time.Since(start))
	}
}
