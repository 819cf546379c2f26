// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

func answer(in <-chan int, out chan<- int) {
	for item := range in {
		out <- item + 1
	}
}

func roundsOf(rounds int) int {
	there, back := make(chan int), make(chan int)
	go answer(there, back)
	sum := 0
	for i := range rounds {
		there <- i
		sum += <-back
	}
	close(there)
	return 2*sum - rounds*(rounds+1)
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	rounds, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(processors)
	roundsOf(rounds / 10)
	start := time.Now()
	off := roundsOf(rounds)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(rounds), off)
}
