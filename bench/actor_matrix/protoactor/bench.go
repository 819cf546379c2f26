// SPDX-License-Identifier: MIT
package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

const runs = 3

var (
	x, y, z []int32
	running sync.WaitGroup
)

func product(n, i int) {
	out := z[i*n : (i+1)*n]
	clear(out)
	for k, f := range x[i*n : (i+1)*n] {
		for j, v := range y[k*n : (k+1)*n][:len(out)] {
			out[j] += f * v
		}
	}
}

type multiply struct{ n int }

type row struct{ number int }

func (r *row) Receive(c actor.Context) {
	if m, ok := c.Message().(*multiply); ok {
		product(m.n, r.number)
		c.Stop(c.Self())
		running.Done()
	}
}

func byActors(system *actor.ActorSystem, n int) {
	running.Add(n)
	for i := 0; i < n; i++ {
		system.Root.Send(system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &row{i} })), &multiply{n})
	}
	running.Wait()
}

func main() {
	workers, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	runtime.GOMAXPROCS(workers)
	system := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}))
	x, y, z = make([]int32, n*n), make([]int32, n*n), make([]int32, n*n)
	for i := range x {
		x[i], y[i] = int32(i%7), int32(i%11)
	}
	var alone, together time.Duration
	byActors(system, n)
	for r := 0; r < runs; r++ {
		start := time.Now()
		for i := 0; i < n; i++ {
			product(n, i)
		}
		alone += time.Since(start)
		clear(z)
		start = time.Now()
		byActors(system, n)
		together += time.Since(start)
	}
	sum := int64(0)
	for i, v := range z {
		sum += int64(v) * int64(i%97)
	}
	fmt.Printf("value %.4f\ncheck %d\nspeedup %.3f\n", float64(together.Nanoseconds())/1e6/runs, sum,
		float64(alone)/float64(together))
}
