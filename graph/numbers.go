package graph

import "sort"

// numbers is a set of numbers that are added in ascending order. It is stored as runs of consecutive numbers.
type numbers []struct{ first, last int64 }

func (n *numbers) add(number int64) {
	if i := len(*n) - 1; i >= 0 && (*n)[i].last == number-1 {
		(*n)[i].last = number
		return
	}
	*n = append(*n, struct{ first, last int64 }{number, number})
}

func (n *numbers) has(number int64) bool {
	runs := *n
	behind := sort.Search(len(runs), func(i int) bool { return runs[i].first > number })
	return behind > 0 && runs[behind-1].last >= number
}
