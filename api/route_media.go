package api

import (
	"net/http"

	"plotline/internal/usecase"
)

// mediaRoutes lists the routes of media folders.
func mediaRoutes() []route {
	return []route{
		{
			UseCase: usecase.Named("list-media-folders"), method: http.MethodGet, path: "/media", tag: tagMedia,
			summary: "Media folders that something is known of", example: `{}`,
		},
		{
			UseCase: usecase.Named("get-episodes"), method: http.MethodGet, path: "/media/episodes", tag: tagMedia,
			summary: "Episodes of the show in a folder, and their files", example: `{"mediaFolderPath":"/media/show"}`,
		},
		{
			UseCase: usecase.Named("open-media-folder"), method: http.MethodPost, path: "/media/open", tag: tagMedia,
			summary: "Scan a folder and write its metadata", example: `{"mediaFolderPath":"/media/show"}`,
		},
	}
}
