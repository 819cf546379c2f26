// SPDX-License-Identifier: MIT
// A goroutine that has the counter, and channels to it; a mutex for a reservation.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

func call(times int) int {
	add, total := make(chan int, 1024), make(chan int)
	go func() {
		value := 0
		for by := range add {
			value += by
		}
		total <- value
	}()
	for i := 0; i < times; i++ {
		add <- 1
	}
	close(add)
	return <-total
}

func round(times int) int {
	add, get := make(chan int), make(chan int)
	go func() {
		value := 0
		for by := range add {
			value += by
			get <- value
		}
	}()
	total := 0
	for i := 0; i < times; i++ {
		add <- 1
		total = <-get
	}
	close(add)
	return total
}

func reserve(times int) int {
	var lock sync.Mutex
	value := 0
	for i := 0; i < times; i++ {
		lock.Lock()
		value++
		lock.Unlock()
	}
	return value
}

func main() {
	run := map[string]func(int) int{"call": call, "round": round, "reserve": reserve, "passive": reserve}[os.Args[1]]
	processors, _ := strconv.Atoi(os.Args[2])
	times, _ := strconv.Atoi(os.Args[3])
	if run == nil {
		os.Exit(77)
	}
	runtime.GOMAXPROCS(processors)
	run(times / 10)
	start := time.Now()
	total := run(times)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(times), total-times)
}
