package fields

import "plotline/internal/jsoncut"

// frequent holds the names that a large metadata file has thousands of times.
var frequent = func() map[string]string {
	table := map[string]string{}
	for _, name := range []string{
		"absolutePath", "seasonNumber", "episodeNumber", "subtitleFilePaths", "audioFilePaths", "air_date", "crew", "episode_number",
		"episode_type", "guest_stars", "id", "name", "overview", "production_code", "runtime", "season_number", "show_id", "still_path",
		"vote_average", "vote_count",
	} {
		table[name] = name
	}
	return table
}()

// nameOf returns a member's name. It does not allocate for frequent names.
func nameOf(quoted []byte) string {
	if name, ok := frequent[string(quoted[1:len(quoted)-1])]; ok {
		return name
	}
	return jsoncut.Text(quoted)
}
