// SPDX-License-Identifier: MIT
// With Go's flight recorder running.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/trace"
	"strconv"
	"time"
)

func yields(rounds int) {
	for range rounds {
		runtime.Gosched()
	}
}

func answer(in <-chan int, out chan<- int) {
	for item := range in {
		out <- item + 1
	}
}

func yieldRounds(rounds int) int {
	done := make(chan bool)
	go func() {
		yields(rounds)
		done <- true
	}()
	yields(rounds)
	<-done
	return 2 * rounds
}

func channelRounds(rounds int) int {
	there, back := make(chan int), make(chan int)
	go answer(there, back)
	sum := 0
	for i := range rounds {
		there <- i
		sum += <-back
	}
	close(there)
	if sum != rounds*(rounds+1)/2 {
		return 0
	}
	return rounds
}

func main() {
	processors, _ := strconv.Atoi(os.Args[2])
	rounds, _ := strconv.Atoi(os.Args[3])
	work := channelRounds
	if os.Args[1] == "yield" {
		work = yieldRounds
	}
	runtime.GOMAXPROCS(processors)
	if err := trace.NewFlightRecorder(trace.FlightRecorderConfig{}).Start(); err != nil {
		panic(err)
	}
	work(rounds / 10)
	start := time.Now()
	done := work(rounds)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(done), done)
}
