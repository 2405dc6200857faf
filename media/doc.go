// Package media knows the media folders of a person: what lies in them, which show and which episodes
// it is, and the files that remember it.
//
// Library keeps one metadata file for each media folder of a workspace, in the layout of SMM (Simple Media Manager,
// as of February 2026), so that both programs may work on the same folder. Service holds the use
// cases: get-episodes, list-media-folders and open-media-folder. Path is the one form in which paths
// are kept, and Folders says where media folders may lie.
package media
