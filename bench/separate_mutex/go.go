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

func run(n, times int) int {
	var lock sync.Mutex
	var workers sync.WaitGroup
	value := 0
	for range n {
		workers.Go(func() {
			for range times {
				lock.Lock()
				value++
				lock.Unlock()
			}
		})
	}
	workers.Wait()
	return value
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	times, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(processors)
	run(n, times/10)
	start := time.Now()
	value := run(n, times)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(n*times), value)
}
