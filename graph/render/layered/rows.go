package layered

const (
	columnGap = 46 * Unit // minimum between columns
	// wrapFrom is the width from which a component is wrapped.
	wrapFrom = 1800 * Unit
	// rowFrom is the approximate minimum width of a row.
	rowFrom = 900 * Unit
	// wrapShape is the minimum ratio of width to height of a component that is wrapped.
	wrapShape = 4
	// maxWrapped bounds the links from one row to the next, because more would be unreadable.
	maxWrapped = 12
	laneGap    = 6 * Unit  // between lines from one row to the next
	rowGap     = 26 * Unit // between rows, in addition to the lines
	rowEnd     = 14 * Unit // beside a row, before the first line
)

// row is a sequence of columns beside each other. A long component has several rows, like lines of text: see
// Rüegg and von Hanxleden, "Wrapping layered graphs", Diagrams 2018.
type row struct {
	first, last int   // columns
	x, widths   []int // of each column
	width       int
	top, height int
	lanes       []int32 // pieces from the last column to the next row, from top to bottom
}

// wrap splits the columns into rows, so that the picture of a long history has a readable shape. It cuts
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

// cutRow returns the first column of the next row, and the width before it. The cut is near the goal and
// crosses few links. It returns 0 if every cut crosses too many.
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

// crossing returns the number of links from the previous column to column i.
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

// rowOf returns the row of a vertex.
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
