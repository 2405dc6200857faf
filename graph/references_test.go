package graph_test

import (
	"strconv"
	"strings"
	"testing"

	"plotline/graph"
	"plotline/internal/fault"
)

func TestEpisodeRefUnmarshal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]graph.EpisodeRef{
		"0192F3C4-8F6E-7CC0-B1D2-3E4F5A6B7C8D": "0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d",
		"1":                                    "#1", "#1": "#1", "3.0": "#3", "1e2": "#100", "9223372036854775807": "#9223372036854775807",
	} {
		var ref graph.EpisodeRef
		if err := ref.UnmarshalText([]byte(text)); err != nil || ref != want {
			t.Errorf("%q is read as %q, %v; want %q", text, ref, err, want)
		}
	}
	for _, text := range []string{
		"", "#", "0", "#0", "007", "#007", "-1", "#-1", "+1", "1.5", "#1.0", "#1e2", "##1", "# 1", " 1", "1 ", "0x1", "１", "9223372036854775808",
		"0192f3c48f6e7cc0b1d23e4f5a6b7c8d", "{0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d}", "#0192f3c4-8f6e-7cc0-b1d2-3e4f5a6b7c8d",
	} {
		ref := graph.EpisodeRef("before")
		err := ref.UnmarshalText([]byte(text))
		if err == nil || err.Error() != "must be a UUID or a serial number" || ref != "before" {
			t.Errorf("%q is read as %q, %v", text, ref, err)
		}
	}
}

// TestAuditNamesUUIDs checks that an audit record names the affected episodes by UUID, and uses a serial
// number only if it has no episode.
func TestAuditNamesUUIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	for _, c := range []struct{ op, args string }{
		{"get_episode", `{"episode_id": 1}`},
		{"get_episode_relationships", `{"episode_id": "#1"}`},
		{"find_related_episodes", `{"episode_id": "1"}`},
		{"update_episode", `{"episode_id": 1, "reward": 1}`},
	} {
		w.ok(t, c.op, "%s", c.args)
		w.touched(t, ids[0])
	}
	w.ok(t, "get_topological_order", `{"episode_ids": [3, "#1"]}`)
	w.touched(t, ids[2], ids[0])
	w.ok(t, "check_relationship_exists", `{"from_episode_id": 3, "to_episode_id": %q}`, ids[1])
	w.touched(t, ids[2], ids[1])
	w.ok(t, "check_relationship_exists", `{"from_episode_id": 3, "to_episode_id": 99}`)
	w.touched(t, ids[2], "#99")
	w.fails(t, fault.NotFound, "Episode not found: #99", "validate_no_cycles", `{"from_episode_id": 99, "to_episode_id": 1, "relationship_type": "causes"}`)
	w.touched(t, "#99", ids[0])
	w.ok(t, "recall", `{"query": "c", "depth": 0, "near": [1]}`)
	w.touched(t, ids[2], ids[0])
	w.ok(t, "delete_episode", `{"episode_id": "#2"}`)
	w.touched(t, ids[1])
}

// TestLookUps checks that the serial numbers of a call cost one lookup for each 1,000, and UUIDs none.
func TestLookUps(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a", "b", "c")
	var asked []int
	w.store.numbers = func(serials []int64) error {
		asked = append(asked, len(serials))
		return nil
	}
	w.ok(t, "get_episode", `{"episode_id": %q}`, ids[0])
	w.relate(t, ids[0], ids[1], graph.Follows, 1)
	w.ok(t, "get_topological_order", `{"episode_ids": [%q, %q]}`, ids[0], ids[1])
	same(t, "look-ups for UUIDs", []int(nil), asked)

	w.ok(t, "add_episode_relationships", `{"relationships": [
		{"from_episode_id": 1, "to_episode_id": %q, "relationship_type": "causes"},
		{"from_episode_id": "#2", "to_episode_id": 1, "relationship_type": "refines"}]}`, ids[2])
	same(t, "look-ups for a bulk call", []int{2}, asked)

	asked = nil
	w.ok(t, "create_episode", `{"query": "d", "relationships": [{"from": 1, "relationship_type": "follows"},
		{"to": "#2", "relationship_type": "refines"}, {"to": %q, "relationship_type": "part_of"}]}`, ids[2])
	same(t, "look-ups for a new episode with relationships", []int{2}, asked)

	asked = nil
	numbers := make([]string, 2500)
	for i := range numbers {
		numbers[i] = strconv.Itoa(i + 1)
	}
	_, err := w.call(t, "get_topological_order", `{"episode_ids": [%s]}`, strings.Join(numbers, ","))
	details := fault.From(err).Details
	if !strings.HasPrefix(details, "Episode not found: #5, #6, ") || !strings.HasSuffix(details, ", #2499, #2500") {
		t.Errorf("error %.100s … %s", details, details[max(0, len(details)-50):])
	}
	same(t, "look-ups for a long list", []int{1000, 1000, 500}, asked)
}

// TestLookUpError checks that an error of the lookup is returned, and that the audit record contains the
// references.
func TestLookUpError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.episodes(t, "a")
	w.store.numbers = func([]int64) error { return fault.New(fault.Unavailable, "away") }
	const one, two = `{"episode_id": 1}`, `{"from_episode_id": 1, "to_episode_id": %[2]q, "relationship_type": "follows"}`
	for name, args := range map[string]string{
		"get_episode": one, "update_episode": one, "delete_episode": one, "get_episode_relationships": one, "find_related_episodes": one,
		"add_episode_relationship": two, "check_relationship_exists": two, "validate_no_cycles": two,
		"get_dependency_graph": `{"episode_ids": [1]}`, "get_topological_order": `{"episode_ids": [1]}`,
		"create_episode":            `{"query": "q", "relationships": [{"from": 1, "relationship_type": "follows"}]}`,
		"add_episode_relationships": `{"relationships": [{"from_episode_id": 1, "to_episode_id": 2, "relationship_type": "follows"}]}`,
	} {
		args = strings.ReplaceAll(args, "%[2]q", `"`+string(ids[0])+`"`)
		w.fails(t, fault.Unavailable, "away", name, "%s", args)
		switch {
		case strings.Contains(args, "relationships"):
			records := w.records(t)
			same(t, "ids of a bulk call in its record", 0, len(records[len(records)-1].IDs))
		case strings.Contains(args, "from_"):
			w.touched(t, "#1", ids[0])
		default:
			w.touched(t, "#1")
		}
	}
}
