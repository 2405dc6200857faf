// Package plans keeps what agents propose to do with media files until a person says yes or no, and
// then does it: which file is which episode (recognise), and which file gets which name (rename).
//
// A plan is one JSON file in the data folder. It is begun, filled and ended by tools, reviewed on a
// page, and applied as a whole or not at all. Every decision becomes an episode of the workspace's
// graph, so that agents learn what people accepted.
package plans
