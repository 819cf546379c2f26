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

type account struct {
	lock    sync.Mutex
	balance int
}

func next(state *uint32) int {
	*state = *state*1664525 + 1013904223
	return int(*state / 65536)
}

func run(n, times int) int {
	accounts := make([]account, n)
	for i := range accounts {
		accounts[i].balance = 100
	}
	var all sync.WaitGroup
	state := uint32(1)
	for i := range times {
		a := next(&state) % n
		b := (a + 1 + next(&state)%(n-1)) % n
		all.Go(func() {
			from, to := &accounts[a], &accounts[b]
			if a < b {
				from.lock.Lock()
				to.lock.Lock()
			} else {
				to.lock.Lock()
				from.lock.Lock()
			}
			from.balance -= i % 7
			to.balance += i % 7
			from.lock.Unlock()
			to.lock.Unlock()
		})
	}
	all.Wait()
	sum := 0
	for i := range accounts {
		sum += accounts[i].balance
	}
	return sum
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	times, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(processors)
	run(n, times/10)
	start := time.Now()
	sum := run(n, times)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(times), sum)
}
