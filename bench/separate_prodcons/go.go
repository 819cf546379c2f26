// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

// The channel has room for all items, so that no producer ever waits for a consumer.
func run(n, items int) int {
	queue := make(chan int, n*items)
	sums := make(chan int, n)
	for p := range n {
		go func() {
			for i := range items {
				queue <- p*items + i
			}
		}()
	}
	for range n {
		go func() {
			sum := 0
			for range items {
				sum += <-queue
			}
			sums <- sum
		}()
	}
	sum := 0
	for range n {
		sum += <-sums
	}
	return sum
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	items, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(processors)
	run(n, items/10)
	start := time.Now()
	sum := run(n, items)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(n*items), sum)
}
