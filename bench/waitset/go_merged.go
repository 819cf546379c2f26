// SPDX-License-Identifier: MIT
// A goroutine for each channel, which passes on to one channel what it receives.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

const rounds = 1000000

func next(state *uint64) uint64 {
	*state = *state*6364136223846793005 + 1442695040888963407
	return *state >> 33
}

func sends(c []chan int, answers chan byte) {
	random := uint64(1)
	for i := range rounds {
		c[next(&random)%uint64(len(c))] <- i
		<-answers
	}
}

func two(all chan int, c []chan int) (sum int) {
	answers := make(chan byte, 1)
	go sends(c, answers)
	for range rounds {
		sum += <-all
		answers <- 0
	}
	return
}

func alone(all chan int, c []chan int) (sum int) {
	random := uint64(1)
	for i := range rounds {
		c[next(&random)%uint64(len(c))] <- i
		sum += <-all
	}
	return
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(processors)
	all := make(chan int, 1)
	c := make([]chan int, n)
	for i := range c {
		c[i] = make(chan int, 1)
		go func() {
			for item := range c[i] {
				all <- item
			}
		}()
	}
	work := two
	if os.Args[3] == "alone" {
		work = alone
	}
	work(all, c)
	start := time.Now()
	off := work(all, c) - rounds*(rounds-1)/2
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(rounds), off)
}
