// Package sharing divides the machine among callers, so that none keeps the others waiting.
//
// Pool is the one limit: of requests, of bytes and of store calls, in total and for each payer. A payer is a workspace, a
// credential or an address. A call on a workspace has two payers if its request has a credential: see PayersOf.
//
// Memory bounds the memory of all answers that are held at once. A call holds memory from before the store reads its
// result until the client has read the answer or has left. A transport calls Memory.Begin at the start of a request and
// ends the hold when the answer is written. Below it, Reserve takes memory for the largest result that a read may have,
// before it runs. Hold corrects that to the result of the use case, and Settle to the bytes of its answer. A call without a
// hold is unbounded, such as a command in a process of its own.
//
// Results keeps results that take long to compute, until the data that they were computed from changes. A result that is
// older than its data is still an answer, marked as stale, while a new one is being computed. Calls for the same result share
// one computation. It ends when all its callers have left, unless it replaces a kept result.
//
// Calls and Pace let work that nobody waits for give way to calls. Each spreads work over the processors.
package sharing
