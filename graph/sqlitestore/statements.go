package sqlitestore

import (
	"embed"
	"fmt"
	"strings"
)

// statement is one SQL statement. Connections keep it prepared, keyed by its address.
//
// Statements are planned once, so no plan may depend on a value. LIMIT takes an expression, because SQLite plans
// again for each value of a bare parameter there. CROSS JOIN, INDEXED BY or a unary plus fixes the order of joins or
// the index where it matters.
type statement struct{ name, text string }

//go:embed sql/*.sql
var sqlFiles embed.FS

// file loads a statement. Each file has one line below. A missing file panics when the program starts.
func file(name string) *statement {
	text, err := sqlFiles.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(fmt.Sprintf("sqlitestore: no statement %s: %v", name, err))
	}
	return &statement{name: name, text: string(text)}
}

// Transactions.
var (
	beginReading = &statement{"begin", "BEGIN"}
	beginWriting = &statement{"begin", "BEGIN IMMEDIATE"}
	commit       = &statement{"commit", "COMMIT"}
	rollback     = &statement{"rollback", "ROLLBACK"}
	savepoint    = &statement{"savepoint", "SAVEPOINT one"}
	rollbackTo   = &statement{"rollback to", "ROLLBACK TO one"}
	release      = &statement{"release", "RELEASE one"}
)

var (
	readStatus         = file("read_status")
	getWorkspace       = file("get_workspace")
	insertWorkspace    = file("insert_workspace")
	listWorkspaces     = file("list_workspaces")
	setLanguages       = file("set_languages")
	pageIndexed        = file("page_indexed")
	countIn            = file("count_in")
	countOut           = file("count_out")
	getEpisode         = file("get_episode")
	getEpisodes        = file("get_episodes")
	getNumbered        = file("get_numbered")
	countDegrees       = file("count_degrees")
	findNodes          = file("find_nodes")
	findCreated        = file("find_created")
	findSerials        = file("find_serials")
	insertEpisode      = file("insert_episode")
	insertTags         = file("insert_tags")
	insertNewTags      = file("insert_new_tags")
	deleteTags         = file("delete_tags")
	insertText         = file("insert_text")
	deleteText         = file("delete_text")
	replaceEpisode     = file("replace_episode")
	deleteEpisode      = file("delete_episode")
	deleteOutgoing     = file("delete_outgoing")
	deleteIncoming     = file("delete_incoming")
	retireSerial       = file("retire_serial")
	countEpisodes      = file("count_episodes")
	countRange         = file("count_range")
	countList          = file("count_list")
	listEpisodes       = file("list_episodes")
	countTagged        = file("count_tagged")
	listTagged         = file("list_tagged")
	countText          = file("count_text")
	lookUp             = file("look_up")
	filterKeys         = file("filter_keys")
	findAll            = file("find_all")
	getMatches         = file("get_matches")
	pageTexts          = file("page_texts")
	insertTerms        = file("insert_terms")
	deleteTerms        = file("delete_terms")
	adjacent           = file("adjacent")
	insertRelationship = file("insert_relationship")
	getInPlace         = file("get_in_place")
	getRelationships   = file("get_relationships")
	updateRelationship = file("update_relationship")
	deleteRelationship = file("delete_relationship")
	listRelationships  = file("list_relationships")
	countRelationships = file("count_relationships")
	countAll           = file("count_all_relationships")
	searchSteps        = file("search_steps")
	getNames           = file("get_names")
	reachOnwards       = file("reach_onwards")
	reachBack          = file("reach_back")
	wholeType          = file("whole_type")
	newestNodes        = file("newest_nodes")
	getNodes           = file("get_nodes")
	neighbours         = file("neighbours")
	edgesBetween       = file("edges_between")
	projectSome        = file("project_some")
	projectAll         = file("project_all")
	allNodes           = file("all_nodes")
	readExtent         = file("read_extent")
	pageEpisodes       = file("page_episodes")
	pageRelationships  = file("page_relationships")
	getModels          = file("get_models")
	insertModel        = file("insert_model")
	deleteModel        = file("delete_model")
	setModels          = file("set_models")
	countWaiting       = file("count_waiting")
	countVectors       = file("count_vectors")
	isWaiting          = file("is_waiting")
	stopWaiting        = file("stop_waiting")
	waitAll            = file("wait_all")
	wait               = file("wait")
	waitNew            = file("wait_new")
	deleteWaiting      = file("delete_waiting")
	findWaiting        = file("find_waiting")
	waitingWorkspaces  = file("waiting_workspaces")
	hold               = file("hold")
	getHeld            = file("get_held")
	letGo              = file("let_go")
	insertVector       = file("insert_vector")
	deleteVectors      = file("delete_vectors")
	deleteVectorsOf    = file("delete_vectors_of")
	readSequence       = file("read_sequence")
	pageVectors        = file("page_vectors")
	getVectors         = file("get_vectors")
	getNear            = file("get_near")
	getNamed           = file("get_named")
	filterVectors      = file("filter_vectors")
	filterAllVectors   = file("filter_all_vectors")
	filterTagged       = file("filter_tagged_vectors")
)

// rowsAtOnce is how many rows one statement of a large call inserts.
const rowsAtOnce = 50

// The same inserts for rowsAtOnce rows.
var (
	insertEpisodes  = insertEpisode.times(rowsAtOnce)
	insertManyTerms = insertTerms.times(rowsAtOnce)
)

// times returns the statement for n rows. It must end with the values of one row.
func (st *statement) times(n int) *statement {
	text := strings.TrimSpace(st.text)
	values := strings.Count(text[strings.LastIndex(text, "("):], "?")
	row := ", (?" + strings.Repeat(", ?", values-1) + ")"
	return &statement{name: st.name, text: text + strings.Repeat(row, n-1)}
}
