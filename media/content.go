package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"plotline/internal/durable"
	"plotline/internal/fault"
	"plotline/internal/sharing"
)

// errCorrupt reports that a file exists but is not a metadata file.
var errCorrupt = errors.New("this is not a metadata file")

// file identifies a metadata file by its workspace's folder and its name.
type file struct{ dir, name string }

// content is a metadata file as it was read. It is immutable.
type content struct {
	file

	raw    []byte
	meta   *Metadata // nil if the file is corrupt
	weight int       // what it counts in the cache
	used   uint64

	once     sync.Once
	episodes GetEpisodesOutput
}

// joined returns the output of get-episodes, which is computed once per content.
func (c *content) joined() GetEpisodesOutput {
	c.once.Do(func() { c.episodes = join(c.meta) })
	return c.episodes
}

// Limits of what is read and cached, in bytes.
const (
	maxFileBytes  = 64 << 20 // of the text of one file
	maxCacheBytes = 64 << 20 // of all cached files, with their parsed values: see weigh
)

// buffers hold the text of a file while it is compared with the cache.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// load reads and parses a file. If the same bytes were parsed before, it returns that content. The error
// is fs.ErrNotExist, errCorrupt (with the content, for its name), the context's, or the disk's.
//
// Another program may be writing the file in place. So load reads a file again if it does not parse. The
// file counts as corrupt if it stays the same for 100 ms.
func (l *Library) load(ctx context.Context, name string) (*content, error) {
	var before []byte
	for still, total := 0, 0; ; total++ {
		raw, c, err := l.readCached(ctx, name)
		if c != nil || err != nil {
			return c, err
		}
		meta, err := Decode(raw)
		if err == nil {
			return l.cache.put(&content{file: file{l.dir, name}, raw: raw, meta: meta}), nil
		}
		if still++; !bytes.Equal(raw, before) {
			before, still = raw, 0
		}
		if still > 4 || total > 40 {
			l.logger.WarnContext(ctx, "skipped a damaged metadata file", "file", filepath.Join(l.dir, name), "error", err)
			return l.cache.put(&content{file: file{l.dir, name}, raw: raw}), errCorrupt
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(25 * time.Millisecond):
		}
	}
}

// readCached reads a file. It returns the cached content for these bytes, or else the bytes.
func (l *Library) readCached(ctx context.Context, name string) ([]byte, *content, error) {
	buffer, err := l.read(ctx, name)
	if err != nil {
		return nil, &content{file: file{l.dir, name}}, err
	}
	defer buffers.Put(buffer)
	c := l.cache.get(file{l.dir, name}, buffer.Bytes())
	switch {
	case c == nil:
		return append(make([]byte, 0, buffer.Len()), buffer.Bytes()...), nil, nil
	case c.meta == nil:
		return nil, c, errCorrupt
	}
	return nil, c, nil
}

// read reads a regular file. Opening any other kind could block forever.
func (l *Library) read(ctx context.Context, name string) (*bytes.Buffer, error) {
	path := filepath.Join(l.dir, name)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular() || info.Size() > maxFileBytes:
		if l.cache.first(file{l.dir, name}) {
			l.logger.WarnContext(ctx, "skipped a file that is not a metadata file, or is too large", "file", path)
		}
		return nil, errCorrupt
	}
	if l.payer != "" {
		if err := sharing.Reserve(ctx, l.payer, info.Size()); err != nil {
			return nil, err
		}
	}
	opened, err := durable.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case errors.Is(err, durable.ErrNotRegular): // it has just replaced the file
		return nil, errCorrupt
	}
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = opened.Close() }()
	raw := buffers.Get().(*bytes.Buffer)
	raw.Reset()
	raw.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := raw.ReadFrom(io.LimitReader(opened, maxFileBytes)); err != nil {
		return nil, unreadable(fmt.Errorf("%s: %w", name, err))
	}
	return raw, nil
}

