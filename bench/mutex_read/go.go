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

const words = 16

type table struct {
	lock sync.RWMutex
	word [words]int
}

//go:noinline
func (t *table) isTorn() int {
	t.lock.RLock()
	torn := 0
	for i := 1; i < words; i++ {
		if t.word[i] != t.word[0] {
			torn = 1
		}
	}
	t.lock.RUnlock()
	return torn
}

//go:noinline
func (t *table) increment() {
	t.lock.Lock()
	for i := range words {
		t.word[i]++
	}
	t.lock.Unlock()
}

func work(t *table, operations, every int) int {
	torn := 0
	for i := 1; i <= operations; i++ {
		if every != 0 && i%every == 0 {
			t.increment()
		} else {
			torn += t.isTorn()
		}
	}
	return torn
}

var t table

func through(threads, operations, every int) int {
	torn := make(chan int, threads)
	before, sum := t.word[0], 0
	for range threads {
		go func() { torn <- work(&t, operations/threads, every) }()
	}
	for range threads {
		sum += <-torn
	}
	return (t.word[0]-before)*1000 + sum
}

func main() {
	var args [4]int
	for i := range args {
		args[i], _ = strconv.Atoi(os.Args[i+1])
	}
	threads, operations, every := args[1], args[2], args[3]
	runtime.GOMAXPROCS(args[0])
	through(threads, operations/10, every)
	start := time.Now()
	check := through(threads, operations, every)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(operations), check)
}
