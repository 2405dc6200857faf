package httpclient

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
)

// Conn is a kept-alive connection. It is not safe for concurrent use.
type Conn struct {
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

// Answer is an HTTP reply.
type Answer struct {
	Status  int
	Session string // the session that began with it
	Stream  bool   // events follow; none has been read
	Body    []byte // valid until the next request on the connection
}

// Close closes the connection at once.
func (c *Conn) Close() { _ = c.conn.Close() }

// Do sends a request and reads the reply, except for the events of a stream.
func (c *Conn) Do(request []byte) (Answer, error) {
	if err := c.Send(request); err != nil {
		return Answer{}, err
	}
	return c.read()
}

// Send sends a request, or a part of one, without waiting.
func (c *Conn) Send(request []byte) error {
	_, err := c.conn.Write(request)
	return err
}

// Event reads the data of the next event of a stream. At the end it returns io.EOF.
func (c *Conn) Event() ([]byte, error) {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			return bytes.TrimSpace(data), nil
		}
		if string(line) == "0\r\n" { // the last chunk
			return nil, io.EOF
		}
	}
}

func (c *Conn) read() (Answer, error) {
	var got Answer
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return got, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return got, fmt.Errorf("no answer of HTTP: %q", line)
	}
	if got.Status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return got, fmt.Errorf("no answer of HTTP: %q", line)
	}
	length, chunked, err := c.head(&got)
	if err != nil || got.Stream {
		return got, err
	}
	c.body = c.body[:0]
	if chunked {
		err = c.chunks()
	} else {
		err = c.more(length)
	}
	got.Body = c.body
	return got, err
}

// head reads the headers.
func (c *Conn) head(got *Answer) (length int, chunked bool, err error) {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, false, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return length, chunked, nil
		}
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch string(name) { // as written by net/http
		case "Content-Length":
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, err
			}
		case "Transfer-Encoding":
			chunked = true
		case "Content-Type":
			got.Stream = bytes.HasPrefix(value, []byte("text/event-stream"))
		case "Mcp-Session-Id":
			got.Session = string(value)
		}
	}
}

// more reads a part of the body.
func (c *Conn) more(length int) error {
	start := len(c.body)
	c.body = append(c.body, make([]byte, length)...) // the compiler avoids a copy
	_, err := io.ReadFull(c.in, c.body[start:])
	return err
}

func (c *Conn) chunks() error {
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 31)
		if err != nil {
			return errors.Join(errors.New("a chunk without a length"), err)
		}
		if err := c.more(int(size)); err != nil {
			return err
		}
		if _, err := c.in.Discard(len("\r\n")); err != nil || size == 0 {
			return err
		}
	}
}
