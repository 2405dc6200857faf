package recognise

// Doubt returns why the episode of a file is uncertain, or "" if it is certain or has none. It looks at the file alone,
// so it knows no doubt that other numbers of the folder raise.
func Doubt(file File, show Show) Reason {
	known := index(show)
	n := known.parse(file)
	if c := known.claim(&n); c.left == "" {
		return c.doubt
	}
	return ""
}
