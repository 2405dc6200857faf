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

func TestExpsKernels(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10)) //nolint:gosec // no secret
	for _, kernel := range available() {
		for _, length := range []int{16, 32, 48, 512} {
			for _, scale := range []float32{0, 0.1768, 3} {
				given := make([]float32, length, length+1)
				for i := range given {
					given[i] = random.Float32()*60 - 40
				}
				given[length/2], given[length-1] = 25, -math.MaxFloat32
				got := append(append(make([]float32, 0, length+1), given...), 7)
				sum, want := kernel.exps(got[:length], scale), 0.0
				for i, x := range given {
					x := max(float64(scale)*(float64(x)-25), expLowest)
					want += math.Exp(x)
					if math.Abs(float64(got[i])-math.Exp(x)) > 1e-5*math.Exp(x) {
						t.Fatalf("%s: e to the power of %g is %g, not %g", kernel.name, x, got[i], math.Exp(x))
					}
				}
				if math.Abs(float64(sum)-want) > 1e-5*want || got[length] != 7 {
					t.Fatalf("%s: a sum of %g, not %g; after it %g", kernel.name, sum, want, got[length])
				}
			}
		}
	}
}

// TestQuantise checks that the value of each byte is at most half a step away from its number.
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
