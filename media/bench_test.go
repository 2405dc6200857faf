package media_test

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"plotline/internal/usecase"
	"plotline/media"
)

func benchService(b *testing.B) (*media.Service, *shelf) {
	b.Helper()
	s := newShelf(b)
	logger := slog.New(slog.DiscardHandler)
	return media.NewService(media.Config{Libraries: s.all, Runner: &usecase.Runner{Logger: logger}, Logger: logger}), s
}

// large returns the metadata of a show with 50 seasons of 100 episodes each. Every episode has a file,
// and the TMDB fields that SMM stores and Plotline does not know.
func large() string {
	files, seasons := make([]string, 0, 5000), make([]string, 0, 50)
	for season := range 50 {
		episodes := make([]string, 0, 100)
		for episode := range 100 {
			files = append(files, fmt.Sprintf(`{"absolutePath":"/media/show/Season %02d/Show S%02dE%03d.mkv","seasonNumber":%d,"episodeNumber":%d,"subtitleFilePaths":["/media/show/a.srt"]}`,
				season, season, episode, season, episode))
			episodes = append(episodes, fmt.Sprintf(`{"air_date":"2020-01-01","episode_number":%d,"id":%d,"name":"Episode %d","overview":%q,"production_code":"",`+
				`"runtime":45,"season_number":%d,"show_id":7,"still_path":"/x.jpg","vote_average":7.5,"vote_count":12}`, episode, season*100+episode, episode, strings.Repeat("It happens. ", 20), season))
		}
		seasons = append(seasons, fmt.Sprintf(`{"season_number":%d,"name":"Season %d","episodes":[%s]}`, season, season, strings.Join(episodes, ",")))
	}
	return fmt.Sprintf(`{"mediaFolderPath":"/media/show","type":"tvshow-folder","mediaFiles":[%s],"tmdbTvShow":{"name":"Show","number_of_seasons":49,"seasons":[%s]}}`,
		strings.Join(files, ","), strings.Join(seasons, ","))
}

func BenchmarkGetEpisodes5000(b *testing.B) {
	in := media.GetEpisodesInput{MediaFolderPath: "/media/show"}
	ask := func(b *testing.B, service *media.Service) {
		b.Helper()
		got, err := service.GetEpisodes(b.Context(), ada, in)
		last := "/media/show/Season 49/Show S49E099.mkv"
		if err != nil || got.TotalCount != 5000 || got.Episodes[4999].VideoFilePath != last || got.NumberOfSeasons != 49 {
			b.Fatalf("%d episodes, %v", got.TotalCount, err)
		}
	}
	b.Run("unchanged", func(b *testing.B) {
		service, s := benchService(b)
		s.put(b, "_media_show.json", large())
		ask(b, service)
		for b.Loop() {
			ask(b, service)
		}
	})
	b.Run("changed", func(b *testing.B) {
		service, s := benchService(b)
		texts := []string{large(), large() + "\n"}
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			s.put(b, "_media_show.json", texts[i%2])
			b.StartTimer()
			ask(b, service)
		}
	})
}

func BenchmarkOpenMediaFolder10000(b *testing.B) {
	folder := media.Path(b.TempDir()).Join("show")
	for season := range 100 {
		dir := folder.Join(fmt.Sprintf("Season %02d", season))
		if err := os.MkdirAll(dir.Native(), 0o750); err != nil {
			b.Fatal(err)
		}
		for episode := range 50 {
			stem := dir.Join(fmt.Sprintf("Show S%02dE%02d", season, episode)).Native()
			for end, text := range map[string]string{".mkv": "", ".nfo": episodeNFO(season, episode, "Title")} {
				if err := os.WriteFile(stem+end, []byte(text), 0o600); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	in := media.OpenMediaFolderInput{MediaFolderPath: string(folder), Language: "en-US"}
	for b.Loop() {
		b.StopTimer()
		service, _ := benchService(b)
		b.StartTimer()
		got, err := service.OpenMediaFolder(b.Context(), ada, in)
		if err != nil || got.FileCount != 5000 || got.RecognisedCount != 5000 || len(got.Warnings) > 0 {
			b.Fatalf("%+v, %v", got, err)
		}
	}
}
