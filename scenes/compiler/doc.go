// Package compiler compiles scenes in child processes.
//
// esbuild cannot be cancelled, and some short code makes it take minutes or gigabytes: an enum whose members double a
// string, a long list of commas, thousands of exports of one name. No scan of the code finds all such cases. So each
// scene is compiled by a child process, which is this program with one argument (see Argument). The operating system
// stops the child at a limit of processor time and memory, and the parent stops it when the caller's context ends. A
// child starts in about 40 ms.
//
// Few children run at once, and each workspace may use only part of them. Slow scenes of one workspace therefore do
// not delay other workspaces.
package compiler
