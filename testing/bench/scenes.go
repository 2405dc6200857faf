package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"plotline/scenes/tsx"
	"plotline/testing/kit/aiserver"
)

// The sizes of the data measured.
const (
	sceneLines    = 300
	crowdScenes   = 100
	crowdVersions = 10
	sceneRounds   = 60
	sceneWarmUps  = 5
)

// benchScenes measures the time that Plotline adds to that of a model. It covers the work around a reply,
// many concurrent calls, and the time until a cancelled call releases the model.
func benchScenes(ctx context.Context, o options, r *report) error {
	for _, measure := range []func(context.Context, options, *report) error{
		benchSceneCalls, benchSceneReads, benchSceneCrowd, benchSceneCancel,
	} {
		if err := measure(ctx, o, r); err != nil {
			return err
		}
	}
	return nil
}

// sceneCode returns a typical scene of a model with 300 lines: constants, a hook or two, and a block of
// markup for each line of text.
func sceneCode(mark int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `import { AbsoluteFill, Sequence, interpolate, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 180;

const colors = { ground: "#101820", text: "white", mark: "#%06x" };

export default function Story() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const scale = spring({ frame, fps, config: { damping: 200 } });
  const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
  return (
    <AbsoluteFill style={{ backgroundColor: colors.ground, color: colors.text }}>
`, mark%0xffffff)
	const block, ends = 11, 3
	left := sceneLines - strings.Count(b.String(), "\n") - ends
	for n := range left / block {
		fmt.Fprintf(&b, `      <Sequence from={%d} durationInFrames={60}>
        <div
          style={{
            position: "absolute",
            top: %d,
            opacity: interpolate(frame, [%d, %d], [0, 1], clamp),
            transform: `+"`scale(${scale})`"+`,
          }}
        >
          <h2 style={{ fontSize: %d, color: colors.mark }}>{"Chapter %d of what happened that day"}</h2>
        </div></Sequence>
`, n*5, 40*n, n*5, n*5+20, 40+n, n)
	}
	for range left % block {
		b.WriteString("      {/* nothing more to show here */}\n")
	}
	b.WriteString("    </AbsoluteFill>\n  );\n}\n")
	return b.String()
}

// answerAtOnce replies at once: with a scene to requests for one, and with a sentence to others.
func answerAtOnce(model *aiserver.Server, scene aiserver.Step) {
	model.Answer(func(asked aiserver.Request) aiserver.Step {
		if asked.JSON {
			return scene
		}
		return aiserver.Text("The story unfolds.")
	})
}

// serveModel serves a scripted model on the loopback interface.
func serveModel() (model *aiserver.Server, address string, end func()) {
	model = aiserver.Script()
	server := httptest.NewServer(model)
	return model, server.URL + "/v1", func() {
		model.Stop()
		server.CloseClientConnections()
		server.Close()
	}
}

// measureModel measures the endpoint itself: the two requests that a call makes, for a scene and for a
// sentence, in sequence.
func measureModel(ctx context.Context, address, code string) ([]time.Duration, error) {
	quoted, err := json.Marshal(code)
	if err != nil {
		return nil, err
	}
	ask := `{"model":"scripted-model","messages":[{"role":"user","content":` + string(quoted) + `}]`
	var times []time.Duration
	for round := range sceneRounds + sceneWarmUps {
		began := time.Now()
		for _, end := range []string{`,"response_format":{"type":"json_object"}}`, `}`} {
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/chat/completions", strings.NewReader(ask+end))
			if err != nil {
				return nil, err
			}
			request.Header.Set("Content-Type", "application/json")
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				return nil, err
			}
			_, err = io.Copy(io.Discard, response.Body)
			if err := errors.Join(err, response.Body.Close()); err != nil || response.StatusCode != http.StatusOK {
				return nil, fmt.Errorf("the endpoint answers %s: %w", response.Status, err)
			}
		}
		if round >= sceneWarmUps {
			times = append(times, time.Since(began))
		}
	}
	return times, nil
}

// checkCompiles checks the generated scene.
func checkCompiles(code string) error {
	if lines := strings.Count(code, "\n"); lines != sceneLines {
		return fmt.Errorf("the generated scene has %d lines", lines)
	}
	_, err := tsx.Compile(code)
	return err
}
