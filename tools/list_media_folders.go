package tools

func listMediaFolders(from cases) Tool {
	return Tool{
		UseCase: from.take("list-media-folders"),
		Toolset: Media,
		Title:   "List media folders",
		Description: "Lists the media folders that something is known of, with how many of their files are " +
			"recognised.",
		Annotations: reads(),
	}
}
