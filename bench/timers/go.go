// SPDX-License-Identifier: MIT
// Arguments and check: ours.c. Go reads the clock for each timer that is armed.
package main

import (
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

type work struct {
	timers []*time.Timer
	order  []int
	limits []time.Duration
	left   int
	took   time.Duration
}

func (w *work) cancel(i int) {
	if w.timers[i].Stop() {
		w.left--
	} else {
		<-w.timers[i].C // it has fired
		w.left--
	}
}

func (w *work) cancelAll() {
	start := time.Now()
	for i := range w.timers {
		w.timers[i] = time.NewTimer(w.limits[i])
		w.left++
	}
	for _, i := range w.order {
		w.cancel(i)
	}
	w.took += time.Since(start)
}

func (w *work) again() {
	start := time.Now()
	for _, i := range w.order {
		w.timers[i].Reset(w.limits[i]) // cancels it and arms it again
	}
	w.took += time.Since(start)
}

func (w *work) work(anew bool, rounds int) {
	w.took = 0
	if anew {
		for i := range w.timers {
			w.timers[i] = time.NewTimer(w.limits[i])
			w.left++
		}
	}
	for range rounds {
		if anew {
			w.again()
		} else {
			w.cancelAll()
		}
	}
	if anew {
		for i := range w.timers {
			w.cancel(i)
		}
	}
}

func timers(anew bool, processors, n, rounds int) {
	all := make([]work, processors)
	for i := range all {
		w, random := &all[i], rand.New(rand.NewSource(int64(i)))
		n := n / processors
		w.timers, w.order, w.limits = make([]*time.Timer, n), random.Perm(n), make([]time.Duration, n)
		for j := range w.limits {
			w.limits[j] = time.Duration(1+random.Intn(3600000)) * time.Millisecond
		}
	}
	for _, times := range []int{1, rounds} {
		var group sync.WaitGroup
		for i := range all {
			group.Go(func() { all[i].work(anew, times) })
		}
		group.Wait()
	}
	took, left := time.Duration(0), 0
	for i := range all {
		took, left = max(took, all[i].took), left+all[i].left
	}
	fmt.Printf("value %.4f\ncheck %d\n", float64(took.Nanoseconds())/(float64(n)*float64(rounds)), left)
}

func produce(out chan<- int, items int) {
	for i := range items {
		out <- i
	}
}

func through(items int) int {
	c := make(chan int)
	go produce(c, items)
	sum, received := 0, 0
	limit := time.NewTimer(time.Hour)
	for ; received < items; received++ {
		limit.Reset(time.Hour)
		select {
		case item := <-c:
			sum += item
		case <-limit.C:
			return items - received
		}
	}
	limit.Stop()
	return 2*sum - items*(items-1)
}

func main() {
	processors, _ := strconv.Atoi(os.Args[2])
	n, _ := strconv.Atoi(os.Args[3])
	rounds, _ := strconv.Atoi(os.Args[4])
	runtime.GOMAXPROCS(processors)
	if os.Args[1] != "wait" {
		timers(os.Args[1] == "again", processors, n, rounds)
		return
	}
	through(rounds / 10)
	start := time.Now()
	off := through(rounds)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(rounds), off)
}
