package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"plotline/api/tokens"
	"plotline/internal/access"
)

// tokensFile is the name of the tokens' file in the data folder.
const tokensFile = "tokens.json"

type tokenCommand struct {
	Create          tokenCreate           `cmd:"" help:"Create a token for a workspace. It is printed only once."`
	List            tokenList             `cmd:"" paged:"" help:"List the tokens, without their secrets."`
	Revoke          tokenRevoke           `cmd:"" help:"Revoke a token. Running servers reject it at once."`
	AddWorkspace    tokenAddWorkspaces    `cmd:"" help:"Let the pages also use other workspaces with a token."`
	RemoveWorkspace tokenRemoveWorkspaces `cmd:"" help:"Take other workspaces from a token. Running servers close its pages' connections to them."`
}

// tokenSettings are the flags of commands that manage tokens. These have a default file; a server uses
// tokens only if told to.
type tokenSettings struct {
	Tokens string `env:"PLOTLINE_TOKENS" placeholder:"FILE" help:"File of the tokens (default: tokens.json in the data folder)."`
}

func (t tokenSettings) path(s *settings) (string, error) {
	if t.Tokens != "" {
		return filepath.Abs(t.Tokens)
	}
	dir, err := s.dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, tokensFile), nil
}

type tokenCreate struct {
	tokenSettings
	Name    string      `arg:"" help:"Name of the token's holder, shown in the audit log."`
	Role    access.Role `required:"" enum:"reader,writer,reviewer,admin" help:"reader, writer (also reads), reviewer (reads, and decides on plans) or admin."`
	Others  []string    `name:"other-workspaces" placeholder:"WORKSPACE" help:"Workspaces that the pages may choose with this token, besides that of --workspace. MCP and other clients of REST stay in that one."`
	Expires string      `placeholder:"WHEN" help:"Duration (90d, 720h) or last day (2027-01-31) of validity (default: no end)."`
	jsonSettings
}

// Run creates a token. It prints only the token to standard output, so that it can be piped.
func (c *tokenCreate) Run(ctx context.Context, s *settings, std streams) error {
	path, err := c.path(s)
	if err != nil {
		return err
	}
	end, err := expiry(c.Expires, time.Now())
	if err != nil {
		return misuse{err}
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	made, secret, err := tokens.Create(ctx, path, tokens.Request{
		Name: c.Name, Role: c.Role, Workspace: s.Workspace, Others: c.Others, ExpiresAt: end,
	})
	if err != nil {
		return err
	}
	if err := c.show(std, made, secret); err != nil {
		return fmt.Errorf("the token could not be printed and is lost; to revoke it, run: plotline token revoke %s: %w", made.ID, err)
	}
	if c.JSON {
		return nil
	}
	_, _ = fmt.Fprintf(std.err, "This token is shown only once. It may %s in %s, and %s.\n"+
		"To use it, start the server with: plotline serve --tokens %s\n",
		roleText(made.Role), workspacesText(made), ending(made), path)
	return nil
}

// workspacesText names the workspaces of a token in words.
func workspacesText(t tokens.Token) string {
	if len(t.OtherWorkspaces) == 0 {
		return "the workspace " + t.Workspace
	}
	return fmt.Sprintf("the workspace %s, on the pages also in %s", t.Workspace, strings.Join(t.OtherWorkspaces, ", "))
}

// createdToken is a token with its secret, which is shown once.
type createdToken struct {
	tokens.Token
	Secret string `json:"token"`
}

func (c *tokenCreate) show(std streams, made tokens.Token, secret string) error {
	if c.JSON {
		return printJSON(std.out, createdToken{made, secret})
	}
	_, err := fmt.Fprintln(std.out, secret)
	return err
}

// roleText describes in words what a role allows.
func roleText(role access.Role) string {
	var may []string
	for _, can := range []struct {
		action access.Action
		word   string
	}{{access.Read, "read"}, {access.Write, "write"}, {access.Decide, "decide on proposals"}} {
		if role.May(can.action) {
			may = append(may, can.word)
		}
	}
	if last := len(may) - 1; last > 0 {
		return strings.Join(may[:last], ", ") + " and " + may[last]
	}
	return strings.Join(may, "")
}

func ending(t tokens.Token) string {
	if t.ExpiresAt == nil {
		return "does not expire"
	}
	return "expires at " + t.ExpiresAt.Format(time.RFC3339)
}

type tokenList struct {
	tokenSettings
	jsonSettings
}

// Run lists the tokens of all workspaces, because they share a file.
func (c *tokenList) Run(s *settings, std streams) error {
	path, err := c.path(s)
	if err != nil {
		return err
	}
	list, err := tokens.List(path)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, list)
	}
	if len(list) == 0 {
		printMessage(std, "There are no tokens in %s.", path)
		return nil
	}
	return tokenTable(std.out, list, time.Now())
}

func tokenTable(w io.Writer, list []tokens.Token, now time.Time) error {
	screen := screenOf(w)
	columns := []column{nameColumn, {title: "ID"}, {title: "ROLE"}, {title: "WORKSPACES", cut: cutEnd}, {title: "CREATED", paint: dimmed}, {title: "EXPIRES"}}
	rows := make([][]string, 0, len(list))
	for _, t := range list {
		end := "never"
		if t.ExpiresAt != nil {
			end = screen.since(*t.ExpiresAt)
			if !now.Before(*t.ExpiresAt) {
				end += " (expired)"
			}
		}
		rows = append(rows, []string{
			t.Name, t.ID, string(t.Role), strings.Join(t.Workspaces(), ","), screen.since(t.CreatedAt), end,
		})
	}
	return table(screen, columns, rows)
}

type tokenRevoke struct {
	tokenSettings
	jsonSettings
	Name string `arg:"" help:"Name or id of the token."`
}

// Run revokes a token of any workspace.
func (c *tokenRevoke) Run(ctx context.Context, s *settings, std streams) error {
	path, err := c.path(s)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	gone, err := tokens.Revoke(ctx, path, c.Name)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, gone)
	}
	_, err = fmt.Fprintf(std.out, "Revoked %s (%s), which had the role %s in the workspace %s.\n", gone.Name, gone.ID, gone.Role, gone.Workspace)
	return err
}

// tokenWorkspaces are the flags of commands that change the workspaces of a token.
type tokenWorkspaces struct {
	tokenSettings
	jsonSettings
	Name       string   `arg:"" help:"Name or id of the token."`
	Workspaces []string `arg:"" name:"workspace" help:"Workspaces other than the token's own."`
}

type tokenAddWorkspaces struct{ tokenWorkspaces }

// Run lists more workspaces in a token.
func (c *tokenAddWorkspaces) Run(ctx context.Context, s *settings, std streams) error {
	return c.change(ctx, s, std, tokens.AddWorkspaces)
}

type tokenRemoveWorkspaces struct{ tokenWorkspaces }

// Run removes workspaces from a token.
func (c *tokenRemoveWorkspaces) Run(ctx context.Context, s *settings, std streams) error {
	return c.change(ctx, s, std, tokens.RemoveWorkspaces)
}

func (c *tokenWorkspaces) change(
	ctx context.Context, s *settings, std streams, change func(ctx context.Context, path, name string, workspaces []string) (tokens.Token, error),
) error {
	path, err := c.path(s)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	changed, err := change(ctx, path, c.Name, c.Workspaces)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.out, changed)
	}
	_, err = fmt.Fprintf(std.out, "%s (%s) may %s in %s.\n", changed.Name, changed.ID, roleText(changed.Role), workspacesText(changed))
	return err
}
