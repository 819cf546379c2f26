// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

func produce(out chan<- int, items int) {
	for i := range items {
		out <- i
	}
	close(out)
}

func through(items int) int {
	c := make(chan int)
	go produce(c, items)
	sum := 0
	for item := range c {
		sum += item
	}
	return 2*sum - items*(items-1)
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	items, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(processors)
	through(items / 10)
	start := time.Now()
	off := through(items)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(items), off)
}
