package layered

const (
	columnGap = 46 * Unit // between columns, at least
	// wrapFrom is the width from which on a component is wrapped.
	wrapFrom = 1800 * Unit
	// rowFrom is the width that a row has at least, about.
	rowFrom = 900 * Unit
	// wrapShape is from how many times its height on.
	wrapShape = 4
	// maxWrapped is how many links may lead from one row to the next: more would be a thicket.
	maxWrapped = 12
	laneGap    = 6 * Unit  // between lines that lead from one row to the next
	rowGap     = 26 * Unit // between rows, beside the lines
	rowEnd     = 14 * Unit // beside a row, before the first line
)

// row is a run of columns that stand beside each other. A long component has several, as a text has
// lines: see Rüegg and von Hanxleden, "Wrapping layered graphs", Diagrams 2018.
type row struct {
	first, last int   // columns
	x, widths   []int // of each column
	width       int
	top, height int
	lanes       []int32 // pieces that lead from the last column to the next row, from top to bottom
}

// wrap cuts the columns into rows, so that a long history makes a picture of a readable shape. It cuts
// where few links cross.
func (n *net) wrap(w *work) {
	n.rows = []row{{last: len(n.layers) - 1}}
	widths := n.columnWidths()
	rest, height, highest := 0, 0, 0
	for i, layer := range n.layers {
		w.step(1 + len(layer))
		rest += widths[i] + columnGap
		h := n.vertices[layer[0]].size.H
		for j := 1; j < len(layer); j++ {
			h += n.vertices[layer[j]].size.H + n.apart(layer[j-1], layer[j])
		}
		height += h
		highest = max(highest, h)
	}
	height = height/len(n.layers) + rowGap
	if rest < wrapFrom || rest < wrapShape*highest {
		return
	}
	rows := 2
	for rest > (rows+1)*rowFrom && rest > 2*height*rows*rows {
		rows++
	}
	for ; rows > 1; rows-- {
		last := &n.rows[len(n.rows)-1]
		cut, used := n.cutRow(w, last.first, rest/rows, widths)
		if cut == 0 {
			return
		}
		n.rows = append(n.rows, row{first: cut, last: last.last})
		n.rows[len(n.rows)-2].last = cut - 1
		rest -= used
	}
}

// cutRow finds the column with which the next row shall begin, and the width before it: near the goal,
// and where few links cross. It gives 0 where too many cross everywhere.
func (n *net) cutRow(w *work, first, goal int, widths []int) (cut, used int) {
	least, x := 0, 0
	for i := first + 1; i < len(n.layers); i++ {
		w.step(1)
		x += widths[i-1] + columnGap
		crossing := n.crossing(i)
		cost := crossing*columnGap + max(x-goal, goal-x)
		if 5*x >= 4*goal && crossing <= maxWrapped && (cut == 0 || cost < least) {
			cut, used, least = i, x, cost
		}
		if 5*x > 6*goal && cut > 0 {
			break
		}
	}
	return cut, used
}

// crossing is how many links lead from the column before i to i.
func (n *net) crossing(i int) int {
	count := 0
	for _, v := range n.layers[i] {
		count += len(n.in[v])
	}
	return count
}

func (n *net) columnWidths() []int {
	widths := make([]int, len(n.layers))
	for i, layer := range n.layers {
		for _, v := range layer {
			widths[i] = max(widths[i], n.vertices[v].size.W)
		}
	}
	return widths
}

// rowOf gives the row of a vertex.
func (n *net) rowOf(v int32) int {
	low, high := 0, len(n.rows)-1
	for low < high {
		middle := (low + high) / 2
		if n.rows[middle].last < int(n.level[v]) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
