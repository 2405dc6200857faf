package browser_test

import (
	"math"
	"slices"
)

// watchDiscs records the circles that the page's last drawing has: where they are on the canvas, and how large. The
// drawing begins with its ground.
const watchDiscs = `(() => {
	const { fillRect, arc } = CanvasRenderingContext2D.prototype
	let drawing = []
	CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
		if (x === 0 && y === 0) window.discs = drawing = []
		return fillRect.call(this, x, y, width, height)
	}
	CanvasRenderingContext2D.prototype.arc = function (x, y, radius, ...rest) {
		const { a, d, e, f } = this.getTransform()
		drawing.push({ X: (a * x + e) / devicePixelRatio, Y: (d * y + f) / devicePixelRatio, Radius: a * radius / devicePixelRatio })
		return arc.call(this, x, y, radius, ...rest)
	}
})()`

// disc is a circle on the canvas, in CSS pixels.
type disc struct{ X, Y, Radius float64 }

// discs returns the circles of the last drawing, the largest first.
func (p *tab) discs() []disc {
	p.t.Helper()
	found := value[[]disc](p, "window.discs")
	slices.SortFunc(found, func(a, b disc) int { return int(math.Copysign(1, b.Radius-a.Radius)) })
	return found
}

// places returns where circles are, each once: an episode has several circles around the same place.
func places(discs []disc) map[[2]int]bool {
	found := map[[2]int]bool{}
	for _, d := range discs {
		found[[2]int{int(math.Round(d.X)), int(math.Round(d.Y))}] = true
	}
	return found
}

// clickDisc clicks on the largest circle of the graph.
func (p *tab) clickDisc() {
	p.t.Helper()
	// The picture before may still be there, and a new one still moves.
	p.wait(`(() => {
		const now = JSON.stringify(window.discs)
		if (window.rested?.now !== now) window.rested = { now, since: performance.now() }
		const places = new Set((window.discs ?? []).map(({ X, Y }) => Math.round(X) + ' ' + Math.round(Y)))
		return places.size > 1 && places.size === Number(test('graph').dataset.nodes) && performance.now() - window.rested.since > 400
	})()`)
	all := p.discs()
	corner := value[[2]float64](p, "(({ left, top }) => [left, top])(test('graph').getBoundingClientRect())")
	p.must(p.ClickAt(corner[0]+all[0].X, corner[1]+all[0].Y))
}
