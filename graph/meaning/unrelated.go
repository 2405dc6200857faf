package meaning

// Unrelated returns texts that have hardly anything to do with any query, or with each other. A query's
// cosines to them show how close it comes to any text.
func Unrelated() []string {
	return []string{
		"The soup needs more salt and a little lemon.",
		"My aunt keeps seven chickens behind the barn.",
		"The orchestra tuned while the audience found its seats.",
		"Fresh snow covered the road to the mountain pass.",
		"He painted the fence green before the summer.",
		"Two glaciers met in this valley ten thousand years ago.",
		"The goalkeeper slipped, and the ball rolled in.",
		"She wore her grandmother's ring to the wedding.",
		"Tides are highest when the sun and the moon are in line.",
		"A violin has four strings and no frets.",
		"The bakery sells out of rye bread by nine.",
		"Parliament debated the tax on sugar for three days.",
		"The dog sleeps on the sofa when nobody is home.",
		"Roses should be cut back in late winter.",
		"The museum lent two of its vases to Lisbon.",
		"Marathon runners drink small amounts every half hour.",
	}
}
