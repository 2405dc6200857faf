package audit

import (
	"context"
	"log/slog"
	"sync/atomic"
)

// Log is what the services write to. The zero value of a *Log, nil, keeps nothing.
type Log struct {
	sink   Sink
	mode   Mode
	logger *slog.Logger
	lost   atomic.Int64
	sick   atomic.Bool
}

// NewLog makes a log on the sink. The logger is told of each record that could not be written.
func NewLog(sink Sink, mode Mode, logger *slog.Logger) *Log {
	return &Log{sink: sink, mode: mode, logger: logger}
}

// Add keeps the record, if the mode asks for it. It never fails: an operation that was done stays
// done, and a record that was lost is counted and logged.
func (l *Log) Add(ctx context.Context, rec Record, writes bool) {
	if l == nil || !l.mode.Keeps(writes) {
		return
	}
	err := l.sink.Write(rec)
	l.sick.Store(err != nil)
	if err != nil {
		l.lost.Add(1)
		l.logger.ErrorContext(ctx, "audit record lost", "operation", rec.Operation, "error", err)
	}
}

// Healthy is false from a record that was lost until one that was written.
func (l *Log) Healthy() bool { return l == nil || !l.sick.Load() }

// Lost counts the records that could not be written since the start.
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
