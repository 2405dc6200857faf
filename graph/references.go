package graph

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// EpisodeRef names an episode in the arguments of a call: by its UUID in lower case, or by its serial number,
// such as "#3". Results always contain UUIDs.
type EpisodeRef string

// NotEpisode ends the details about a text that names no episode. The command line adds the text, and what may have been
// meant.
const NotEpisode = "must be a UUID or a serial number"

var errNotEpisode = errors.New(NotEpisode)

// UnmarshalText reads a UUID in any case, or a serial number with or without "#".
func (r *EpisodeRef) UnmarshalText(text []byte) error {
	var id ID
	if id.UnmarshalText(text) == nil {
		*r = EpisodeRef(id)
		return nil
	}
	number, marked := strings.CutPrefix(string(text), "#")
	serial, whole := input.Int(number)
	if !whole || serial < 1 || marked && strings.Trim(number, "0123456789") != "" {
		return errNotEpisode
	}
	*r = refOfSerial(serial)
	return nil
}

// TakesNumbers marks that arguments may contain a JSON number in place of a string.
func (EpisodeRef) TakesNumbers() {}

func refOfSerial(serial int64) EpisodeRef { return EpisodeRef("#" + strconv.FormatInt(serial, 10)) }

// serial returns the serial number in the reference, and false if it is a UUID.
func (r EpisodeRef) serial() (int64, bool) {
	number, is := strings.CutPrefix(string(r), "#")
	serial, err := strconv.ParseInt(number, 10, 64)
	return serial, is && err == nil
}

// resolved maps the references of one call to episodes. The zero value resolves UUIDs.
type resolved struct {
	bySerial map[EpisodeRef]ID
	// unknown holds made-up ids for serial numbers without an episode. No episode has such an id, so the store
	// reports them like unknown UUIDs: all that are missing, in the order given.
	unknown map[ID]EpisodeRef
}

// maxLookup is the highest number of serial numbers in one call of the store.
const maxLookup = 1000

// resolve looks up the serial numbers among references. It calls the store only if there are any.
func (s *Service) resolve(ctx context.Context, ws string, refs ...EpisodeRef) (resolved, error) {
	var r resolved
	var serials []int64
	for _, ref := range refs {
		if serial, is := ref.serial(); is {
			serials = append(serials, serial)
		}
	}
	if serials == nil {
		return r, nil
	}
	r.bySerial, r.unknown = map[EpisodeRef]ID{}, map[ID]EpisodeRef{}
	for some := range slices.Chunk(unique(serials), maxLookup) {
		found, err := s.store.EpisodeIDs(ctx, ws, some)
		if err != nil {
			return resolved{}, err
		}
		for _, serial := range some {
			ref, id := refOfSerial(serial), found[serial]
			if id == "" {
				id = NewID()
				r.unknown[id] = ref
			}
			r.bySerial[ref] = id
		}
	}
	return r, nil
}

// resolveAndAudit is resolve that also adds the episodes to the audit record. References that cannot be resolved
// are recorded as they were given.
func (s *Service) resolveAndAudit(ctx context.Context, ws string, note *usecase.Note, refs ...EpisodeRef) (resolved, error) {
	r, err := s.resolve(ctx, ws, refs...)
	r.audit(note, refs)
	return r, err
}

// audit adds the episodes that references stand for to an audit record.
func (r resolved) audit(note *usecase.Note, refs []EpisodeRef) {
	for _, ref := range refs {
		if id := r.id(ref); r.unknown[id] == "" {
			note.IDs(string(id))
		} else {
			note.IDs(string(ref))
		}
	}
}

// withEpisodes runs a use case whose input names episodes. It looks them up before it calls work.
func withEpisodes[In, Out any](
	ctx context.Context, s *Service, by audit.Caller, op usecase.Op, in In, refs []EpisodeRef,
	work func(ctx context.Context, named resolved) (Out, error),
) (Out, error) {
	return usecase.Do(ctx, s.runner, by, op, in, func(ctx context.Context, note *usecase.Note) (out Out, err error) {
		named, err := s.resolveAndAudit(ctx, by.Workspace, note, refs...)
		if err != nil {
			return out, err
		}
		return work(ctx, named)
	})
}

// id returns the id that a reference stands for.
func (r resolved) id(ref EpisodeRef) ID {
	if id, is := r.bySerial[ref]; is {
		return id
	}
	return ID(ref)
}

// ids returns the ids that references stand for, without duplicates, in the order given.
func (r resolved) ids(refs []EpisodeRef) []ID {
	ids := make([]ID, len(refs))
	for i, ref := range refs {
		ids[i] = r.id(ref)
	}
	return unique(ids)
}

// verdict replaces made-up ids with the caller's serial numbers in an error about missing episodes.
func (r resolved) verdict(err error) error {
	if len(r.unknown) == 0 || fault.CodeOf(err) != fault.NotFound {
		return err
	}
	own := *fault.From(err)
	for id, ref := range r.unknown {
		own.Details = strings.ReplaceAll(own.Details, string(id), string(ref))
	}
	return &own
}
