// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

func consume2(c []chan int, items int) (sum int) {
	c0, c1 := c[0], c[1]
	for range items {
		select {
		case item := <-c0:
			sum += item
		case item := <-c1:
			sum += item
		}
	}
	return
}

func consume4(c []chan int, items int) (sum int) {
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	for range items {
		select {
		case item := <-c0:
			sum += item
		case item := <-c1:
			sum += item
		case item := <-c2:
			sum += item
		case item := <-c3:
			sum += item
		}
	}
	return
}

func consume8(c []chan int, items int) (sum int) {
	c0, c1, c2, c3, c4, c5, c6, c7 := c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]
	for range items {
		select {
		case item := <-c0:
			sum += item
		case item := <-c1:
			sum += item
		case item := <-c2:
			sum += item
		case item := <-c3:
			sum += item
		case item := <-c4:
			sum += item
		case item := <-c5:
			sum += item
		case item := <-c6:
			sum += item
		case item := <-c7:
			sum += item
		}
	}
	return
}

func produce(c []chan int, items int) {
	for i := range items {
		c[i%len(c)] <- i
	}
}

func through(channels, items int) int {
	c := make([]chan int, channels)
	for i := range c {
		c[i] = make(chan int, 128)
	}
	consume := map[int]func([]chan int, int) int{2: consume2, 4: consume4, 8: consume8}[channels]
	go produce(c, items)
	return 2*consume(c, items) - items*(items-1)
}

func main() {
	processors, _ := strconv.Atoi(os.Args[1])
	channels, _ := strconv.Atoi(os.Args[2])
	items, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(processors)
	through(channels, items/10)
	start := time.Now()
	off := through(channels, items)
	fmt.Printf("value %.4f\ncheck %d\n", float64(time.Since(start).Nanoseconds())/float64(items), off)
}
