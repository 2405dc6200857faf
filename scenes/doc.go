// Package scenes makes and changes video scenes, React components in TSX for a timeline of 30 frames a
// second, with a language model, and keeps them in projects.
//
// Two halves meet in a use case. A service asks the model, reads what it says and has it compiled; it
// changes nothing and gives a draft. The orchestrator applies a draft to the project: it alone owns the
// list of scenes, their order, names and versions. So a call that fails, or is cancelled while the model
// thinks, has changed nothing.
//
// Projects are files in the data folder (graph/records). Every version that a model made is owed to the
// graph as an episode (graph/outbox).
package scenes
