// SPDX-License-Identifier: MIT
// A fifth of the rounds.
package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

const actors, group = 40000, 100

type tick struct{}

type member struct {
	group                      []*actor.PID
	received, sent, end, batch int
}

var (
	one     = &tick{}
	running sync.WaitGroup
	total   atomic.Int64
)

func (m *member) Receive(c actor.Context) {
	if _, ok := c.Message().(*tick); !ok {
		return
	}
	if m.received == m.end {
		total.Add(int64(m.received))
		c.Stop(c.Self())
		running.Done()
		return
	}
	if m.received%m.batch == 0 {
		for i := 0; i < m.batch; i++ {
			c.Send(m.group[m.sent%group], one)
			m.sent++
		}
	}
	m.received++
}

func run(system *actor.ActorSystem, rounds, batch int) float64 {
	pids := make([]*actor.PID, actors)
	for i := range pids {
		first := i / group * group
		pids[i] = system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor {
			return &member{pids[first : first+group], 0, 0, rounds * group, batch}
		}, actor.WithDispatcher(actor.NewDefaultDispatcher(10000))))
	}
	total.Store(0)
	running.Add(actors)
	start := time.Now()
	for _, to := range pids {
		system.Root.Send(to, one)
	}
	running.Wait()
	return float64(time.Since(start).Nanoseconds())
}

func main() {
	workers, _ := strconv.Atoi(os.Args[1])
	rounds, _ := strconv.Atoi(os.Args[2])
	rounds /= 5
	batch, _ := strconv.Atoi(os.Args[3])
	runtime.GOMAXPROCS(workers)
	debug.SetGCPercent(400)
	system := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}))
	run(system, 1, batch)
	took := run(system, rounds, batch)
	fmt.Printf("value %.4f\ncheck %d\n", took/float64(actors*(rounds*group+1)), int64(actors*rounds*group)-total.Load())
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	fmt.Printf("MiB %.1f\n", float64(usage.Maxrss)/1024)
}
