package graph_test

import "errors"

// errSecret stands for a driver's error, which no client may see.
var errSecret = errors.New("bolt: secret-host refused")
