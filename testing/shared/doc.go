// Package shared tests Plotline on a Neo4j that others use too: other applications, and people who edit in Browser.
package shared
