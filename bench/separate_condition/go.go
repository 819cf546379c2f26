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
	turn := [2]*sync.Cond{sync.NewCond(&lock), sync.NewCond(&lock)}
	var workers sync.WaitGroup
	value := 0
	for i := range 2 * n {
		parity := i % 2
		workers.Go(func() {
			for range times {
				lock.Lock()
				for value%2 != parity {
					turn[parity].Wait()
				}
				value++
				lock.Unlock()
				turn[1-parity].Signal()
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
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(2*n*times), value)
}
