// SPDX-License-Identifier: MIT
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

func complete(slots []int) {
	var wg sync.WaitGroup
	wg.Add(len(slots))
	for i := range slots {
		go func() {
			defer wg.Done()
			slots[i]++
		}()
	}
	wg.Wait()
}

func early(slots []int) {
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	wg.Add(len(slots))
	for i := range slots {
		go func() {
			defer wg.Done()
			timer := time.NewTimer(time.Hour)
			defer timer.Stop()
			select {
			case <-ctx.Done():
				slots[i]++
			case <-timer.C:
			}
		}()
	}
	runtime.Gosched()
	cancel()
	wg.Wait()
}

func main() {
	roundOf := complete
	if os.Args[1] == "early" {
		roundOf = early
	}
	n, _ := strconv.Atoi(os.Args[2])
	rounds, _ := strconv.Atoi(os.Args[3])
	slots := make([]int, n)
	for i := 0; i < rounds/10; i++ {
		roundOf(slots)
	}
	start := time.Now()
	for i := 0; i < rounds; i++ {
		roundOf(slots)
	}
	took := float64(time.Since(start).Nanoseconds())
	sum := 0
	for _, s := range slots {
		sum += s
	}
	fmt.Printf("value %.4f\ncheck %d\n", took/float64(n*rounds), sum)
}
