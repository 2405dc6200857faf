// Package programpages returns the memory of program code that only the start needed.
//
// The kernel maps a page of the program's file when it is first used, and the pages around it. The initialisation of
// all packages touches code everywhere, so most of the file stays in the resident memory of an idle process, although
// the process never uses it again.
package programpages
