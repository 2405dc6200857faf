package scenes

import (
	"net/url"
	"strings"

	"plotline/graph/fault"
)

// images judges the addresses of images. They are handed on to the model; Plotline fetches none.
func images(urls []string) error {
	for i, text := range urls {
		if !isImage(text) {
			return fault.Invalid("imageUrls[%d] must be an address by http or https, or data:image/…;base64,…: '%.60s'", i, text).At(i)
		}
	}
	return nil
}

func isImage(text string) bool {
	if data, is := strings.CutPrefix(text, "data:"); is {
		kind, content, cut := strings.Cut(data, ",")
		return cut && content != "" && strings.HasPrefix(kind, "image/") && !strings.ContainsAny(text, " \t\r\n")
	}
	at, err := url.Parse(text)
	return err == nil && (at.Scheme == "http" || at.Scheme == "https") && at.Hostname() != "" && at.User == nil
}
