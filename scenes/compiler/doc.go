// Package compiler compiles scenes in processes of their own.
//
// esbuild cannot be cancelled, and some short code makes it take minutes or gigabytes: an enum whose
// members double a text, a long list of commas, thousands of exports of one name. No scan of the code
// finds all of it. So each scene is compiled by a child process, which is this program with one argument
// (see Argument). The system ends the child at a limit of processor time and memory, and the parent ends
// it when the caller leaves. A child starts in some 40 ms.
//
// Few children run at once, and a workspace has only its share of them: scenes of one workspace that
// take long delay no other workspace's.
package compiler
