package analysis

import (
	"math/bits"
	"strconv"
)

// A sample of a workspace is a part of its episodes that is chosen by their ids alone: sample 1 is a quarter of
// them, each further one a quarter of the one before.
const sampleBits = 2

// MostSamples is the number of the smallest sample, one episode in four million.
const MostSamples = 11

// SampleOf tells how many samples an episode is part of: of those from 1 to the number.
func SampleOf(episodeID string) int {
	return min(bits.TrailingZeros32(mixed(fnv1a(episodeID)))/sampleBits, MostSamples)
}

// mixed spreads the low bits of a hash, which FNV does not, over all bits (the finalizer of MurmurHash3).
func mixed(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// SampleShare is the number of episodes that one of a sample stands for.
func SampleShare(sample int) int { return 1 << (sampleBits * sample) }

// SampleToken stands in an index for a sample. It is no term: it has an ASCII sign.
func SampleToken(sample int) string { return "." + strconv.Itoa(sample) }

// SampleTokens are those of the samples that an episode is part of.
func SampleTokens(episodeID string) []string {
	tokens := make([]string, SampleOf(episodeID))
	for i := range tokens {
		tokens[i] = SampleToken(i + 1)
	}
	return tokens
}
