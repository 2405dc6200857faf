package hook

// MainWith is Main with an environment, which a test lets panic.
var MainWith = mainWith
