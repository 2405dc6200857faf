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
type statement struct {
	text  string
	brief bool // a cancelled call waits for it
}

//go:embed sql/*.sql
var sqlFiles embed.FS

// texts holds the statements of all files by name. A line "-- name: x" starts each.
var texts = load()

func load() map[string]string {
	files, err := sqlFiles.ReadDir("sql")
	if err != nil {
		panic(fmt.Sprintf("sqlitestore: %v", err))
	}
	found := map[string]string{}
	for _, file := range files {
		text, err := sqlFiles.ReadFile("sql/" + file.Name())
		if err != nil {
			panic(fmt.Sprintf("sqlitestore: %v", err))
		}
		for _, part := range strings.Split(string(text), "\n-- name: ")[1:] {
			name, body, _ := strings.Cut(part, "\n")
			found[name] = strings.TrimSpace(body)
		}
	}
	return found
}

// watched returns a statement that is interrupted when its call is cancelled. A name that is in no file panics when
// the program starts.
func watched(name string) *statement {
	text, known := texts[name]
	if !known {
		panic("sqlitestore: no statement " + name)
	}
	return &statement{text: text}
}

// brief returns a statement that runs to its end, because its arguments, or the relationships of one episode, bound
// its work. The driver starts two goroutines for each statement that it can interrupt. Without them, reading an
// episode takes a tenth less time, and a quarter less on a busy machine.
func brief(name string) *statement {
	st := watched(name)
	st.brief = true
	return st
}

// Transactions.
var (
	beginReading = &statement{text: "BEGIN", brief: true}
	beginWriting = &statement{text: "BEGIN IMMEDIATE", brief: true}
	commit       = &statement{text: "COMMIT", brief: true}
	rollback     = &statement{text: "ROLLBACK", brief: true}
	savepoint    = &statement{text: "SAVEPOINT one", brief: true}
	rollbackTo   = &statement{text: "ROLLBACK TO one", brief: true}
	release      = &statement{text: "RELEASE one", brief: true}
)

// dataVersion returns a number that changes whenever another connection commits.
var dataVersion = &statement{text: "PRAGMA data_version", brief: true}

// dropPages makes a connection read the file again.
var dropPages = &statement{text: "PRAGMA shrink_memory", brief: true}

// In sql/workspaces.sql.
var (
	readStatus      = brief("read_status")
	readIdentity    = brief("read_identity")
	advance         = brief("advance_generation")
	renewID         = brief("renew_id")
	getWorkspace    = brief("get_workspace")
	insertWorkspace = brief("insert_workspace")
	listWorkspaces  = watched("list_workspaces")
	listRecent      = watched("list_recent_workspaces")
	countIn         = brief("count_in")
	countOut        = brief("count_out")
	countChange     = brief("count_change")
	readChanges     = brief("read_changes")
	countEpisodes   = brief("count_episodes")
	countByKey      = brief("count_by_key")
	readExtent      = watched("read_extent")
	lastChange      = watched("last_change")
	setLanguages    = brief("set_languages")
)

// In sql/episodes.sql.
var (
	getEpisode     = brief("get_episode")
	getEpisodes    = watched("get_episodes")
	getNumbered    = brief("get_numbered")
	findNodes      = brief("find_nodes")
	findCreated    = brief("find_created")
	findSerials    = brief("find_serials")
	insertEpisode  = brief("insert_episode")
	replaceEpisode = brief("replace_episode")
	deleteEpisode  = brief("delete_episode")
	retireSerial   = brief("retire_serial")
	insertTags     = brief("insert_tags")
	insertNewTags  = watched("insert_new_tags")
	deleteTags     = brief("delete_tags")
	pageEpisodes   = watched("page_episodes")
)

// In sql/lists.sql.
var (
	countRange   = watched("count_range")
	countList    = watched("count_list")
	listEpisodes = watched("list_episodes")
	listBetween  = watched("list_between")
	countTagged  = watched("count_tagged")
	listTagged   = watched("list_tagged")
)

// In sql/text.sql.
var (
	pageIndexed = watched("page_indexed")
	insertText  = brief("insert_text")
	deleteText  = brief("delete_text")
	mergeTexts  = watched("merge_texts")
	insertTerms = brief("insert_terms")
	deleteTerms = brief("delete_terms")
	countText   = watched("count_text")
	lookUp      = watched("look_up")
	filterKeys  = watched("filter_keys")
	findAll     = watched("find_all")
	getMatches  = watched("get_matches")
)

// In sql/relationships.sql.
var (
	insertRelationship    = brief("insert_relationship")
	getInPlace            = brief("get_in_place")
	getRelationships      = brief("get_relationships")
	updateRelationship    = brief("update_relationship")
	deleteRelationship    = brief("delete_relationship")
	deleteOutgoing        = watched("delete_outgoing")
	deleteIncoming        = watched("delete_incoming")
	listRelationships     = watched("list_relationships")
	countRelationships    = brief("count_relationships")
	countAll              = watched("count_all_relationships")
	countDegrees          = brief("count_degrees")
	newestRelationships   = brief("newest_relationships")
	pageRelationships     = watched("page_relationships")
	backwardRelationships = watched("backward_relationships")
)

