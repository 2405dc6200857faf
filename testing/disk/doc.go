// Package disk tests the program on full disks, read-only disks and damaged files. The program must say
// what to do, keep all acknowledged data, and continue once the disk works again. `make test` runs it.
package disk
