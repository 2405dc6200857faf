// Package scenes creates and edits video scenes with a language model, and stores them in projects. A scene is a
// React component in TSX for a timeline of 30 frames a second.
//
// A use case has two steps. First a service asks the model, parses the answer and compiles the code. This step
// changes nothing and returns a draft. Then the orchestrator applies the draft to the project: only the orchestrator
// changes the list of scenes, their order, names and versions. A call that fails, or is cancelled while the model
// works, therefore changes nothing.
//
// Projects are files in the data folder (internal/records). Every version that a model wrote also becomes an episode in
// the graph (graph/outbox).
package scenes
