// Written by `plotline setup opencode`, and removed by `plotline setup opencode --remove`. It tells plotline-hook what happens, and
// waits for it at most 400 ms. Whatever goes wrong, opencode goes on.
import { spawn, spawnSync } from "node:child_process"

const program = "PROGRAM"

const call = (event, data) =>
  new Promise((done) => {
    let out = ""
    let child
    try {
      child = spawn(program, ["opencode", event], { stdio: ["pipe", "pipe", "ignore"] })
    } catch {
      return done("")
    }
    const timer = setTimeout(() => {
      child.kill()
      done("")
    }, 400)
    const end = (text) => {
      clearTimeout(timer)
      done(text)
    }
    child.on("error", () => end(""))
    child.on("close", () => end(out))
    child.stdout.on("data", (part) => {
      out += part
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(data))
  })

const answer = (text) => {
  try {
    return JSON.parse(text).additionalContext ?? ""
  } catch {
    return ""
  }
}

export const Plotline = async ({ directory, worktree }) => {
  const fresh = new Set() // sessions that began here
  const started = new Set() // those that the hook knows
  const parents = new Map() // sessions of other agents that a session has started
  const told = new Map()
  const words = new Map()
  const failed = new Set()
  // Nothing else says that opencode ends, and with it the process that would have stored what waits.
  process.once("exit", () => {
    for (const sessionID of started) {
      const input = JSON.stringify({ sessionID, directory, worktree, reason: "exit" })
      spawnSync(program, ["opencode", "session.deleted"], { input, timeout: 400, stdio: ["pipe", "ignore", "ignore"] })
    }
  })
  const tools = ["bash", "edit", "write", "patch", "apply_patch", "multiedit"]
  return {
    "chat.message": async (input, output) => {
      if (parents.has(input.sessionID)) return
      const at = { sessionID: input.sessionID, directory, worktree }
      let brief = ""
      if (!started.has(input.sessionID)) {
        started.add(input.sessionID)
        const source = fresh.has(input.sessionID) ? "startup" : "resume"
        brief = answer(await call("session.created", { ...at, source, model: output.message.model?.modelID }))
      }
      const texts = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      const lines = answer(await call("chat.message", { ...at, messageID: output.message.id, prompt: texts.join("\n") }))
      told.set(input.sessionID, [brief || told.get(input.sessionID)?.[0] || "", lines])
      words.delete(input.sessionID)
    },
    "experimental.chat.system.transform": async (input, output) => {
      for (const text of told.get(input.sessionID) ?? []) if (text) output.system.push(text)
    },
    "experimental.text.complete": async (input, output) => {
      words.set(input.sessionID, output.text)
    },
    "tool.execute.after": async (input, output) => {
      if (!tools.includes(input.tool)) return
      await call("tool.execute.after", {
        sessionID: parents.get(input.sessionID) ?? input.sessionID,
        directory,
        worktree,
        tool: input.tool,
        callID: input.callID,
        args: input.args,
        exit: output.metadata?.exit,
        output: String(output.output ?? "").slice(-32768),
      })
    },
    event: async ({ event }) => {
      const about = event.properties ?? {}
      const session = about.sessionID ?? about.info?.id
      if (event.type === "session.created") {
        if (about.info?.parentID) parents.set(session, parents.get(about.info.parentID) ?? about.info.parentID)
        else fresh.add(session)
        return
      }
      if (!["session.idle", "session.error", "session.deleted"].includes(event.type) || !session || parents.has(session)) return
      if (event.type === "session.error") failed.add(session)
      else if (failed.delete(session) && event.type === "session.idle") return // it follows the error
      const data = { sessionID: session, directory, worktree, status: about.error?.name, last_assistant_message: words.get(session) }
      await call(event.type, data)
    },
  }
}
