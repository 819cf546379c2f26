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
	left, received int
	done           chan end
}

type end struct {
	at       time.Time
	received int
}

var props = actor.PropsFromProducer(func() actor.Actor { return &relay{} },
	actor.WithDispatcher(actor.NewDefaultDispatcher(10000)))

func (*relay) Receive(c actor.Context) {
	m, ok := c.Message().(*hop)
	if !ok {
		return
	}
	if m.left > 0 {
		c.Send(c.ActorSystem().Root.Spawn(props), &hop{m.left - 1, m.received + 1, m.done})
	} else {
		m.done <- end{time.Now(), m.received + 1}
	}
	c.Stop(c.Self())
}

func run(system *actor.ActorSystem, n int) (took float64, missing int) {
	done := make(chan end, 1)
	start := time.Now()
	system.Root.Send(system.Root.Spawn(props), &hop{n - 1, 0, done})
	e := <-done
	return float64(e.at.Sub(start).Nanoseconds()), n - e.received
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
	took, missing := run(system, n)
	fmt.Printf("value %.4f\ncheck %d\n", took/float64(n), missing)
}
