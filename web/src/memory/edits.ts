import { MAX_LONG, MAX_TAGS, MAX_TASK } from '../limits.ts'
import type { Detail } from './data.ts'
import { text } from './strings.ts'
import type { Changes } from './writes.ts'

/** What a person changes of an episode, while the episode may change too. */

/** The fields as a form has them. */
export interface Fields {
  name: string
  query: string
  reflection: string
  reward: string
  tags: string[]
  /** JSON, indented; empty if there is none. */
  metadata: string
}

export type Field = keyof Fields

export const FIELDS: Field[] = ['name', 'query', 'reflection', 'reward', 'tags', 'metadata']

export interface Draft {
  /** The episode as it was when the person began. */
  base: Fields
  /** Only the fields that the person has changed. */
  edits: Partial<Fields>
}

export function fieldsOf(episode: Pick<Detail, Field>): Fields {
  const { name, query, reflection = '', reward, tags = [], metadata = {} } = episode
  const written = Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2)
  return { name, query, reflection, reward: String(reward), tags, metadata: written }
}

/** Changes a field of the draft. A field that is as it was is no edit. */
export function edit<F extends Field>({ base, edits }: Draft, field: F, value: Fields[F]): Draft {
  const rest = { ...edits, [field]: value }
  if (same(value, base[field])) delete rest[field]
  return { base, edits: rest }
}

/** Returns the fields that the person and someone else have changed, each to something else. */
export function conflictsOf({ base, edits }: Draft, stored: Fields): Field[] {
  return FIELDS.filter((field) => field in edits && !same(stored[field], base[field]) && !same(stored[field], edits[field]))
}

/** Returns what to send: the edits that the stored episode does not have yet. problemsOf has passed them. */
export function changesOf({ edits }: Pick<Draft, 'edits'>, stored: Fields): Changes {
  const changes: Changes = {}
  const { name, query, reflection, reward, tags, metadata } = edits
  if (name !== undefined && name.trim() !== stored.name) changes.name = name.trim() === '' ? null : name.trim()
  if (query !== undefined && query !== stored.query) changes.query = query
  if (reflection !== undefined && reflection !== stored.reflection) changes.reflection = reflection === '' ? null : reflection
  if (reward !== undefined && Number(reward) !== Number(stored.reward)) changes.reward = Number(reward)
  if (tags !== undefined && !same(tags, stored.tags)) changes.tags = tags
  if (metadata !== undefined && !same(objectIn(metadata), objectIn(stored.metadata))) changes.metadata = objectIn(metadata) ?? null
  return changes
}

/** Returns what takes a saved change back: the values before of the fields that were sent. */
export function revertOf(sent: Changes, before: Fields, after: Fields): Changes {
  const edits = Object.fromEntries(FIELDS.filter((field) => field in sent).map((field) => [field, before[field]]))
  return changesOf({ edits }, after)
}

/** Whether a text is a reward: a number from -1 to 1. */
export function isReward(text: string): boolean {
  const value = Number(text)
  return text.trim() !== '' && value >= -1 && value <= 1
}

/** Returns why the server would reject each field that it would reject. */
export function problemsOf({ query, reflection, reward, tags, metadata }: Fields): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  const long = (field: Field, value: string, most: number) => {
    const { length, room } = lengthOf(value, most)
    if (length > room) problems[field] = text.edit.tooLong(length - room)
  }
  long('query', query, MAX_TASK)
  long('reflection', reflection, MAX_LONG)
  long('metadata', metadata, MAX_LONG)
  if (query.trim() === '') problems.query = text.edit.noTask
  if (!isReward(reward)) problems.reward = text.edit.badReward
  if (tags.length > MAX_TAGS) problems.tags = text.edit.tooManyTags(MAX_TAGS)
  if (objectIn(metadata) === null) problems.metadata = text.edit.badMetadata
  return problems
}

const encoder = new TextEncoder()

/** Returns the characters of a text, and how many of its kind the server accepts, which counts bytes. */
export function lengthOf(value: string, most: number): { length: number; room: number } {
  const length = [...value].length
  const { length: bytes } = encoder.encode(value)
  return { length, room: bytes === 0 ? most : Math.floor((most * length) / bytes) }
}

/** Reads an object in JSON. Undefined: there is none; null: it cannot be read. */
export function objectIn(json: string): Record<string, unknown> | null | undefined {
  if (json.trim() === '') return undefined
  try {
    const value = JSON.parse(json) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
