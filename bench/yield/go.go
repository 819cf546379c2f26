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

func both(n int) int {
	var wg sync.WaitGroup
	var done [2]int
	wg.Add(2)
	for y := 0; y < 2; y++ {
		go func() {
			for i := 0; i < n; i++ {
				done[y]++
				runtime.Gosched()
			}
			wg.Done()
		}()
	}
	wg.Wait()
	return done[0] + done[1]
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	both(n / 10)
	start := time.Now()
	done := both(n)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(done), done)
}
