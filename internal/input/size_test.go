package input_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"plotline/internal/input"
)

// bodyLimit is slightly above what a transport accepts.
const bodyLimit = 20 << 20

// TestLargeBodies checks that decoding takes time in proportion to the body's size. These bodies would take
// minutes, or all memory, if the text were read once per argument.
func TestLargeBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("20 MB bodies")
	}
	bodies := map[string]string{
		"a long list of strings": `{"from": "k-1", "tags": [` + strings.Repeat(`"",`, bodyLimit/3) + `""]}`,
		"a long list of nothing": `{"from": "k-1", "items": [` + strings.Repeat(`{},`, bodyLimit/3) + `{}]}`,
		"one argument repeated":  `{"from": "k-1"` + strings.Repeat(`, "limit": 1`, bodyLimit/12) + `}`,
		"an unknown one, last":   `{"from": "k-1", "metadata": {"a": "` + strings.Repeat("x", bodyLimit) + `"}, "zz": 1}`,
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			// The limit depends on how fast this machine reads the text once.
			start := time.Now()
			json.Valid([]byte(body))
			once := time.Since(start)

			start = time.Now()
			_, err := read[everything](body)
			if spent, limit := time.Since(start), 20*once+5*time.Second; spent > limit {
				t.Errorf("took %v for %d bytes, which are read in %v (%v)", spent, len(body), once, err)
			}
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("the refusal of a long text is long itself: %d bytes", len(err.Error()))
			}
		})
	}
}

// batch returns a body of the maximum size of create_episodes.
func batch(items int) []byte {
	episode := `{"query":"Why does the build fail on Fridays? ` + strings.Repeat("More of it. ", 20) +
		`","reward":0.5,"name":"Friday","tags":["build","ci"],"metadata":{"ticket":12345678901234567890}}`
	return fmt.Appendf(nil, `{"episodes":[%s]}`, strings.Repeat(episode+",", items-1)+episode)
}

type episodes struct {
	Episodes []episode `json:"episodes" minItems:"1" maxItems:"1000"`
}

type episode struct {
	Query    string       `json:"query" minBytes:"1" maxBytes:"32768"`
	Reward   float64      `json:"reward" minimum:"-1" maximum:"1"`
	Name     string       `json:"name,omitempty" minLength:"1" maxLength:"200"`
	Tags     []string     `json:"tags,omitempty" maxItems:"100" minLength:"1" maxLength:"200"`
	Metadata input.Object `json:"metadata,omitempty" maxBytes:"65536"`
}

type relationship struct {
	From     key          `json:"from_episode_id"`
	To       key          `json:"to_episode_id"`
	Type     kind         `json:"relationship_type" enum:"follows,causes"`
	Strength float64      `json:"strength,omitempty" minimum:"0" maximum:"1" default:"1"`
	Metadata input.Object `json:"metadata,omitempty" maxBytes:"65536"`
}

func BenchmarkDecodeRelationship(b *testing.B) {
	raw := `{"from_episode_id":"k-0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d","to_episode_id":"k-0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8e",` +
		`"relationship_type":"causes","strength":0.8}`
	b.ReportAllocs()
	for b.Loop() {
		if got, err := read[relationship](raw); err != nil || got.Strength != 0.8 {
			b.Fatal(got, err)
		}
	}
}

func BenchmarkDecodeThousandEpisodes(b *testing.B) {
	raw := string(batch(1000))
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if got, err := read[episodes](raw); err != nil || len(got.Episodes) != 1000 {
			b.Fatal(len(got.Episodes), err)
		}
	}
}
