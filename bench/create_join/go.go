// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

func roundOf(slots []int) {
	var wg sync.WaitGroup
	wg.Add(len(slots))
	for i := range slots {
		go func() {
			slots[i]++
			wg.Done()
		}()
	}
	wg.Wait()
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	rounds, _ := strconv.Atoi(os.Args[2])
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
