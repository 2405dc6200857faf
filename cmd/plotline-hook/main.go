// Command plotline-hook is called by coding agents at their events. It writes one line for Plotline's recorder, and prints what
// the agent is told. It is small, because an agent starts it with every prompt.
package main

import (
	"os"

	"plotline/internal/recording/hook"
)

func main() { hook.Main(os.Args[1:]) }
