// SPDX-License-Identifier: MIT
// reflect.Select, Go's only way to wait for a number of channels that is known late.
package main

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"time"
)

func next(state *uint64) uint64 {
	*state = *state*6364136223846793005 + 1442695040888963407
	return *state >> 33
}

func sends(c []chan int, rounds int, answers chan byte) {
	random := uint64(1)
	for i := range rounds {
		c[next(&random)%uint64(len(c))] <- i
		<-answers
	}
}

func two(cases []reflect.SelectCase, c []chan int, rounds int) (sum int) {
	answers := make(chan byte, 1)
	go sends(c, rounds, answers)
	for range rounds {
		_, item, _ := reflect.Select(cases)
		sum += int(item.Int())
		answers <- 0
	}
	return
}

func alone(cases []reflect.SelectCase, c []chan int, rounds int) (sum int) {
	random := uint64(1)
	for i := range rounds {
		c[next(&random)%uint64(len(c))] <- i
		_, item, _ := reflect.Select(cases)
		sum += int(item.Int())
	}
	return
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(processors)
	rounds := 10000000 / n // its cost is that of all channels
	c := make([]chan int, n)
	cases := make([]reflect.SelectCase, n)
	for i := range c {
		c[i] = make(chan int, 1)
		cases[i] = reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c[i])}
	}
	work := two
	if os.Args[3] == "alone" {
		work = alone
	}
	work(cases, c, rounds/10)
	start := time.Now()
	off := work(cases, c, rounds) - rounds*(rounds-1)/2
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(rounds), off)
}
