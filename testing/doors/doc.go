// Package doors tests the program as the network sees it: the real binary, over both of its doors. They
// must answer alike, let in whoever may come in and nobody else, and stand whatever is thrown at them.
package doors
