// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"sort"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

var stop atomic.Bool
var begun atomic.Int32

func yielder() {
	begun.Add(1)
	for !stop.Load() {
		for start := time.Now(); time.Since(start) < time.Millisecond; {
		}
		runtime.Gosched()
	}
}

func end(fd int) net.Conn {
	file := os.NewFile(uintptr(fd), "socket")
	c, err := net.FileConn(file)
	if err != nil {
		panic(err)
	}
	file.Close()
	return c
}

func echo(c net.Conn) {
	b := make([]byte, 1)
	for {
		if _, err := c.Read(b); err != nil {
			return
		}
		c.Write(b)
	}
}

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		panic(err)
	}
	near, far := end(fds[0]), end(fds[1])
	for i := 0; i < 8; i++ {
		go yielder()
	}
	go echo(far)
	for begun.Load() < 8 {
		time.Sleep(time.Millisecond)
	}
	late := make([]float64, n)
	b := make([]byte, 1)
	for i := range late {
		start := time.Now()
		if os.Args[1] == "ping" {
			near.Write(b)
			near.Read(b)
			late[i] = float64(time.Since(start)) / 2 / 1e6
		} else {
			time.Sleep(time.Millisecond)
			late[i] = float64(time.Since(start)-time.Millisecond) / 1e6
		}
	}
	stop.Store(true)
	sort.Float64s(late)
	fmt.Printf("value %.4f\ncheck %d\np50 %.4f\n", late[n*99/100], n, late[n/2])
}
