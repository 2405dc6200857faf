package transfer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"syscall"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
)

// Exporter is the part of graph.Service that an export needs.
type Exporter interface {
	Export(ctx context.Context, by audit.Caller, sink graph.ExportSink) (graph.Exported, error)
}

// Export writes a workspace as JSON Lines, which JSONLines reads. Episodes come first, by serial number, then
// relationships by id. The fields have a fixed order, so the same graph gives the same bytes from every
// store. Export needs the memory of one page.
func Export(ctx context.Context, service Exporter, by audit.Caller, w io.Writer) (graph.Exported, error) {
	out := bufio.NewWriterSize(w, 256<<10)
	lines := &lineWriter{json.NewEncoder(out)}
	lines.enc.SetEscapeHTML(false)
	done, err := service.Export(ctx, by, lines)
	if unflushed := unwritten(out.Flush()); err == nil { // what could be read is written, whatever the end
		err = unflushed
	}
	return done, err
}

// lineWriter writes each episode or relationship as a line.
type lineWriter struct{ enc *json.Encoder }

// Episode implements graph.ExportSink.
func (w *lineWriter) Episode(e graph.NewEpisode) error {
	return unwritten(w.enc.Encode(lineOfEpisode(e)))
}

// Relationship implements graph.ExportSink.
func (w *lineWriter) Relationship(r graph.Relationship) error {
	return unwritten(w.enc.Encode(lineOfRelationship(r)))
}

// unwritten converts a write error. It includes the system's text, because the disk or pipe is the caller's
// own.
func unwritten(err error) error {
	var number syscall.Errno
	switch {
	case err == nil:
		return nil
	case errors.As(err, &number):
		return fault.Newf(fault.Unavailable, "the export cannot be written: %s", number.Error()).Because(err)
	}
	return fault.New(fault.Unavailable, "the export cannot be written").Because(err)
}
