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

func work(x uint64, steps int) uint64 {
	for ; steps > 0; steps-- {
		x = (x^x>>29)*6364136223846793005 + 1
	}
	return x
}

func produce(out chan<- uint64, first, step, items, steps int) {
	for i := first; i < items; i += step {
		out <- work(uint64(i), steps)
	}
}

func consume(in <-chan uint64, steps int) uint64 {
	sum := uint64(0)
	for item := range in {
		sum += work(item, steps)
	}
	return sum
}

func through(pairs, items, steps int) uint64 {
	c := make(chan uint64, 128)
	sums := make(chan uint64, pairs)
	var producers sync.WaitGroup
	for i := range pairs {
		producers.Go(func() { produce(c, i, pairs, items, steps) })
		go func() { sums <- consume(c, steps) }()
	}
	producers.Wait()
	close(c)
	sum := uint64(0)
	for range pairs {
		sum += <-sums
	}
	return sum
}

func main() {
	var args [4]int
	for i := range args {
		args[i], _ = strconv.Atoi(os.Args[i+1])
	}
	pairs, items, steps := args[1], args[2], args[3]
	runtime.GOMAXPROCS(args[0])
	through(pairs, items/10, steps)
	start := time.Now()
	sum := through(pairs, items, steps)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(items), sum&0xffffffffffff)
}
