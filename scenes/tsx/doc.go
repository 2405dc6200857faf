// Package tsx compiles video scenes and makes the scene that stands in for a broken one.
//
// A scene is one TSX module for a timeline of 30 frames per second. It has exactly one default export,
// the component, and may export durationInFrames. It imports from "react" and "remotion" only; code
// that takes them from window.React and window.Remotion needs no import. JSX is compiled by the
// automatic runtime.
//
// The compiler is esbuild (https://esbuild.github.io/api/), called in this process. It reads neither
// files nor the network: each import is answered here. It checks syntax, not types. esbuild parses by
// recursion, and a stack that outgrows Go's limit ends the process; so code that nests too deep is
// turned away before (see MaxDepth).
package tsx

const (
	// FPS is how many frames a second of the timeline has.
	FPS = 30
	// MaxSeconds is how long a scene may be.
	MaxSeconds = 3600
	// MaxFrames is MaxSeconds in frames.
	MaxFrames = MaxSeconds * FPS
	// DefaultFrames is the length of a scene that does not say it.
	DefaultFrames = 150
	// MaxBytes is how long the code of a scene may be.
	MaxBytes = 256 << 10
	// MaxDepth is how deep code may nest: brackets, elements, and what grows the same way without them,
	// such as a chain of conditions. Written code stays below 60. The time that esbuild takes for some
	// shapes grows with the cube of the depth: 0.4 s at this one, measured.
	MaxDepth = 500
)
