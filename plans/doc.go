// Package plans stores changes to media files that agents propose, and applies them after a person
// agrees. A plan either assigns episodes to files (recognise) or renames files (rename).
//
// A plan is one JSON file in the data folder. Tools begin, fill and end it. A person reviews it on a
// page. It is applied as a whole or not at all. Every decision becomes an episode of the workspace's
// graph, so that agents learn what people accept.
package plans
