package neo4jstore

import (
	"cmp"
	"errors"
	"regexp"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"plotline/graph"
	"plotline/internal/fault"
)

// A limit of memory: for one transaction, or for all of them together. The releases differ in which of the two codes they
// send for which limit; the message names the setting.
const (
	codeTooLarge = "Neo.TransientError.General.TransactionOutOfMemoryError"
	codePool     = "Neo.TransientError.General.MemoryPoolOutOfMemoryError"
)

// memorySetting finds the name of the setting.
var memorySetting = regexp.MustCompile(`\b(?:db|dbms)\.memory(?:\.[a-z_]+)+`)

// transactionMemory is the setting that limits the memory of one transaction.
const transactionMemory = "db.memory.transaction.max"

// settingOf returns the setting that an error of memory names.
func settingOf(err error) string {
	server, _ := errors.AsType[*neo4j.Neo4jError](err)
	if server == nil {
		return ""
	}
	return cmp.Or(memorySetting.FindString(server.Msg), transactionMemory)
}

// explanation is what callers are told about a code of the server.
type explanation struct {
	text    string     // what follows the server's address; {database} is its name, {setting} that of a limit
	code    fault.Code // unavailable if it is empty
	tooMuch bool       // less at once may succeed
}

// explanations has an entry for a code, for all codes of a category, or for all of a class. That of the longest name
// counts. Without one, it is the fault of a statement, and callers are told nothing about it.
var explanations = map[string]explanation{
	"Neo.ClientError.Security.Unauthorized": {
		text: "rejects the user name or the password; check neo4j-username and neo4j-password",
	},
	"Neo.ClientError.Security.AuthenticationRateLimit": {
		text: "rejects logins for some seconds after several wrong passwords; check neo4j-password",
	},
	"Neo.ClientError.Security.CredentialsExpired": {
		text: "requires a new password for this user; change it there, then set neo4j-password",
	},
	codeForbidden: {
		text: "does not allow this user to do that; grant it the rights to read, write and create indexes",
	},
	"Neo.ClientError.Security": {text: "did not accept this user; its log says why"},

	"Neo.ClientError.Database.DatabaseNotFound": {text: "has no database named '{database}'; correct neo4j-database"},
	codeUnavailable:  {text: "has stopped the database '{database}', or is starting or stopping itself; start it, or try again in a moment"},
	codeReadOnly:     {text: readOnly},
	codeReadOnlyCopy: {text: readOnly},

	codeTooLarge: {text: tooLittle, tooMuch: true},
	codePool:     {text: tooLittle, tooMuch: true},
	"Neo.TransientError.General.OutOfMemoryError": {
		text: "has too small a heap for this; ask for less, or raise server.memory.heap.max_size", tooMuch: true,
	},
	codeTimedOut: {
		text: "ended this call at its own time limit; ask for less, or raise db.transaction.timeout", code: fault.Timeout, tooMuch: true,
	},
	codeClientTimedOut: {
		text: "did not finish this call within the time limit; ask for less, or try again", code: fault.Timeout, tooMuch: true,
	},

	// The driver makes client errors of these two, so that nobody repeats what a person has terminated. A server that
	// shuts down sends them as well.
	"Neo.ClientError.Transaction.Terminated":        {text: terminated},
	"Neo.ClientError.Transaction.LockClientStopped": {text: terminated},

	"Neo.TransientError.Transaction": {text: "was busy with other writes of the same data; try again in a moment"},
	"Neo.TransientError.Transaction.MaximumTransactionLimitReached": {
		text: "runs as many transactions as it allows; try again in a moment, or raise db.transaction.concurrent.maximum",
	},
	"Neo.TransientError.Transaction.BookmarkTimeout": {text: "has not caught up with an earlier write; try again in a moment"},
	"Neo.TransientError.Transaction.LeaderSwitch":    {text: leaderless},
	"Neo.TransientError.Transaction.LeaseExpired":    {text: leaderless},
	"Neo.TransientError.Cluster":                     {text: leaderless},
	"Neo.ClientError.Cluster":                        {text: leaderless},
	"Neo.TransientError.Request":                     {text: "has no free thread for this call; try again in a moment"},
	"Neo.TransientError":                             {text: "could not do this now; try again in a moment. Its log says why"},

	"Neo.ClientError.Procedure": {
		text: "failed in a procedure that Plotline calls; plotline doctor says whether an index is missing, and its log says why",
	},
	"Neo.ClientError.Procedure.ProcedureTimedOut": {
		text: "ended this call at its own time limit; ask for less, or try again", code: fault.Timeout, tooMuch: true,
	},
	"Neo.ClientError.Schema":   {text: "could not create its indexes; the log says why"},
	"Neo.DatabaseError.Schema": {text: "could not create its indexes; the log says why"},
	"Neo.DatabaseError":        {text: "failed in itself; its log says why"},
}

const (
	readOnly   = "accepts no writes in database '{database}'; make it writable"
	tooLittle  = "has too little memory for this; ask for less, or raise {setting} there"
	terminated = "has terminated this call, because it shuts down or a person did that; try again"
	leaderless = "is changing its leader; try again in a moment"
)

// byCode returns the error for a code of the server.
func (s *Store) byCode(c string, err error) error {
	switch c {
	case codeMoving:
		return errMoving
	case codeConstraint:
		return fault.New(fault.Conflict, "An id in this call is already in use; use a new one").Because(err)
	}
	told := explanationOf(c)
	if told.tooMuch {
		err = errors.Join(graph.ErrTooMuch, err)
	}
	if told.text == "" {
		return fault.New(fault.Internal, "").Because(err)
	}
	text := strings.NewReplacer("{database}", s.database, "{setting}", settingOf(err)).Replace(told.text)
	own := fault.From(s.unavailable(err, "%s", text))
	own.Code = cmp.Or(told.code, own.Code)
	return own
}

// explanationOf returns the explanation of a code.
func explanationOf(c string) explanation {
	for name := c; name != ""; name = name[:max(0, strings.LastIndexByte(name, '.'))] {
		if told, there := explanations[name]; there {
			return told
		}
	}
	return explanation{}
}
