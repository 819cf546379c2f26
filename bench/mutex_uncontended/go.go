// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

var lock sync.Mutex
var count int

//go:noinline
func loop(n int) {
	for i := 0; i < n; i++ {
		lock.Lock()
		count++
		lock.Unlock()
	}
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	loop(n / 10)
	count = 0
	start := time.Now()
	loop(n)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(n), count)
}
