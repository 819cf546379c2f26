// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

type creature struct {
	number, colour int
	partner        chan creature
}

type place struct {
	sync.Mutex
	left  int
	waits *creature
}

func complement(a, b int) int {
	if a == b {
		return a
	}
	return 3 - a - b
}

func (c *creature) live(p *place, ended chan<- int) {
	met, same := 0, 0
	for {
		var other creature
		p.Lock()
		if p.left == 0 {
			p.Unlock()
			ended <- met + same*1000000000
			return
		}
		if w := p.waits; w == nil {
			p.waits = c
			p.Unlock()
			other = <-c.partner
		} else {
			p.waits = nil
			p.left--
			other = *w
			p.Unlock()
			w.partner <- *c
		}
		met++
		if other.number == c.number {
			same++
		}
		c.colour = complement(c.colour, other.colour)
	}
}

func game(n, meetings int) int {
	p := &place{left: meetings}
	ended := make(chan int)
	for i := range n {
		go (&creature{i, i % 3, make(chan creature)}).live(p, ended)
	}
	sum := 0
	for range n {
		sum += <-ended
	}
	return sum
}

func run(meetings int) int {
	return game(3, meetings) + game(10, meetings)
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	meetings, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(processors)
	run(meetings / 10)
	start := time.Now()
	sum := run(meetings)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(2*meetings), sum)
}
