// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

func fib(n int) int {
	if n < 2 {
		return n
	}
	var wg sync.WaitGroup
	var a int
	wg.Add(1)
	go func() {
		a = fib(n - 1)
		wg.Done()
	}()
	b := fib(n - 2)
	wg.Wait()
	return a + b
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	fib(n - 3)
	start := time.Now()
	result := fib(n)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/1e6, result)
}
