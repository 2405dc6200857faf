package recognise

import (
	"plotline/media/release"
)

// Shows returns the folder of its show for each video in a folder with the videos of several shows: one of the folders
// there with the show's name, or else the title that the video's name gives. Titles that differ only in case, accents and
// punctuation are one show, with the spelling of the first. A video without a title, or whose name says nothing of an episode
// or a date, has none. So have extras and what a camera recorded.
func Shows(videos, folders []string) map[string]string {
	spelling := make(map[string]string, len(folders)) // by letters
	for _, folder := range folders {
		if key := lettersOf(folder); key != "" && spelling[key] == "" {
			spelling[key] = folder
		}
	}
	of := make(map[string]string, len(videos))
	for _, video := range videos {
		r := release.Parse(video)
		key := lettersOf(r.Title)
		if key == "" || recordings[key] || !isEpisode(r) || new(knowledge).extra(video, nil, r) {
			continue
		}
		if spelling[key] == "" {
			spelling[key] = r.Title
		}
		of[video] = spelling[key]
	}
	return of
}

// isEpisode reports whether a name says that a file is an episode, or several.
func isEpisode(r release.Release) bool {
	return len(r.Episodes) > 0 || len(r.Absolute) > 0 || !r.Date.IsZero() || r.Batch
}
