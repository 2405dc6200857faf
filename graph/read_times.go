package graph

import (
	"context"
	"time"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/timephrase"
	"plotline/internal/usecase"
)

// ReadTimesInput asks which period a question names.
type ReadTimesInput struct {
	Question string `json:"question" minLength:"1" maxLength:"8000"`
	TimeZone string `json:"time_zone,omitempty" maxLength:"100" doc:"IANA name, such as Europe/Berlin; by default the zone of the server"`
}

// ReadTimesOutput is the period as recall reads it. It is empty if the question names none.
type ReadTimesOutput struct {
	Time *RecallTime `json:"time,omitempty" doc:"The period that the question names"`
	Rest string      `json:"rest,omitempty" doc:"The question without its times"`
}

// ReadTimes reads the period that a question names, by the rules of recall. Pages offer it as a filter.
func (s *Service) ReadTimes(ctx context.Context, by audit.Caller, in ReadTimesInput) (ReadTimesOutput, error) {
	return usecase.Do(ctx, s.runner, by, opReadTimes, in, func(context.Context, *usecase.Note) (ReadTimesOutput, error) {
		zone, err := s.zoneNamed(in.TimeZone)
		if err != nil {
			return ReadTimesOutput{}, err
		}
		period, _, rest := periodOf(in.Question, s.now().In(zone))
		return ReadTimesOutput{Time: period, Rest: rest}, nil
	})
}

// zoneNamed returns a time zone by its name.
func (s *Service) zoneNamed(name string) (*time.Location, error) {
	if name == "" {
		return s.zone, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fault.Invalid("time_zone must be an IANA name, such as Europe/Berlin: %q", name)
	}
	return zone, nil
}

// periodOf reads the period of a question, and returns the question without it, and the outcome that this asks for if it
// asks for nothing else. Without a period it returns nil.
func periodOf(question string, now time.Time) (period *RecallTime, outcome timephrase.Outcome, rest string) {
	found, has := timephrase.Read(question, now)
	if !has {
		return nil, 0, ""
	}
	period = &RecallTime{Text: found.Text, As: timeRaises}
	if found.Only {
		period.As = timeFilters
	}
	if at := found.Range.Since; !at.IsZero() {
		period.Since = new(TimeOf(at))
	}
	if at := found.Range.Until; !at.IsZero() {
		period.Until = new(TimeOf(at) - 1)
	}
	return period, found.Outcome, found.Rest
}
