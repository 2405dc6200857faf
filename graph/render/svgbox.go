package render

import (
	"math"
	"strconv"
	"strings"

	"plotline/graph/render/layered"
)

const (
	lineHeight = 17 * px
	boxPad     = 12 * px
	boxPadY    = 9 * px
	minBox     = 72 * px
	badgeGap   = 10 * px
)

// box is a node with its text laid out.
type box struct {
	size  layered.Size
	lines []string
	badge string // the reward; "" if it is 0
	title string // the whole label
	class string
}

func newBox(n Node) box {
	title := showable(n.Label)
	lines, width := wrapped(title)
	b := box{lines: lines, title: title, class: rewardClass(n.Reward), badge: rewardText(n.Reward)}
	b.size.W = width + 2*boxPad
	if b.badge != "" {
		b.size.W += badgeGap + total(letters(b.badge))
		b.title += "\nreward " + b.badge
	}
	b.size.W = max(minBox, (b.size.W+px-1)/px*px)
	b.size.H = max(1, len(lines))*lineHeight + 2*boxPadY
	return b
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

// RewardStep returns the class of a reward, from −3 to +3. Only a reward that is shown as 0 is in class 0.
func RewardStep(reward float64) int {
	step := int(math.Round(bounded(reward) * 3))
	if step == 0 && rewardText(reward) != "" {
		step = 1
		if reward < 0 {
			step = -1
		}
	}
	return step
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
func bounded(reward float64) float64 {
	if math.IsNaN(reward) {
		return 0
	}
	return max(-1, min(1, reward))
}

// escaper escapes text for XML.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escaped(text string) string { return escaper.Replace(text) }
