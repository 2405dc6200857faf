// Package tsx compiles video scenes, and makes a safe scene to replace a broken one.
//
// A scene is one TSX module for a timeline of 30 frames a second. It has exactly one default export, the component,
// and may export durationInFrames. It imports only from "react" and "remotion". Code that uses window.React and
// window.Remotion needs no import. JSX is compiled with the automatic runtime.
//
// The compiler is esbuild (https://esbuild.github.io/api/), called in this process. It reads neither files nor the
// network: this package resolves each import. It checks syntax, not types. esbuild parses by recursion, and a stack
// that exceeds Go's limit ends the process. The package therefore rejects code that nests too deep before esbuild
// sees it (see MaxDepth).
//
// A scanner of our own measures the depth, and collects the texts of broken scenes. We found no library for Go that
// reads broken TSX without cgo. The lexer of github.com/tdewolff/parse reads the output of esbuild in 1 to 9 % of the
// time of Compile. Its parser would take 12 to 37 % (docs/decisions/0020-own-scanner-for-broken-scenes.md).
package tsx

const (
	// FPS is the number of frames a second.
	FPS = 30
	// MaxSeconds limits the length of a scene.
	MaxSeconds = 3600
	// MaxFrames is MaxSeconds in frames.
	MaxFrames = MaxSeconds * FPS
	// DefaultFrames is the length of a scene that exports none.
	DefaultFrames = 150
	// MaxBytes limits the code of a scene.
	MaxBytes = 256 << 10
	// MaxDepth limits the nesting of code: brackets, elements, and constructs that nest without them, such as a chain
	// of conditions. Typical code stays below 60. For some shapes the time of esbuild grows with the cube of the
	// depth. It was measured at 0.4 s for this limit.
	MaxDepth = 500
)
