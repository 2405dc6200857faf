package tsx

import (
	"math"
	"strconv"
	"strings"

	"plotline/internal/pattern"
)

const (
	maxExpression = 200 // bytes of a constant expression
	maxNested     = 40  // nested names and parentheses
	maxNames      = 20  // names looked up: each lookup searches the whole script
)

// framesOf evaluates an expression of the script in frames. It returns 0 if the expression is not constant or the
// length is not allowed. The script is esbuild's output: one statement a line, one space around each operator.
func framesOf(script, expression string) int {
	e := evaluator{script: script}
	frames := math.Round(e.value(expression))
	if frames >= 1 && frames <= MaxFrames {
		return int(frames)
	}
	return 0
}

// evaluator evaluates constant arithmetic by recursive descent. NaN stands for what is not constant, and propagates
// through the arithmetic.
type evaluator struct {
	script string
	rest   string
	depth  int
	names  int
}

func (e *evaluator) value(expression string) float64 {
	if len(expression) > maxExpression || e.depth > maxNested {
		return math.NaN()
	}
	outer := e.rest
	e.rest = expression
	x := e.sum()
	if e.skip(); e.rest != "" {
		x = math.NaN()
	}
	e.rest = outer
	return x
}

func (e *evaluator) sum() float64 {
	x := e.product()
	for {
		switch e.operator("+-") {
		case '+':
			x += e.product()
		case '-':
			x -= e.product()
		default:
			return x
		}
	}
}

func (e *evaluator) product() float64 {
	x := e.unit()
	for {
		switch e.operator("*/%") {
		case '*':
			x *= e.unit()
		case '/':
			x /= e.unit()
		case '%':
			x = math.Mod(x, e.unit())
		default:
			return x
		}
	}
}

var (
	number = pattern.New(`^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`)
	name   = pattern.New(`^[\pL_$][\pL\pN_$.]*`)

	rounding = map[string]func(float64) float64{
		"": func(x float64) float64 { return x }, "Math.round": func(x float64) float64 { return math.Floor(x + 0.5) },
		"Math.floor": math.Floor, "Math.ceil": math.Ceil,
	}
)

func (e *evaluator) unit() float64 {
	e.depth++
	defer func() { e.depth-- }()
	if e.depth > maxNested {
		return math.NaN()
	}
	if e.operator("-") != 0 {
		return -e.unit()
	}
	e.skip()
	if digits := number.FindString(e.rest); digits != "" {
		e.rest = e.rest[len(digits):]
		x, _ := strconv.ParseFloat(digits, 64) // 0 or infinite if out of range
		return x
	}
	word := name.FindString(e.rest)
	e.rest = e.rest[len(word):]
	if e.operator("(") == 0 {
		return e.named(word)
	}
	round, known := rounding[word]
	x := e.sum()
	if e.operator(")") == 0 || !known {
		return math.NaN()
	}
	return round(x)
}

// named returns the value of a name, if the script assigns it exactly once.
func (e *evaluator) named(word string) float64 {
	if e.names++; word == "" || e.names > maxNames {
		return math.NaN()
	}
	value, once := valueOf(e.script, word)
	if !once {
		return math.NaN()
	}
	expression, _, _ := strings.Cut(value, ";\n")
	return e.value(expression)
}

// operator consumes the next character if it is one of which; else it returns 0.
func (e *evaluator) operator(which string) byte {
	e.skip()
	if e.rest == "" || strings.IndexByte(which, e.rest[0]) < 0 || strings.HasPrefix(e.rest, "**") {
		return 0
	}
	op := e.rest[0]
	e.rest = e.rest[1:]
	return op
}

func (e *evaluator) skip() { e.rest = strings.TrimLeft(e.rest, " ") }
