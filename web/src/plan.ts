/** Plans as the program tells of them, and what can be read off one without asking again. */

import { visible } from './visible.ts'

export type Task = 'recognize-media-file' | 'rename-files'
export type Status = 'pending' | 'completed' | 'rejected'

export interface RecognizedFile {
  season: number
  episode: number
  path: string
}

export interface RenamedFile {
  from: string
  to: string
}

interface Common {
  id: string
  status: Status
  mediaFolderPath: string
  createdAt?: string
  /** Set when the agent has said that the plan is whole. */
  readyAt?: string
  appliedAt?: string
  undoneAt?: string
  reason?: string
  /** Rows that were left out when the plan was applied, counted from 0. */
  excluded?: number[]
}

export interface RecognitionPlan extends Common {
  task: 'recognize-media-file'
  files: RecognizedFile[]
}

export interface RenamePlan extends Common {
  task: 'rename-files'
  files: RenamedFile[]
}

export type Plan = RecognitionPlan | RenamePlan

/** What stands in a plan's way: of the row `index`, or of the whole plan. */
export interface PlanProblem {
  index?: number
  text: string
}

export interface PlanDetail {
  plan: Plan
  problems: PlanProblem[]
  /** Names what was shown, so that a decision is about nothing else. */
  etag: string | null
}

/** Whether the plan waits for a decision; until then the agent still writes it. */
export function isReady(plan: Plan): boolean {
  return plan.readyAt !== undefined
}

/** Changes whenever something did that the list or the table shows. */
export function fingerprint(plan: Plan): string {
  return [plan.status, plan.readyAt, plan.appliedAt, plan.undoneAt, plan.files.length].join(' ')
}

/** The last part of a POSIX path, to be shown. */
export function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return visible(trimmed.slice(trimmed.lastIndexOf('/') + 1) || path)
}

/** A path within a folder as the folders below it, ending in a slash or empty, and the name, both to be shown. */
export function splitPath(path: string, root: string): { folder: string; name: string } {
  const start = root.endsWith('/') ? root : root + '/'
  const inside = path.startsWith(start) ? path.slice(start.length) : path
  const slash = inside.lastIndexOf('/') + 1
  return { folder: visible(inside.slice(0, slash)), name: visible(inside.slice(slash)) }
}

/** Joins problems, told as texts, with the rows that they are about: −1 is the whole plan. */
export function joinProblems(texts: string[] = [], rows: number[] = []): PlanProblem[] {
  return texts.map((text, i) => {
    const index = rows[i] ?? -1
    return index < 0 ? { text } : { index, text }
  })
}

/** The texts of each row's problems. */
export function problemsByRow(problems: PlanProblem[]): Map<number, string[]> {
  const rows = new Map<number, string[]>()
  for (const { index, text } of problems) {
    if (index === undefined) continue
    const texts = rows.get(index)
    if (texts === undefined) rows.set(index, [text])
    else if (!texts.includes(text)) texts.push(text)
  }
  return rows
}

/** Season and episode as people write them: S01E02. */
export function episodeCode(file: RecognizedFile): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `S${two(file.season)}E${two(file.episode)}`
}
