package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"plotline/internal/fault"
	"plotline/internal/input"
)

// schemaPrefix begins the references to schemas.
const schemaPrefix = "#/components/schemas/"

// bearer is the name of the only security scheme.
const bearer = "bearer"

// plainLists stops huma from publishing lists as nullable. Plotline's lists never are null.
var plainLists = sync.OnceFunc(func() { huma.DefaultArrayNullable = false })

// describe generates the OpenAPI 3.1 document of the routes from the input and output types of the use cases.
func describe(version string, routes []route, withTokens bool) ([]byte, error) {
	plainLists()
	registry := huma.NewMapRegistry(schemaPrefix, huma.DefaultSchemaNamer)
	registry.RegisterTypeAlias(reflect.TypeFor[input.Object](), reflect.TypeFor[map[string]any]())
	registry.RegisterTypeAlias(reflect.TypeFor[input.JSON](), reflect.TypeFor[json.RawMessage]())
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Plotline", Version: version,
			Description: "Episodes of what agents did, and the relationships between them. The same operations as the MCP tools, " +
				"under the same names of arguments and results.",
		},
		Tags: []*huma.Tag{
			{Name: tagEpisodes, Description: "What was tried, how it went, what was learned"},
			{Name: tagRelationships, Description: "Typed, weighted and directed, between two episodes"},
			{Name: tagGraph, Description: "Parts of the graph, order of episodes, cycles"},
			{Name: tagMedia, Description: "Metadata of the files in media folders"},
			{Name: tagPlans, Description: "Proposals of agents for media files, and the decisions of people"},
			{Name: tagScenes, Description: "Video scenes that a language model writes and changes, in projects, with all their versions"},
		},
		Components: &huma.Components{Schemas: registry},
	}
	if withTokens {
		doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
			bearer: {Type: "http", Scheme: "bearer", Description: "A token made by: plotline token create"},
		}
		doc.Security = []map[string][]string{{bearer: {}}}
	}
	problems := problemSchema(registry)
	for _, r := range routes {
		doc.AddOperation(r.operation(registry, problems))
	}
	return json.Marshal(doc)
}

// operation describes one route.
func (r route) operation(registry huma.Registry, problems *huma.Schema) *huma.Operation {
	op := &huma.Operation{
		OperationID: r.id, Method: r.method, Path: r.address(), Summary: r.summary, Tags: []string{r.tag},
		Responses: r.responses(registry, problems),
	}
	arguments := huma.SchemaFromType(registry, r.In)
	publishInput(registry, arguments, r.In)
	examples := map[string]any{}
	_ = json.Unmarshal([]byte(r.example), &examples) // a test parses every example
	inPath := r.inPath
	for _, name := range inPath {
		op.Parameters = append(op.Parameters, parameter("path", name, arguments, examples))
	}
	if r.ifMatch {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: headerIfMatch, In: "header", Description: "ETag of the state that the request is about", Schema: &huma.Schema{Type: huma.TypeString},
		})
	}
	if r.takesBody() {
		op.RequestBody = bodyOf(arguments, inPath, examples)
		return op
	}
	for _, name := range argumentNames(r.In) {
		if !slices.Contains(inPath, name) && fitsQuery(arguments.Properties[name]) {
			op.Parameters = append(op.Parameters, parameter("query", name, arguments, examples))
		}
	}
	if r.method == http.MethodGet {
		op.Responses["304"] = &huma.Response{Description: "Not modified since the ETag in If-None-Match"}
		op.Responses["431"] = &huma.Response{Description: "The address or the header is too long"}
	}
	return op
}

// fitsQuery reports whether a query can express an argument. Objects and lists of objects cannot be expressed.
func fitsQuery(argument *huma.Schema) bool {
	return argument.Ref == "" && (argument.Items == nil || argument.Items.Ref == "")
}

func parameter(in, name string, arguments *huma.Schema, examples map[string]any) *huma.Param {
	schema := *arguments.Properties[name]
	schema.Nullable = false // a query cannot express null
	schema.Enum = slices.DeleteFunc(slices.Clone(schema.Enum), func(value any) bool { return value == nil })
	if schema.MaxItems != nil && *schema.MaxItems > maxListed {
		most := maxListed
		schema.MaxItems = &most
	}
	p := &huma.Param{
		Name: name, In: in, Description: schema.Description, Example: examples[name],
		Required: in == "path" || slices.Contains(arguments.Required, name), Schema: &schema,
	}
	schema.Description = ""
	if schema.Type == huma.TypeArray {
		p.Style, p.Explode = "form", new(bool)
		*p.Explode = true
	}
	return p
}

