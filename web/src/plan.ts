/** The plans of the REST API, and functions on them. */

import { escapeInvisible } from './escape.ts'
import type { Numbering } from './reasons.ts'

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

interface PlanFields {
  id: string
  status: Status
  mediaFolderPath: string
  createdAt?: string
  /** Set when the agent has finished the plan. */
  readyAt?: string
  appliedAt?: string
  undoneAt?: string
  reason?: string
  /** Rows that were excluded when the plan was applied, counted from 0. */
  excluded?: number[]
  /** Rows that an undo left renamed. */
  kept?: number[]
}

export interface RecognitionPlan extends PlanFields {
  task: 'recognize-media-file'
  files: RecognizedFile[]
}

export interface RenamePlan extends PlanFields {
  task: 'rename-files'
  files: RenamedFile[]
}

export type Plan = RecognitionPlan | RenamePlan

/** A problem of row `index`, or of the whole plan. */
export interface PlanProblem {
  index?: number
  text: string
}

/** A row that a person changed or added. */
export interface EditedRow {
  row: number
  /** S01E02, or the target of a rename; absent if the row was added. */
  was?: string
}

/** Returns a name for people, or "" if it is only what every browser calls itself, on a server without tokens. */
export function personOf(name = ''): string {
  return name.startsWith('Mozilla/') ? '' : name
}

/** One step in the life of a plan. */
export interface PlanEvent {
  at: string
  /** Who, if known. */
  by?: string
  did: 'proposed' | 'edited' | 'applied' | 'completed' | 'rejected' | 'undone'
  /** How many rows were applied or undone. */
  files?: number
}

/** A video with a guess at its episode, below the rows. */
export interface UncertainFile {
  path: string
  /** Null if nothing tells it. */
  guess: { season: number; episode: number } | null
  /** The other episodes, if it is a double one. */
  further: { season: number; episode: number }[]
  /** Why it is uncertain, in English. */
  why: string
  /** The files that would lose their episode. */
  displaces: string[]
}

export interface PlanDetail {
  plan: Plan
  problems: PlanProblem[]
  /** Oldest first; empty for plans of other programs. */
  history: PlanEvent[]
  /** Why excluded rows could not be applied. */
  leftOut: PlanProblem[]
  edited: EditedRow[]
  /** Videos with a guess, which a person can move up to the rows. */
  uncertain: UncertainFile[]
  /** What the folder will remember about its numbers once the plan is applied. */
  remember: Numbering[]
  /** Videos without a row, which a person can add. */
  unrecognised: string[]
  /** Why each of them has none, in English. */
  reasons: string[]
  /** What unrecognised files may be, by path. */
  guesses: ReadonlyMap<string, { season: number; episode: number }>
  /** The title of each row's episode; empty if none is known. */
  titles: string[]
  /** What would have made the plan better. */
  warnings: string[]
  /** The state that was shown. A decision sends it, so that it applies to no other state. */
  etag: string | null
}

/** Reports whether the plan awaits a decision. Before that, the agent is still writing it. */
export function isReady(plan: Plan): boolean {
  return plan.readyAt !== undefined
}

/** Changes whenever something shown in the list or table changes. */
export function fingerprint(plan: Plan): string {
  return [plan.status, plan.readyAt, plan.appliedAt, plan.undoneAt, plan.files.length].join(' ')
}

/** Returns the last part of a POSIX path, for display. */
export function baseName(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return escapeInvisible(trimmed.slice(trimmed.lastIndexOf('/') + 1) || path)
}

/** Returns what the paths of all files in a folder begin with. */
export function folderStart(folder: string): string {
  return folder.endsWith('/') ? folder : folder + '/'
}

/**
 * Splits a path relative to root into its folders, with a trailing slash or empty, and its name, for display.
 */
export function splitPath(path: string, root: string): { folder: string; name: string } {
  const start = folderStart(root)
  const relative = path.startsWith(start) ? path.slice(start.length) : path
  const slash = relative.lastIndexOf('/') + 1
  return { folder: escapeInvisible(relative.slice(0, slash)), name: escapeInvisible(relative.slice(slash)) }
}

/** Returns what names have in common that differ only in their numbers. Their folder is the same. */
export function patternOf(path: string): string {
  const slash = path.lastIndexOf('/') + 1
  return path.slice(0, slash) + path.slice(slash).replace(/\p{Nd}+/gu, '0')
}

/** Joins the texts of problems with their rows; row −1 means the whole plan. */
export function joinProblems(texts: string[] = [], rows: number[] = []): PlanProblem[] {
  return texts.map((text, i) => {
    const index = rows[i] ?? -1
    return index < 0 ? { text } : { index, text }
  })
}

/** Returns a text of the server with paths relative to a folder. */
export function withoutFolder(text: string, folder: string): string {
  return text.split(folderStart(folder)).join('')
}

/** Groups the texts of problems by row. */
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

/** Returns the rows in the order of the table: by season and episode, or as in the plan. */
export function rowOrder(plan: Plan): number[] {
  const rows = [...plan.files.keys()]
  if (plan.task === 'rename-files') return rows
  const key = (row: number) => plan.files[row]!
  return rows.sort((a, b) => key(a).season - key(b).season || key(a).episode - key(b).episode || a - b)
}

/** Formats season and episode: S01E02. */
export function episodeCode(file: RecognizedFile): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `S${pad(file.season)}E${pad(file.episode)}`
}

/** Which of three parts a row belongs to: those that are applied, those that cannot be, and those that a person left out. */
export type Part = 'ready' | 'problem' | 'out'

/** Returns the part of each row. */
export function partsOf(plan: Plan, excluded: ReadonlySet<number>, problems: { has: (row: number) => boolean }): Part[] {
  return plan.files.map((_, row) => (excluded.has(row) ? 'out' : problems.has(row) ? 'problem' : 'ready'))
}