// describes returns the summary of a metadata file. It has no path if the file cannot be read as metadata. It reads the
// file only if it has changed.
func (l *Library) describes(ctx context.Context, name string) (FolderSummary, error) {
	info, err := os.Stat(filepath.Join(l.dir, name))
	if err != nil {
		return FolderSummary{}, nil //nolint:nilerr // a file that has just gone is about nothing
	}
	if about, known := l.cache.described(file{l.dir, name}, info); known {
		return about, nil
	}
	c, err := l.load(ctx, name)
	var about FolderSummary
	switch {
	case err == nil:
		about = summary(c.meta)
	case ctx.Err() != nil:
		return about, ctx.Err()
	case fault.CodeOf(err) == fault.RateLimited: // there was no memory for it
		return about, err
	case !errors.Is(err, errCorrupt): // the next call tries again
		return about, nil
	}
	l.cache.describe(file{l.dir, name}, info, about)
	return about, nil
}

// cache keeps parsed files, so that an unchanged file is not parsed again.
type cache struct {
	mu      sync.Mutex
	files   map[file]*content
	headers map[file]header
	warned  map[file]bool
	size    int
	clock   uint64
}

// weigh returns about how many bytes a content needs: its text, and what is parsed and computed from it.
func (c *content) weigh() int {
	const fileBytes, textBytes, episodeBytes = 200, 16, 250 // without the characters of their texts
	bytes := len(c.raw)
	if c.meta == nil {
		return bytes
	}
	for i := range c.meta.MediaFiles {
		f := &c.meta.MediaFiles[i]
		bytes += fileBytes + len(f.text) + len(f.AbsolutePath)
		for _, text := range slices.Concat(f.SubtitleFilePaths, f.AudioFilePaths) {
			bytes += textBytes + len(text)
		}
	}
	if show := c.meta.TMDBTvShow; show != nil {
		for i := range show.Seasons {
			bytes += episodeBytes
			for _, e := range show.Seasons[i].Episodes {
				bytes += episodeBytes + len(e.Name) + len(e.Overview) + len(e.AirDate)
			}
		}
	}
	return bytes
}

// header is what search and List need to know about a file.
type header struct {
	info  fs.FileInfo
	about FolderSummary
}

// settling is the minimum age of a change from which size and time identify a file's content. File
// systems have timestamps as coarse as 2 seconds.
const settling = 2 * time.Second

func (c *cache) get(name file, raw []byte) *content {
	c.mu.Lock()
	held := c.files[name]
	if held != nil {
		c.clock++
		held.used = c.clock
	}
	c.mu.Unlock()
	if held == nil || !bytes.Equal(held.raw, raw) {
		return nil
	}
	return held
}

// put stores a content, and drops the least recently used ones while the cache is too large.
func (c *cache) put(now *content) *content {
	now.weight = now.weigh()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		c.files = map[file]*content{}
	}
	if old := c.files[now.file]; old != nil {
		c.size -= old.weight
	}
	c.clock++
	now.used = c.clock
	c.files[now.file] = now
	c.size += now.weight
	for c.size > maxCacheBytes {
		oldest := now
		for _, held := range c.files {
			if held.used < oldest.used {
				oldest = held
			}
		}
		delete(c.files, oldest.file)
		c.size -= oldest.weight
	}
	return now
}

func (c *cache) described(name file, info fs.FileInfo) (FolderSummary, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.headers[name]
	same := ok && os.SameFile(h.info, info) && h.info.Size() == info.Size() && h.info.ModTime().Equal(info.ModTime())
	return h.about, same
}

func (c *cache) describe(name file, info fs.FileInfo, about FolderSummary) {
	if time.Since(info.ModTime()) < settling {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.headers == nil {
		c.headers = map[file]header{}
	}
	c.headers[name] = header{info, about}
}

// first reports whether this is the first warning about a file.
func (c *cache) first(name file) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.warned[name] {
		return false
	}
	if c.warned == nil {
		c.warned = map[file]bool{}
	}
	c.warned[name] = true
	return true
}
