// Package media manages a person's media folders: their files, the show and episodes that these hold, and
// the metadata files that record it.
//
// Library keeps one metadata file for each media folder of a workspace. The files have the layout of SMM
// (Simple Media Manager, as of February 2026), so that both programs can work on the same folder. Service
// holds the use cases get-episodes, list-media-folders and open-media-folder. Path is the common form of
// all paths, and Folders defines where media folders may lie.
package media
