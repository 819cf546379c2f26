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
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

const servers = 100000

type begin struct{}
type ask struct{ round int }
type answer struct{ value int }

type server struct {
	client *actor.PID
	number int
}

func (s *server) Receive(c actor.Context) {
	if m, ok := c.Message().(*ask); ok {
		c.Send(s.client, &answer{m.round + s.number})
	}
}

type client struct {
	servers           []*actor.PID
	rounds, left, sum int
	done              chan int
}

func (k *client) askAll(c actor.Context) {
	k.rounds--
	k.left = servers
	for _, to := range k.servers {
		c.Send(to, &ask{k.rounds})
	}
}

func (k *client) Receive(c actor.Context) {
	switch m := c.Message().(type) {
	case *begin:
		k.askAll(c)
	case *answer:
		k.sum += m.value
		k.left--
		if k.left > 0 {
			return
		}
		if k.rounds > 0 {
			k.askAll(c)
		} else {
			k.done <- k.sum
		}
	}
}

func run(system *actor.ActorSystem, rounds int) (took float64, sum int) {
	done, pids := make(chan int, 1), make([]*actor.PID, servers)
	dispatcher := actor.WithDispatcher(actor.NewDefaultDispatcher(10000))
	asking := system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor {
		return &client{servers: pids, rounds: rounds, done: done}
	}, dispatcher))
	for i := range pids {
		pids[i] = system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor {
			return &server{asking, i}
		}, dispatcher))
	}
	start := time.Now()
	system.Root.Send(asking, &begin{})
	sum = <-done
	took = float64(time.Since(start).Nanoseconds())
	for _, pid := range append(pids, asking) {
		system.Root.Stop(pid)
	}
	return
}

func main() {
	workers, _ := strconv.Atoi(os.Args[1])
	rounds, _ := strconv.Atoi(os.Args[2])
	rounds /= 5
	runtime.GOMAXPROCS(workers)
	debug.SetGCPercent(400)
	system := actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		return slog.New(slog.NewTextHandler(io.Discard, nil))
	}))
	run(system, 1)
	took, sum := run(system, rounds)
	expected := servers*(rounds*(rounds-1)/2) + rounds*(servers*(servers-1)/2)
	fmt.Printf("value %.4f\ncheck %d\n", took/float64(2*servers*rounds), sum-expected)
}
