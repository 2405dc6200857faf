package transfer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
)

// MaxLine is the maximum length of a line in bytes. The longest episode fits.
const MaxLine = 1 << 20

// batchBytes is the approximate maximum of text in a batch.
const batchBytes = 4 << 20

// JSONLines imports a stream of lines, with episodes before their relationships, in bounded memory. It skips
// existing items. An error names the line; the batches before it are stored, and running the import again
// resumes there. The next batch is read while one is stored.
func JSONLines(
	ctx context.Context, service Importer, by audit.Caller, r io.Reader,
) (graph.Imported, error) {
	var total graph.Imported
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan lineBatch, 1)
	var read error
	go func() {
		defer close(batches)
		read = readBatches(ctx, r, func(b lineBatch) bool {
			select {
			case batches <- b:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for b := range batches {
		done, err := service.Import(ctx, by, b.Import)
		if err != nil {
			return total, b.explain(err)
		}
		total.Add(done)
		usecase.Report(ctx, b.last, 0, "lines")
	}
	if err := ctx.Err(); err != nil {
		return total, fault.From(err)
	}
	return total, read
}

// lineBatch is the content of one import call, with its line numbers.
type lineBatch struct {
	graph.Import
	places map[string][]int // line numbers by name of the list
	bytes  int
	last   int // number of the last line
}

func newBatch() lineBatch { return lineBatch{places: map[string][]int{}} }

// explain adds the line of an error, or the range of lines that were being imported.
func (b *lineBatch) explain(err error) error {
	own := fault.From(err)
	list, _ := own.Extra["list"].(string)
	if index, known := own.Extra["index"].(int); known && index < len(b.places[list]) {
		return atLine(err, b.places[list][index])
	}
	first := b.last
	for _, lines := range b.places {
		first = min(first, lines[0])
	}
	return own.With("lines", fmt.Sprintf("%d–%d", first, b.last))
}

// errEnough ends reading because the caller needs no more.
var errEnough = errors.New("enough")

// readBatches calls yield with each batch until it returns false.
func readBatches(ctx context.Context, r io.Reader, yield func(lineBatch) bool) error {
	b := newBatch()
	err := eachLine(ctx, r, "import", MaxLine, func(line []byte, number int) error {
		item, err := readLine(bytes.Clone(line))
		if err != nil {
			return err
		}
		if b.full(item) {
			if !yield(b) {
				return errEnough
			}
			b = newBatch()
		}
		b.add(item, number, len(line))
		return nil
	})
	if err == nil && b.last > 0 {
		yield(b)
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// eachLine calls take with every non-empty line and its number, until take fails or ctx ends. A line may have
// at most longest bytes. Errors name the line. take must not keep the bytes.
func eachLine(ctx context.Context, r io.Reader, what string, longest int, take func(line []byte, number int) error) error {
	scanner := bufio.NewScanner(utf8Of(until(ctx, r)))
	scanner.Buffer(make([]byte, 0, 64<<10), longest)
	number := 0
	for scanner.Scan() {
		number++
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := take(line, number); errors.Is(err, errEnough) {
			return err
		} else if err != nil {
			return atLine(err, number)
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fault.Newf(fault.TooLarge, "line %d is longer than %d bytes", number+1, longest)
	} else if err != nil {
		return fmt.Errorf("reading the %s: %w", what, err)
	}
	return nil
}

// typeOf returns the type of a line.
func typeOf(line []byte, either string) (string, error) {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return "", fault.Invalid("this line is not a JSON object of %s", either).Because(err)
	}
	return head.Type, nil
}

// readLine decodes a line as an episodeLine or a relationshipLine.
func readLine(line []byte) (any, error) {
	kind, err := typeOf(line, "an episode or a relationship")
	if err != nil {
		return nil, err
	}
	switch kind {
	case "episode":
		return input.Decode[episodeLine](line)
	case "relationship":
		return input.Decode[relationshipLine](line)
	}
	return nil, fault.Invalid("type must be episode or relationship, not '%.100s'", kind)
}

// full reports whether an item needs a new batch. An episode after relationships does, because a batch stores
// its episodes first.
func (b *lineBatch) full(item any) bool {
	if b.bytes > batchBytes {
		return true
	}
	if _, is := item.(episodeLine); is {
		return len(b.Relationships) > 0 || len(b.Episodes) == graph.ImportLimit
	}
	return len(b.Relationships) == graph.ImportLimit
}

func (b *lineBatch) add(item any, number, size int) {
	list := graph.ImportedEpisodes
	switch line := item.(type) {
	case episodeLine:
		b.Episodes = append(b.Episodes, line.episode())
	case relationshipLine:
		list = graph.ImportedRelationships
		b.Relationships = append(b.Relationships, line.relationship())
	}
	b.note(list, number, size)
}

// note records the line and the size of the item added last.
func (b *lineBatch) note(list string, line, size int) {
	b.places[list] = append(b.places[list], line)
	b.bytes += size
	b.last = max(b.last, line)
}

// atLine adds the line number to an error and keeps its code and extra fields.
func atLine(err error, number int) error {
	own := *fault.From(err)
	own.Details = fmt.Sprintf("line %d: %s", number, own.Details)
	return own.With("line", number).Because(err)
}
