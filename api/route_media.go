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
			summary: "List the media folders that have metadata", example: `{}`,
		},
		{
			UseCase: usecase.Named("get-episodes"), method: http.MethodGet, path: "/media/episodes", tag: tagMedia,
			summary: "List the episodes of the show in a folder, with their files", example: `{"mediaFolderPath":"/media/show"}`,
		},
		{
			UseCase: usecase.Named("open-media-folder"), method: http.MethodPost, path: "/media/open", tag: tagMedia,
			summary: "Scan a folder and write its metadata", example: `{"mediaFolderPath":"/media/show"}`,
		},
	}
}
