package transcript

import (
	"context"
)

// Import reads transcripts of one project, each by the options that of returns for it, and calls a function with what it found.
// A row that several transcripts have counts once: forks have the rows of their parents, so they are read last. Files must be
// ordered by their start, as Find returns them. A file that cannot be read is given with its error; an error of each ends the
// import.
func Import(ctx context.Context, files []File, of func(File) Options, each func(File, Result, error) error) error {
	rows := seen{}
	var forks []File
	for pass, files := range [][]File{files, nil} {
		if pass == 1 {
			files = forks
		}
		for _, file := range files {
			o := of(file)
			o.Import, o.seen, o.forks = true, rows, pass == 1
			result, err := Read(ctx, file.Client, file.Path, o)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && result.forked && pass == 0 {
				forks = append(forks, file)
				continue
			}
			if err := each(file, result, err); err != nil {
				return err
			}
		}
	}
	return nil
}
