package bert

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestGelu(t *testing.T) {
	t.Parallel()
	for x := float32(-9); x <= 9; x += 0.0137 {
		numbers := []float32{x}
		gelu(numbers)
		want := float64(x) / 2 * (1 + math.Erf(float64(x)/math.Sqrt2))
		if math.Abs(float64(numbers[0])-want) > 2e-6 {
			t.Errorf("gelu(%g) is %g, not %g", x, numbers[0], want)
		}
	}
	edges := []float32{-6, 6, math.MaxFloat32, -math.MaxFloat32, 0}
	gelu(edges)
	if edges[0] != 0 || edges[1] != 6 || edges[2] != math.MaxFloat32 || edges[3] != 0 || math.Abs(float64(edges[4])) > 1e-9 {
		t.Error(edges)
	}
}

func TestExp(t *testing.T) {
	t.Parallel()
	for x := float32(0); x > -87; x -= 0.0731 {
		if want := math.Exp(float64(x)); math.Abs(float64(exp(x))-want) > 1e-6*want {
			t.Errorf("exp(%g) is %g, not %g", x, exp(x), want)
		}
	}
	for _, x := range []float32{-88, -1000, -math.MaxFloat32} {
		if y := exp(x); y < 0 || y > 1e-37 {
			t.Errorf("exp(%g) is %g", x, y)
		}
	}
}

func TestSoftmax(t *testing.T) {
	t.Parallel()
	row := []float32{1, 3, -1000, 3}
	softmax(row, 0.5)
	low := 1 / (2*math.E + 1)
	for i, want := range []float64{low, low * math.E, 0, low * math.E} {
		if math.Abs(float64(row[i])-want) > 1e-6 {
			t.Errorf("%d: %g, not %g", i, row[i], want)
		}
	}
}

// What the bytes stand for is half a step away from the numbers at most.
func TestQuantise(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // no secret
	for _, reach := range [][2]float32{{-1, 1}, {0, 5}, {-3, 0}, {2, 3}, {-3, -2}, {-0.001, 100}} {
		numbers, bytes := make([]float32, 333), make([]byte, 333)
		for i := range numbers {
			numbers[i] = reach[0] + random.Float32()*(reach[1]-reach[0])
		}
		by := quantise(bytes, numbers)
		for i, x := range numbers {
			if got := by.scale * float32(int32(bytes[i])-by.zero); math.Abs(float64(got-x)) > 1.01*float64(by.scale) {
				t.Fatalf("%v: %g became %g with the scale %g", reach, x, got, by.scale)
			}
		}
	}
	bytes := []byte{1, 2, 3}
	if by := quantise(bytes, make([]float32, 3)); by.zero != 0 || [3]byte(bytes) != [3]byte{} {
		t.Errorf("zeros became %v", bytes)
	}
}
