package tsx

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/tdewolff/parse/v2/js"
)

const (
	maxExpression = 200 // bytes of a constant expression
	maxNames      = 20  // variables looked up, so that names that stand for long expressions take little time
)

// FramesComplaint says how a scene exports its duration.
var FramesComplaint = fmt.Sprintf("durationInFrames must be a constant number of frames from 1 to %d, such as 150", MaxFrames)

// framesOf evaluates the duration that a script exports. It returns 0 if there is none, and bad if it is not constant or not
// allowed.
func framesOf(s script, duration js.IExpr) (frames int, bad bool) {
	if none, is := duration.(*js.UnaryExpr); is && none.Op == js.VoidToken { // what esbuild writes for a missing export
		return 0, false
	}
	e := evaluator{script: s}
	value := math.Round(e.value(duration))
	if value >= 1 && value <= MaxFrames {
		return int(value), false
	}
	return 0, true
}

// evaluator evaluates constant arithmetic. NaN stands for what is not constant, and propagates through the arithmetic.
type evaluator struct {
	script script
	names  int
}

func (e *evaluator) value(x js.IExpr) float64 {
	switch x := x.(type) {
	case *js.LiteralExpr:
		if number, err := strconv.ParseFloat(string(x.Data), 64); !errors.Is(err, strconv.ErrSyntax) {
			return number // 0 or infinite if out of range
		}
	case *js.GroupExpr:
		return e.value(x.X)
	case *js.UnaryExpr:
		if x.Op == js.NegToken {
			return -e.value(x.X)
		}
	case *js.BinaryExpr:
		if operate := arithmetic[x.Op]; operate != nil {
			return operate(e.value(x.X), e.value(x.Y))
		}
	case *js.CallExpr:
		if round := rounding[x.X.String()]; round != nil && len(x.Args.List) == 1 && !x.Args.List[0].Rest {
			return round(e.value(x.Args.List[0].Value))
		}
	case *js.Var:
		return e.named(string(x.Name()))
	}
	return math.NaN()
}

func (e *evaluator) named(name string) float64 {
	value := e.script.constant(name)
	if e.names++; value == "" || len(value) > maxExpression || e.names > maxNames {
		return math.NaN()
	}
	return e.value(expression(value))
}

var (
	arithmetic = map[js.TokenType]func(x, y float64) float64{
		js.AddToken: func(x, y float64) float64 { return x + y },
		js.SubToken: func(x, y float64) float64 { return x - y },
		js.MulToken: func(x, y float64) float64 { return x * y },
		js.DivToken: func(x, y float64) float64 { return x / y },
		js.ModToken: math.Mod,
	}
	rounding = map[string]func(float64) float64{
		"(Math.round)": func(x float64) float64 { return math.Floor(x + 0.5) }, "(Math.floor)": math.Floor, "(Math.ceil)": math.Ceil,
	}
)
