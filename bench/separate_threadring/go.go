// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

// When the token has come to its end it goes round once more, and each member with it.
func member(number, n int, from <-chan int, to chan<- int, last chan<- int) {
	for token := 1; token > 0; {
		token = <-from
		if token == 0 {
			last <- number
		}
		if token > 1-n {
			to <- token - 1
		}
	}
}

func run(n, passes int) int {
	last := make(chan int, 1)
	first := make(chan int)
	from := first
	for number := 1; number < n; number++ {
		to := make(chan int)
		go member(number, n, from, to, last)
		from = to
	}
	go member(n, n, from, first, last)
	first <- passes
	return <-last
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	passes, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(processors)
	run(n, passes/10)
	start := time.Now()
	last := run(n, passes)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(passes), last)
}