// In sql/walks.sql.
var (
	adjacent     = watched("adjacent")
	searchSteps  = watched("search_steps")
	getNames     = watched("get_names")
	reachOnwards = watched("reach_onwards")
	reachBack    = watched("reach_back")
	wholeType    = watched("whole_type")
)

// In sql/graphs.sql.
var (
	newestNodes  = watched("newest_nodes")
	getNodes     = watched("get_nodes")
	allNodes     = watched("all_nodes")
	neighbours   = watched("neighbours")
	edgesBetween = watched("edges_between")
	projectSome  = watched("project_some")
)

// In sql/order.sql.
var (
	ordersKept       = brief("orders_kept")
	findOrdered      = brief("find_ordered")
	getLevels        = watched("get_levels")
	setFollows       = watched("set_follows")
	setCauses        = watched("set_causes")
	restoreOrders    = watched("restore_orders")
	getOrdering      = brief("get_ordering")
	getEnds          = brief("get_ends")
	clearNotes       = brief("clear_notes")
	insertNotes      = watched("insert_notes")
	pageNotes        = watched("page_notes")
	findUnsettled    = watched("find_unsettled")
	getOrderState    = watched("get_order_state")
	countUnsettled   = watched("count_unsettled")
	getOrderToken    = brief("get_order_token")
	putOrderState    = brief("put_order_state")
	deleteOrderState = brief("delete_order_state")
	levelRows        = watched("level_rows")
	pageFollows      = watched("page_follows")
	pageCauses       = watched("page_causes")
	getPredecessors  = watched("get_predecessors")
)

// In sql/outline.sql.
var (
	outlineAll      = watched("outline_all")
	outlineTagged   = watched("outline_tagged")
	outlineDetails  = watched("outline_details")
	outlineTags     = watched("outline_tags")
	outlineSomeTags = watched("outline_some_tags")
	outlineEdges    = watched("outline_edges")
	outlineIncoming = watched("outline_incoming")
	listTags        = watched("list_tags")
)

// In sql/deletion.sql.
var (
	insertDeleted       = brief("insert_deleted")
	findDeleted         = brief("find_deleted")
	deleteHidden        = watched("delete_hidden")
	dropDeleted         = brief("drop_deleted")
	deleteRelationships = watched("delete_relationships")
	pageKeys            = watched("page_keys")
	deleteTagsOf        = watched("delete_tags_of")
	deleteTextsOf       = watched("delete_texts_of")
	deleteTermsOf       = watched("delete_terms_of")
	deleteVectorsIn     = watched("delete_vectors_in")
	deleteWaitingIn     = watched("delete_waiting_in")
	deleteEpisodes      = watched("delete_episodes")
	countDeleted        = brief("count_deleted")
	deleteNumbers       = watched("delete_numbers")
	resetWorkspace      = brief("reset_workspace")
)

// In sql/moves.sql.
var (
	getResidence   = brief("get_residence")
	setResidence   = brief("set_residence")
	clearResidence = brief("clear_residence")
	readNumbers    = brief("read_numbers")
)

// In sql/vectors.sql.
var (
	getModels        = brief("get_models")
	insertModel      = brief("insert_model")
	deleteModel      = watched("delete_model")
	setModels        = brief("set_models")
	insertVector     = brief("insert_vector")
	deleteVectors    = brief("delete_vectors")
	deleteVectorsOf  = watched("delete_vectors_of")
	countVectors     = watched("count_vectors")
	countEmbedded    = watched("count_embedded")
	readSequence     = brief("read_sequence")
	pageVectors      = watched("page_vectors")
	getVectors       = watched("get_vectors")
	getNear          = watched("get_near")
	getNamed         = watched("get_named")
	filterVectors    = watched("filter_vectors")
	filterAllVectors = watched("filter_all_vectors")
	filterTagged     = watched("filter_tagged_vectors")
)

// In sql/waiting.sql.
var (
	wait              = brief("wait")
	waitNew           = watched("wait_new")
	waitAll           = watched("wait_all")
	countWaiting      = watched("count_waiting")
	isWaiting         = brief("is_waiting")
	stopWaiting       = watched("stop_waiting")
	deleteWaiting     = brief("delete_waiting")
	findWaiting       = watched("find_waiting")
	waitingWorkspaces = watched("waiting_workspaces")
	hold              = watched("hold")
	getHeld           = brief("get_held")
	letGo             = watched("let_go")
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
	values := strings.Count(st.text[strings.LastIndex(st.text, "("):], "?")
	row := ", (?" + strings.Repeat(", ?", values-1) + ")"
	return &statement{text: st.text + strings.Repeat(row, n-1), brief: st.brief}
}
