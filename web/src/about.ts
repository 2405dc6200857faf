import { Store } from './store.ts'

/** What the server says of itself, for the workspace of this page. */
export interface About {
  workspace: string
  store: 'embedded' | 'neo4j' | ''
  /** Whether the pages of plans and of projects have something to show. */
  plans: boolean
  projects: boolean
  /** Whether coding agents are recorded on the server's machine, and the caller may look at it. */
  recorded: boolean
  /** Begins a command line of a shell on the server's machine; without tokens only. */
  command?: string
}

/** Null until the server has said so. */
export const about = new Store<{ known: About | null }>({ known: null })

/** Returns the beginning of a command line for this workspace. Where the server does not say it, it has to be on PATH. */
export function commandOf(known: About | null): string {
  return known?.command ?? 'plotline'
}

/** The command that connects Claude Code. On this machine it starts Plotline itself, for the workspace of the page. */
export function connectLine(known: About | null): string {
  if (known?.command !== undefined) return `claude mcp add plotline -- ${known.command} mcp`
  return `claude mcp add --transport http plotline ${location.origin}/mcp`
}
