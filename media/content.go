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
	"sync"
	"time"

	"plotline/internal/durable"
)

// errCorrupt reports that a file exists but is not a metadata file.
var errCorrupt = errors.New("this is not a metadata file")

// file identifies a metadata file by its workspace's folder and its name.
type file struct{ dir, name string }

// content is a metadata file as it was read. It is immutable.
type content struct {
	file

	raw  []byte
	meta *Metadata // nil if the file is corrupt
	used uint64

	once     sync.Once
	episodes GetEpisodesOutput
}

// joined returns the output of get-episodes, which is computed once per content.
func (c *content) joined() GetEpisodesOutput {
	c.once.Do(func() { c.episodes = join(c.meta) })
	return c.episodes
}

// Limits of what is read and cached, in bytes of text.
const (
	maxFileBytes  = 64 << 20 // of one file
	maxCacheBytes = 64 << 20 // of all files
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
		raw, c, err := l.readCached(name)
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
func (l *Library) readCached(name string) ([]byte, *content, error) {
	buffer, err := l.read(name)
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
func (l *Library) read(name string) (*bytes.Buffer, error) {
	path := filepath.Join(l.dir, name)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, unreadable(err)
	case !info.Mode().IsRegular() || info.Size() > maxFileBytes:
		if l.cache.first(file{l.dir, name}) {
			l.logger.Warn("skipped a file that is not a metadata file, or is too large", "file", path)
		}
		return nil, errCorrupt
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

// describes returns the folder that a metadata file is about, or "". It reads the file only if it has
// changed.
func (l *Library) describes(ctx context.Context, name string) (Path, error) {
	info, err := os.Stat(filepath.Join(l.dir, name))
	if err != nil {
		return "", nil //nolint:nilerr // a file that has just gone is about nothing
	}
	if folder, known := l.cache.described(file{l.dir, name}, info); known {
		return folder, nil
	}
	c, err := l.load(ctx, name)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	var folder Path
	if err == nil {
		folder = c.meta.MediaFolderPath
	}
	l.cache.describe(file{l.dir, name}, info, folder)
	return folder, nil
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

// header is what search needs to know about a file.
type header struct {
	info   fs.FileInfo
	folder Path
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		c.files = map[file]*content{}
	}
	if old := c.files[now.file]; old != nil {
		c.size -= len(old.raw)
	}
	c.clock++
	now.used = c.clock
	c.files[now.file] = now
	c.size += len(now.raw)
	for c.size > maxCacheBytes {
		oldest := now
		for _, held := range c.files {
			if held.used < oldest.used {
				oldest = held
			}
		}
		delete(c.files, oldest.file)
		c.size -= len(oldest.raw)
	}
	return now
}

func (c *cache) described(name file, info fs.FileInfo) (Path, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.headers[name]
	same := ok && os.SameFile(h.info, info) && h.info.Size() == info.Size() && h.info.ModTime().Equal(info.ModTime())
	return h.folder, same
}

func (c *cache) describe(name file, info fs.FileInfo, folder Path) {
	if time.Since(info.ModTime()) < settling {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.headers == nil {
		c.headers = map[file]header{}
	}
	c.headers[name] = header{info, folder}
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
