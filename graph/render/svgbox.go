package render

import (
	"math"
	"strconv"
	"strings"

	"plotline/graph/render/layered"
	"plotline/internal/clip"
)

// The measures of an episode, as the memory page has them.
const (
	lineHeight  = 15 * px
	nameGap     = 4 * px // between a circle and its name
	minBox      = 72 * px
	leastRadius = 8 * px
	mostRadius  = 17 * px
	reach       = 2*leastRadius - 2*px // the height in which edges meet the smallest circle
)

// box is a node with its text laid out: a circle in the middle, and its name below. The space above is as high as the
// name, because edges end in the middle.
type box struct {
	size   layered.Size
	radius int
	lines  []string
	badge  string // the reward; "" if it is 0
	title  string // the whole label
	class  string
	sign   int // 1, 0 or -1
}

func newBox(n Node, degree int) box {
	title := showable(n.Label)
	lines, width := wrapped(title)
	b := box{lines: lines, title: title, class: rewardClass(n.Reward), badge: rewardText(n.Reward), radius: radiusOf(degree)}
	b.sign = min(1, max(-1, RewardStep(n.Reward)))
	rows := len(lines)
	if b.badge != "" {
		rows++
		b.title += "\nreward " + b.badge
	}
	b.size.W = max(minBox, (width+px-1)/px*px)
	b.size.H = 2 * (b.radius + nameGap + rows*lineHeight)
	return b
}

// radiusOf returns the radius of an episode with this number of relationships.
func radiusOf(degree int) int {
	return min(mostRadius, leastRadius+int(2*px*math.Sqrt(float64(degree))))
}

// middle returns the middle of the circle, if the box is at a position.
func (b *box) middle(at layered.Point) layered.Point {
	return layered.Point{X: at.X + b.size.W/2, Y: at.Y + b.size.H/2}
}

// rim returns where a horizontal line at the height y meets the circle, from the left or from the right.
func (b *box) rim(at layered.Point, end layered.Point) layered.Point {
	middle := b.middle(at)
	aside := end.Y - middle.Y
	across := int(math.Sqrt(float64(max(0, b.radius*b.radius-aside*aside))))
	if end.X < middle.X {
		across = -across
	}
	return layered.Point{X: middle.X + across, Y: end.Y}
}

// rewardText formats a reward with its sign and at most two decimals. It returns "" for 0.
func rewardText(reward float64) string {
	hundredths := math.Round(bounded(reward) * 100)
	if hundredths == 0 {
		return ""
	}
	text := strconv.FormatFloat(math.Abs(hundredths)/100, 'f', -1, 64)
	if hundredths < 0 {
		return "−" + text
	}
	return "+" + text
}

// MixedReward ends the middle of the rewards on both sides: only what lies strictly between is mixed.
const MixedReward = 0.3

// RewardStep returns the class of a reward, from −3 to +3. Class 0 is mixed: neither well nor badly. The pages have the
// same rule: rewardStep in web/src/memory/model.ts.
func RewardStep(reward float64) int {
	if math.Abs(bounded(reward)) < MixedReward {
		return 0
	}
	return int(math.Round(bounded(reward) * 3))
}

// rewardClass returns the CSS class of a reward, from plotline-bad3 to plotline-good3.
func rewardClass(reward float64) string {
	switch steps := RewardStep(reward); {
	case steps < 0:
		return "plotline-bad" + strconv.Itoa(-steps)
	case steps > 0:
		return "plotline-good" + strconv.Itoa(steps)
	}
	return "plotline-even"
}

// bounded limits a reward to its range, because other programs may have stored any number.
func bounded(reward float64) float64 { return clip.Number(reward, -1, 1) }

// escaper escapes text for XML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escaped(text string) string { return escaper.Replace(text) }
