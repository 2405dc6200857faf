package neo4jtest

import (
	"context"
	"fmt"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// mark is the label of the single node that marks a test database.
const mark = "PlotlineTestDatabase"

// claim marks an empty database as a test database, accepts a marked one, and rejects any other. It returns
// the server's version.
func claim(ctx context.Context, server Server, mark string) (version string, err error) {
	driver, err := server.connect()
	if err != nil {
		return "", fmt.Errorf("%s: %w", server.URI, err)
	}
	defer func() { _ = driver.Close(context.WithoutCancel(ctx)) }()
	// ExecuteQuery would retry for half a minute.
	if err := driver.VerifyConnectivity(ctx); err != nil {
		return "", fmt.Errorf("%s does not answer: %w", server.URI, err)
	}
	version, err = firstValue[string](ctx, driver, "CALL dbms.components() YIELD versions RETURN versions[0]", nil)
	if err != nil {
		return "", fmt.Errorf("%s: ask for its version: %w", server.URI, err)
	}
	label := map[string]any{"mark": mark}
	// The last query repeats the first, because another process may have marked the database in between.
	for _, query := range []string{
		"RETURN EXISTS { MATCH (n:$($mark)) }",
		"OPTIONAL MATCH (n) WITH n LIMIT 1 WITH n WHERE n IS NULL MERGE (:$($mark)) RETURN true",
		"RETURN EXISTS { MATCH (n:$($mark)) }",
	} {
		ours, err := firstValue[bool](ctx, driver, query, label)
		if err != nil {
			return "", fmt.Errorf("%s: look for test data: %w", server.URI, err)
		}
		if ours {
			return version, nil
		}
	}
	return "", fmt.Errorf("the database at %s holds data and no node labelled %s: it is not a test database, "+
		"and nothing was touched. Name an empty one, or unset the variable to have one started", server.URI, mark)
}

// firstValue runs a query and returns the first column of its first row, or the zero value if there is no
// row.
func firstValue[T neo4j.RecordValue](ctx context.Context, driver neo4j.DriverWithContext, query string, params map[string]any) (T, error) {
	var value T
	result, err := neo4j.ExecuteQuery(ctx, driver, query, params, neo4j.EagerResultTransformer)
	if err != nil || len(result.Records) == 0 {
		return value, err
	}
	value, _, err = neo4j.GetRecordValue[T](result.Records[0], result.Keys[0])
	return value, err
}
