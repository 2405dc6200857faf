package neo4jstore_test

import (
	"fmt"
	"log/slog"

	"plotline/graph/neo4jstore"
)

// New checks the settings and does not use the network.
func ExampleNew() {
	_, err := neo4jstore.New(neo4jstore.Config{URI: "localhost:7687"}, slog.New(slog.DiscardHandler))
	fmt.Println(err)
	store, err := neo4jstore.New(neo4jstore.Config{
		URI: "neo4j://localhost:7687", Username: "neo4j", Password: "from the environment",
	}, slog.New(slog.DiscardHandler))
	if err == nil {
		defer func() { _ = store.Close() }()
	}
	fmt.Println(err)
	// Output:
	// neo4j-uri has the scheme "localhost"; it must be one of neo4j, neo4j+s, neo4j+ssc, bolt, bolt+s, bolt+ssc
	// <nil>
}
