package bert

import (
	"math"

	"plotline/graph/meaning/modelfile"
)

// normalise normalises each row of hidden. It first adds the row of more, unless more is nil.
func normalise(hidden, more []float32, n *modelfile.Norm, rows int, epsilon float32) {
	width := len(n.Weight)
	for at := range rows {
		row := hidden[at*width:][:width]
		if more != nil {
			for i, x := range more[at*width:][:width] {
				row[i] += x
			}
		}
		normaliseRow(row, n, epsilon)
	}
}

func normaliseRow(row []float32, n *modelfile.Norm, epsilon float32) {
	var sum, squares float32
	for _, x := range row {
		sum += x
	}
	mean := sum / float32(len(row))
	for i, x := range row {
		x -= mean
		row[i] = x
		squares += x * x
	}
	scale := 1 / float32(math.Sqrt(float64(squares/float32(len(row))+epsilon)))
	weight, bias := n.Weight[:len(row)], n.Bias[:len(row)]
	for i, x := range row {
		row[i] = x*scale*weight[i] + bias[i]
	}
}

// The table of gelu covers -6 to 6. Outside, gelu differs from 0 or from x by less than 1e-8. Linear
// interpolation between its points has an error of at most 2e-6.
const (
	geluReach  = 6
	geluPoints = 256 // for each unit
)

var geluTable = func() (table [2*geluReach*geluPoints + 2]float32) {
	for i := range table {
		x := float64(i)/geluPoints - geluReach
		table[i] = float32(x / 2 * (1 + math.Erf(x/math.Sqrt2)))
	}
	return table
}()

// gelu replaces each x by x·Φ(x), where Φ is the normal distribution function.
func gelu(numbers []float32) {
	for i, x := range numbers {
		switch {
		case x >= geluReach:
		case x > -geluReach:
			at := (x + geluReach) * geluPoints
			point := int(at)
			from, to := geluTable[point], geluTable[point+1]
			numbers[i] = from + (to-from)*(at-float32(point))
		default:
			numbers[i] = 0
		}
	}
}

func expsRow(row []float32, scale float32) (sum float32) {
	highest := row[0]
	for _, x := range row {
		if x > highest {
			highest = x
		}
	}
	for i, x := range row {
		x = exp((x - highest) * scale)
		row[i] = x
		sum += x
	}
	return sum
}

// These are the constants of exp. The assembly has the same ones.
const (
	expLowest = -87
	log2e     = 1.44269504
	ln2High   = 0.693359375 // ln 2 in two parts: products with the first are exact
	ln2Low    = -2.12194440e-4
)

// exp returns e to the power of x for x ≤ 0, with a relative error below 1e-6. Below -87 it returns the value
// for -87, about 1e-38.
func exp(x float32) float32 {
	x = max(x, expLowest)
	n := x*log2e + rounding
	power := int32(math.Float32bits(n)) - roundingBits //nolint:gosec // bits
	n -= rounding
	x = x - n*ln2High - n*ln2Low
	y := float32(1.9875691500e-4)
	y = y*x + 1.3981999507e-3
	y = y*x + 8.3334519073e-3
	y = y*x + 4.1665795894e-2
	y = y*x + 1.6666665459e-1
	y = y*x + 5.0000001201e-1
	y = y*x*x + x + 1
	return y * math.Float32frombits(uint32(power+127)<<23) //nolint:gosec // power is -126 to 0
}
