package media

// Kind is the purpose of a file, by its extension.
type Kind int

// The kinds of files.
const (
	Other Kind = iota
	Video
	Subtitle
	Audio
	Image
	Info // a Kodi NFO file
)

var kinds = func() map[string]Kind {
	table := map[string]Kind{}
	for kind, list := range map[Kind][]string{
		Video: {
			".3g2", ".3gp", ".asf", ".avi", ".divx", ".f4v", ".flv", ".iso", ".m2ts", ".m4v", ".mk3d", ".mkv", ".mov",
			".mp4", ".mpeg", ".mpg", ".mts", ".ogm", ".ogv", ".rm", ".rmvb", ".strm", ".ts", ".vob", ".webm", ".wmv",
		},
		Subtitle: {".ass", ".idx", ".smi", ".srt", ".ssa", ".sub", ".sup", ".vtt"},
		Audio: {
			".aac", ".ac3", ".aiff", ".alac", ".ape", ".dsf", ".dts", ".eac3", ".flac", ".m4a", ".m4b", ".mka", ".mp3",
			".oga", ".ogg", ".opus", ".wav", ".wma",
		},
		Image: {".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tbn", ".webp"},
		Info:  {".nfo"},
	} {
		for _, extension := range list {
			table[extension] = kind
		}
	}
	return table
}()

// KindOf returns the kind of a file by the extension of its name, ignoring case.
func KindOf(name string) Kind { return kinds[ext(name)] }

// IsVideo reports whether a name is that of a video file.
func IsVideo(name string) bool { return KindOf(name) == Video }
