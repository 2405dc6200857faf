package render

import (
	"slices"
	"strconv"

	"plotline/graph/render/layered"
)

// extended returns a path that leads on from the borders of two boxes to their circles.
func extended(path layered.Path, start, end layered.Point) layered.Path {
	legs := path.Legs
	if len(legs) > 0 && legs[0].Bend == 0 && legs[0].To.Y == start.Y {
		path.Start = start
	} else {
		legs = append([]layered.Leg{{To: path.Start}}, legs...)
		path.Start = start
	}
	legs = slices.Clone(legs)
	if last := len(legs) - 1; legs[last].Bend == 0 && (last == 0 && path.Start.Y == end.Y || last > 0 && legs[last-1].To.Y == end.Y) {
		legs[last].To = end
	} else {
		legs = append(legs, layered.Leg{To: end})
	}
	path.Legs = legs
	return path
}

// path writes the commands of a path. Corners between straight lines are rounded.
func (p *painter) path(path layered.Path) {
	p.put("M", pair(path.Start))
	at := path.Start
	for i, leg := range path.Legs {
		if leg.Bend != 0 {
			p.put("C", pair(layered.Point{X: at.X + leg.Bend, Y: at.Y}), " ",
				pair(layered.Point{X: leg.To.X - leg.Bend, Y: leg.To.Y}), " ", pair(leg.To))
			at = leg.To
			continue
		}
		corner := leg.To
		if i+1 < len(path.Legs) && path.Legs[i+1].Bend == 0 {
			next := path.Legs[i+1].To
			r := min(roundness, length(at, corner)/2, length(corner, next)/2)
			in, out := towards(corner, at, r), towards(corner, next, r)
			p.straight(in, at)
			p.put("Q", pair(corner), " ", pair(out))
			at = out
			continue
		}
		p.straight(corner, at)
		at = corner
	}
}

// straight writes the shortest command for a line.
func (p *painter) straight(to, from layered.Point) {
	switch {
	case to == from:
	case to.Y == from.Y:
		p.put("H", pixels(to.X))
	case to.X == from.X:
		p.put("V", pixels(to.Y))
	default:
		p.put("L", pair(to))
	}
}

// length returns the length of a horizontal or vertical line.
func length(a, b layered.Point) int { return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y) }

// towards moves a point by r towards another one, horizontally or vertically.
func towards(from, to layered.Point, r int) layered.Point {
	switch {
	case to.X > from.X:
		from.X += r
	case to.X < from.X:
		from.X -= r
	case to.Y > from.Y:
		from.Y += r
	case to.Y < from.Y:
		from.Y -= r
	}
	return from
}

func pair(p layered.Point) string { return pixels(p.X) + " " + pixels(p.Y) }

// pixels formats a length in pixels.
func pixels(units int) string {
	text := ""
	if units < 0 {
		text, units = "-", -units
	}
	text += strconv.Itoa(units / px)
	if tenth := units % px; tenth != 0 {
		text += "." + strconv.Itoa(tenth)
	}
	return text
}
