package tools

func listMediaFolders(from cases) Tool {
	return Tool{
		UseCase:     from.take("list-media-folders"),
		Toolset:     Media,
		Title:       "List media folders",
		Description: "Lists the known media folders, with how many of their files are recognised.",
		Annotations: reads(),
	}
}
