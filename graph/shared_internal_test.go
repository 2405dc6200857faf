package graph

// NewShared bounds the store calls of each workspace that run at once.
var NewShared = newShared
