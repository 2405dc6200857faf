package audit

import (
	"context"
	"log/slog"
	"sync/atomic"
)

// Log writes records for the services. A nil *Log keeps no records.
type Log struct {
	sink   Sink
	mode   Mode
	logger *slog.Logger
	lost   atomic.Int64
	sick   [2]atomic.Bool // for records that last, and for others, because they may have files of their own
}

// NewLog returns a log on the sink. It reports each record that could not be written to the logger.
func NewLog(sink Sink, mode Mode, logger *slog.Logger) *Log {
	return &Log{sink: sink, mode: mode, logger: logger}
}

// Add writes the record if the mode selects it. It never fails, because the operation has already happened. A
// lost record is counted and logged.
func (l *Log) Add(ctx context.Context, rec Record) {
	if l == nil || !l.mode.Keeps(rec.Writes) {
		return
	}
	if all := len(rec.IDs); all > MaxIDs {
		rec.IDs, rec.IDCount = rec.IDs[:MaxIDs], all
	}
	err := l.sink.Write(rec)
	kind := 0
	if rec.lasting() {
		kind = 1
	}
	l.sick[kind].Store(err != nil)
	if err != nil {
		l.lost.Add(1)
		l.logger.ErrorContext(ctx, "audit record lost", "operation", rec.Operation, "error", err)
	}
}

// RecordsCalls reports whether every call is recorded where LastCall looks.
func (l *Log) RecordsCalls() bool {
	if l == nil || l.mode != All {
		return false
	}
	_, is := l.sink.(*File)
	return is
}

// LastCall returns the newest call of a client in a workspace, whichever process served it. It knows only of calls that
// are recorded in files.
func (l *Log) LastCall(workspace string) (Record, bool) {
	if l == nil {
		return Record{}, false
	}
	if file, is := l.sink.(*File); is {
		return file.calls.Last(workspace)
	}
	return Record{}, false
}

// Healthy reports whether the last record of each kind was written.
func (l *Log) Healthy() bool { return l == nil || !l.sick[0].Load() && !l.sick[1].Load() }

// Lost returns the number of records that could not be written since the start.
func (l *Log) Lost() int64 {
	if l == nil {
		return 0
	}
	return l.lost.Load()
}

// Close closes the sink.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	return l.sink.Close()
}
