package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/recording/remote"
	"plotline/internal/recording/setup"
	"plotline/internal/recording/spool"
)

// tokenVariable has the token of a server. It is read by setup alone.
const tokenVariable = "PLOTLINE_TOKEN"

// destination returns where recording goes. For a server it makes sure that the token may write there. The token is to be kept in
// TokenFile; it is "" if it is in a file already, or if the server needs none.
func (c *setupCommand) destination(ctx context.Context, s *settings, dataDir string, now spool.Settings) (to setup.Destination, token string, err error) {
	to = s.destination(dataDir)
	if c.Server == "" {
		return to, "", nil
	}
	to.Store, to.Address, to.Database, to.Person = spool.ToServer, c.Server, "", c.Person
	if to.TokenFile, token, err = c.token(now); err != nil {
		return to, "", err
	}
	tried := spool.Settings{Address: c.Server, TokenFile: to.TokenFile, Person: c.Person}
	if token != "" { // it is written once the person has agreed
		draft, err := os.CreateTemp("", "plotline-token-") // readable by this user alone
		if err != nil {
			return to, "", err
		}
		defer func() { _ = os.Remove(draft.Name()) }()
		if _, err := draft.WriteString(token); errors.Join(err, draft.Close()) != nil {
			return to, "", err
		}
		tried.TokenFile = draft.Name()
	}
	memory := remote.New(tried)
	defer memory.Close()
	if err := memory.Check(ctx); err != nil {
		known := fault.From(err)
		return to, "", fault.New(known.Code, cmp.Or(known.Details, known.Title())+" Nothing was changed.").Because(err)
	}
	return to, token, nil
}

// token returns the file of the token, and the token if it is to be written there.
func (c *setupCommand) token(now spool.Settings) (file, token string, err error) {
	if c.TokenFile != "" {
		if file, err = filepath.Abs(c.TokenFile); err != nil {
			return "", "", err
		}
		info, err := os.Stat(file)
		if err != nil {
			return "", "", misuse{fmt.Errorf("--token-file: %w", err)}
		}
		const others = 0o077
		if runtime.GOOS != "windows" && info.Mode().Perm()&others != 0 {
			return "", "", misuse{fmt.Errorf("--token-file: others can read %s; run: chmod 600 %s", file, file)}
		}
		return file, "", nil
	}
	if token = strings.TrimSpace(os.Getenv(tokenVariable)); token != "" {
		file, err = ownTokenFile()
		return file, token, err
	}
	if now.Address == c.Server { // set up again, or for another agent
		return now.TokenFile, "", nil
	}
	return "", "", nil
}

// ownTokenFile returns the file in which setup keeps a token of the environment.
func ownTokenFile() (string, error) {
	file, err := spool.SettingsFile()
	return filepath.Join(filepath.Dir(file), "server-token"), err
}

// keepToken writes the file of a token, unless that is "".
func keepToken(file, token string) error {
	if token == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return durable.Write(file, []byte(token+"\n"), 0o600)
}

// termsOfServer says what setup says, where a server has what is kept.
func (c *setupCommand) termsOfServer(to setup.Destination, now spool.Settings) []string {
	texts := append(c.termsOfKeeping(),
		"Where: in the workspace of your token at "+to.Address+", with the tag project:NAME. Until a task is over, and while the server is away, in "+to.DataDir+".",
		"Who can read it: everyone with a token of that workspace. The agents of other people are told only which of your changes "+
			"failed or were reverted: files, checks, hashes and days. Your own machines are told your words.",
	)
	if strings.HasPrefix(to.Address, "http://") && isRemote(to.Address) {
		texts = append(texts, "The address is not https: everyone between this machine and the server can read the texts and the token.")
	}
	return append(texts, c.termsOfEnd(to, now)...)
}

// printPerson says how another machine joins.
func (c *setupCommand) printPerson(screen *screen) error {
	if c.Server == "" {
		return nil
	}
	now, err := spool.ReadSettings()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(screen, screen.wrapped(fmt.Sprintf(
		"To let another machine of yours learn from this one, give it the same token and run there: plotline setup %s --server %s --person %s", c.Client, c.Server, now.Person)))
	return err
}

// removeToken removes the token that setup has kept, once no agent is set up any more.
func removeToken() error {
	file, err := ownTokenFile()
	if err == nil {
		err = os.Remove(file)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
