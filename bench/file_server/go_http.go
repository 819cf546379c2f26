// SPDX-License-Identifier: MIT
// net/http's own file server. Arguments: directory, port. SIGINT ends it once its requests are answered.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	server := &http.Server{
		Addr:              "127.0.0.1:" + os.Args[2],
		Handler:           http.FileServer(http.Dir(os.Args[1])),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       60 * time.Second,
	}
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	ended := make(chan bool)
	go func() {
		<-interrupt
		server.Shutdown(context.Background())
		close(ended)
	}()
	server.ListenAndServe()
	<-ended
}
