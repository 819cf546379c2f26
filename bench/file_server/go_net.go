// SPDX-License-Identifier: MIT
// A file server written by hand on package net, one goroutine for each connection. Arguments: directory, port.
// GET and HEAD, connections kept alive, types by extension, Last-Modified and If-Modified-Since, no way out of
// the directory, slow clients dropped; SIGINT ends it once its requests are answered.
package main

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	timeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"
	headTime   = 10 * time.Second // for a request to arrive in
	idleTime   = 60 * time.Second // for a connection to be silent
	inOneWrite = 256 << 10        // larger files go out by sendfile
)

var (
	root     string
	types    = map[string]string{".html": "text/html; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml"}
	now      atomic.Pointer[string]
	stopping atomic.Bool
	readers  = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4096) }}
	buffers  = sync.Pool{New: func() any { b := make([]byte, 0, 4096); return &b }}
)

type request struct {
	method, target string
	since          string // If-Modified-Since
	keep           bool
}

// read gets a request's head; its strings are its own.
func (r *request) read(in *bufio.Reader) bool {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return false
	}
	words := strings.Fields(string(line))
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") {
		return false
	}
	r.method, r.target, r.since, r.keep = words[0], words[1], "", words[2] != "HTTP/1.0"
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return false
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			return true
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, []byte("Connection")):
			r.keep = !bytes.EqualFold(value, []byte("close")) && (r.keep || bytes.EqualFold(value, []byte("keep-alive")))
		case bytes.EqualFold(name, []byte("If-Modified-Since")):
			r.since = string(value)
		case bytes.EqualFold(name, []byte("Content-Length")) && string(value) != "0", bytes.EqualFold(name, []byte("Transfer-Encoding")):
			r.keep = false // its body is not read
		}
	}
}

func head(b []byte, r *request, status string, length int64) []byte {
	b = append(b, "HTTP/1.1 "...)
	b = append(b, status...)
	b = append(b, "\r\nDate: "...)
	b = append(b, *now.Load()...)
	b = append(b, "\r\nContent-Length: "...)
	b = strconv.AppendInt(b, length, 10)
	if !r.keep {
		b = append(b, "\r\nConnection: close"...)
	}
	return b
}

func plain(out *net.TCPConn, b []byte, r *request, status string) ([]byte, error) {
	b = append(head(b, r, status, int64(len(status)+1)), "\r\nContent-Type: text/plain\r\n\r\n"...)
	if r.method != "HEAD" {
		b = append(append(b, status...), '\n')
	}
	_, err := out.Write(b)
	return b, err
}

// answer sends what r asks for; b is room for it, and what is returned that room again.
func answer(out *net.TCPConn, b []byte, r *request) ([]byte, error) {
	if r.method != "GET" && r.method != "HEAD" {
		return plain(out, b, r, "405 Method Not Allowed")
	}
	target, _, _ := strings.Cut(r.target, "?")
	if strings.IndexByte(target, '%') >= 0 {
		target, _ = url.PathUnescape(target)
	}
	if !strings.HasPrefix(target, "/") || strings.IndexByte(target, 0) >= 0 {
		return plain(out, b, r, "400 Bad Request")
	}
	name := path.Clean(target)
	if strings.HasSuffix(target, "/") {
		name = path.Join(name, "index.html")
	}
	fd, err := syscall.Open(root+name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return plain(out, b, r, "404 Not Found")
	}
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		syscall.Close(fd)
		return plain(out, b, r, "404 Not Found")
	}
	modified := time.Unix(stat.Mtim.Sec, 0).UTC()
	if r.since != "" {
		if since, err := time.Parse(timeFormat, r.since); err == nil && !modified.After(since) {
			syscall.Close(fd)
			_, err = out.Write(append(head(b, r, "304 Not Modified", stat.Size), "\r\n\r\n"...))
			return b, err
		}
	}
	b = append(head(b, r, "200 OK", stat.Size), "\r\nContent-Type: "...)
	if kind, known := types[path.Ext(name)]; known {
		b = append(b, kind...)
	} else {
		b = append(b, "application/octet-stream"...)
	}
	b = modified.AppendFormat(append(b, "\r\nLast-Modified: "...), timeFormat)
	b = append(b, "\r\n\r\n"...)
	if r.method == "GET" && stat.Size > inOneWrite {
		file := os.NewFile(uintptr(fd), name)
		defer file.Close()
		if _, err = out.Write(b); err == nil {
			_, err = io.CopyN(out, file, stat.Size)
		}
		return b, err
	}
	if r.method == "GET" {
		start := len(b)
		b = append(b, make([]byte, stat.Size)...)
		for done := start; done < len(b) && err == nil; {
			n, e := syscall.Read(fd, b[done:])
			if done += n; e != nil || n <= 0 {
				err = io.ErrUnexpectedEOF
			}
		}
	}
	syscall.Close(fd)
	if err == nil {
		_, err = out.Write(b)
	}
	return b, err
}

func serve(c *net.TCPConn) {
	defer c.Close()
	in := readers.Get().(*bufio.Reader)
	in.Reset(c)
	defer readers.Put(in)
	var r request
	for !stopping.Load() {
		c.SetReadDeadline(time.Now().Add(idleTime))
		if _, err := in.Peek(1); err != nil {
			return
		}
		c.SetReadDeadline(time.Now().Add(headTime))
		if !r.read(in) {
			return
		}
		b := buffers.Get().(*[]byte)
		c.SetWriteDeadline(time.Now().Add(idleTime))
		room, err := answer(c, (*b)[:0], &r)
		*b = room
		buffers.Put(b)
		if err != nil || !r.keep {
			return
		}
	}
}

func tick() {
	for {
		s := time.Now().UTC().Format(timeFormat)
		now.Store(&s)
		time.Sleep(time.Second)
	}
}

func main() {
	root = strings.TrimRight(os.Args[1], "/")
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	s := time.Now().UTC().Format(timeFormat)
	now.Store(&s)
	go tick()
	var open sync.Map
	var serving sync.WaitGroup
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	go func() {
		<-interrupt
		stopping.Store(true)
		listener.Close()
		open.Range(func(c, _ any) bool { c.(*net.TCPConn).CloseRead(); return true }) // wakes those that are idle
	}()
	for {
		c, err := listener.Accept()
		if err != nil {
			break
		}
		open.Store(c, nil)
		serving.Go(func() {
			serve(c.(*net.TCPConn))
			open.Delete(c)
		})
	}
	serving.Wait()
}
