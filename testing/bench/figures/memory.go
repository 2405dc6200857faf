package figures

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// Resident returns the memory of a process in MiB, from the kernel.
func Resident(process int) (float64, error) {
	kib, err := kernel(fmt.Sprintf("/proc/%d/status", process), "VmRSS:")
	return kib / 1024, err
}

// memory returns the machine's memory in GiB, rounded to one decimal.
func memory() float64 {
	kib, err := kernel("/proc/meminfo", "MemTotal:")
	if err != nil {
		return 0
	}
	return math.Round(kib/1024/1024*10) / 10
}

// load returns the machine's load average of the last minute, or 0 if the kernel does not report it.
func load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	average, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return average
}

// kernel reads a figure in KiB.
func kernel(file, name string) (float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			return strconv.ParseFloat(strings.Fields(value)[0], 64)
		}
	}
	return 0, fmt.Errorf("the kernel does not tell %s", name)
}
