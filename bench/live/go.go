// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var wg sync.WaitGroup
	var through atomic.Int64
	gate := make(chan struct{})
	wg.Add(n)
	for i := 0; i < n; i++ {
		go func() {
			<-gate
			through.Add(1)
			wg.Done()
		}()
	}
	time.Sleep(100 * time.Millisecond)
	for i := 0; i < n; i++ {
		gate <- struct{}{}
	}
	wg.Wait()
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	fmt.Printf("value %.1f\ncheck %d\n", float64(usage.Maxrss)/1024, through.Load())
}
