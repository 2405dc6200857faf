package analysis

import (
	"math/bits"
	"strconv"
)

// A sample is a part of a workspace's episodes, selected by their ids alone. Sample 1 is a quarter of them,
// and each further sample is a quarter of the one before.
const sampleBits = 2

// MostSamples is the number of the smallest sample, with one episode in four million.
const MostSamples = 11

// SampleOf returns how many samples contain an episode: those from 1 to this number.
func SampleOf(episodeID string) int {
	return min(bits.TrailingZeros32(mixed(fnv1a(episodeID)))/sampleBits, MostSamples)
}

// mixed spreads the low bits of a hash over all bits, which FNV does not (the finalizer of MurmurHash3).
func mixed(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// SampleShare returns the number of episodes that one episode of a sample stands for.
func SampleShare(sample int) int { return 1 << (sampleBits * sample) }

// SampleToken is the token that stands for a sample in an index. It is not a term, because it contains an
// ASCII sign.
func SampleToken(sample int) string { return "." + strconv.Itoa(sample) }

// SampleTokens returns the tokens of the samples that contain an episode.
func SampleTokens(episodeID string) []string {
	tokens := make([]string, SampleOf(episodeID))
	for i := range tokens {
		tokens[i] = SampleToken(i + 1)
	}
	return tokens
}
