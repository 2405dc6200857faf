import type { Detail } from './data.ts'
import type { Changes } from './writes.ts'

/** What a person changes of an episode, while the episode may change too. */

/** The fields as a form has them. */
export interface Fields {
  name: string
  reflection: string
  reward: string
  tags: string[]
}

export type Field = keyof Fields

export const FIELDS: Field[] = ['name', 'reflection', 'reward', 'tags']

export interface Draft {
  /** The episode as it was when the person began. */
  base: Fields
  /** Only the fields that the person has changed. */
  edits: Partial<Fields>
}

export function fieldsOf(episode: Pick<Detail, Field>): Fields {
  const { name, reflection = '', reward, tags = [] } = episode
  return { name, reflection, reward: String(reward), tags }
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

/** Returns what to send: the edits that the stored episode does not have yet. */
export function changesOf({ edits }: Draft, stored: Fields): Changes {
  const changes: Changes = {}
  const { name, reflection, reward, tags } = edits
  if (name !== undefined && name.trim() !== stored.name) changes.name = name.trim() === '' ? null : name.trim()
  if (reflection !== undefined && reflection !== stored.reflection) changes.reflection = reflection === '' ? null : reflection
  if (reward !== undefined && Number(reward) !== Number(stored.reward)) changes.reward = Number(reward)
  if (tags !== undefined && !same(tags, stored.tags)) changes.tags = tags
  return changes
}

/** Whether a text is a reward: a number from -1 to 1. */
export function isReward(text: string): boolean {
  const value = Number(text)
  return text.trim() !== '' && value >= -1 && value <= 1
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
