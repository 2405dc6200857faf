// Package disk runs the program on disks that are full, that take no writes, and whose files are
// damaged: it says what to do, loses nothing that it acknowledged, and goes on when the disk is well.
package disk