// bodyOf returns the schema of the arguments that are not in the path.
func bodyOf(arguments *huma.Schema, inPath []string, examples map[string]any) *huma.RequestBody {
	body := *arguments
	body.Properties = maps.Clone(arguments.Properties)
	body.Required = slices.DeleteFunc(slices.Clone(arguments.Required), func(name string) bool { return slices.Contains(inPath, name) })
	for _, name := range inPath {
		delete(body.Properties, name)
		delete(examples, name)
	}
	return &huma.RequestBody{
		Required: len(body.Required) > 0,
		Content:  map[string]*huma.MediaType{mimeJSON: {Schema: &body, Example: examples}},
	}
}

// argumentNames returns the names of the arguments in the order of the struct.
func argumentNames(t reflect.Type) []string {
	var names []string
	for field := range t.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// responses describes the possible responses.
func (r route) responses(registry huma.Registry, problems *huma.Schema) map[string]*huma.Response {
	out := registry.Schema(r.Out, true, r.Name)
	publishOutput(registry, out, r.Out)
	success := &huma.Response{
		Description: "Done",
		Content:     map[string]*huma.MediaType{mimeJSON: {Schema: out}},
		Links:       r.links(),
	}
	if r.drawn {
		for _, f := range formats[1:] {
			success.Content[f.mime] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		}
		success.Headers = map[string]*huma.Param{
			headerTruncated:  {Description: "Whether max_nodes left out episodes", Schema: &huma.Schema{Type: huma.TypeBoolean}},
			headerTotalNodes: {Description: "Number of episodes before max_nodes was applied", Schema: &huma.Schema{Type: huma.TypeInteger}},
		}
	}
	all := map[string]*huma.Response{strconv.Itoa(r.status): success}
	for _, code := range r.codes() {
		all[strconv.Itoa(statuses[code])] = problemResponse(code.Title(), statuses[code], code, problems)
	}
	if r.ifMatch {
		status := http.StatusPreconditionFailed
		all[strconv.Itoa(status)] = problemResponse("It is not what If-Match names any more", status, fault.Conflict, problems)
	}
	if r.takesBody() {
		status := http.StatusUnsupportedMediaType
		all[strconv.Itoa(status)] = problemResponse("The body is not JSON", status, fault.InvalidArgument, problems)
	}
	return all
}

// problemResponse describes an error response, with an example.
func problemResponse(description string, status int, code fault.Code, problems *huma.Schema) *huma.Response {
	example := problem(&refusal{known: fault.New(code, "…"), status: status}, "01930000-0000-7000-8000-00000000000f")
	return &huma.Response{
		Description: description, Content: map[string]*huma.MediaType{problemType: {Schema: problems, Example: example}},
	}
}

// codes returns the error codes that the route may return.
func (r route) codes() []fault.Code {
	codes := []fault.Code{
		fault.InvalidArgument, fault.Unauthenticated, fault.PermissionDenied, fault.NotFound, fault.TooLarge,
		fault.RateLimited, fault.Internal, fault.Unavailable, fault.Timeout,
	}
	if r.Writes {
		codes = append(codes, fault.Conflict)
	}
	return codes
}

// problemSchema registers the schema of an error.
func problemSchema(registry huma.Registry) *huma.Schema {
	type Problem struct {
		Type      string `json:"type" doc:"Names the kind of problem"`
		Title     string `json:"title" doc:"A short title for the code"`
		Status    int    `json:"status"`
		Detail    string `json:"detail" doc:"What is wrong, with the value, and what to do"`
		Code      string `json:"code" doc:"The error code, for programs"`
		RequestID string `json:"request_id"`

		Faults []input.Fault `json:"faults,omitempty" doc:"Every argument that is wrong, if there are several; detail describes the first"`
	}
	schema := registry.Schema(reflect.TypeFor[Problem](), true, "Problem")
	whole := registry.SchemaFromRef(schema.Ref)
	for _, code := range fault.Codes() {
		whole.Properties["code"].Enum = append(whole.Properties["code"].Enum, string(code))
	}
	whole.AdditionalProperties = true // fields of single errors, such as cycle_path or index
	return schema
}
