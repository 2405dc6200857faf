// Package agents drives real coding agents with Plotline's recording: Claude Code, Codex, Gemini CLI, Qwen Code, Copilot
// CLI and opencode from npm, against a made-up model endpoint. `make test-all` runs it.
package agents
