import { session } from '../session.ts'
import type { Detail } from './data.ts'
import { fieldsOf, type Draft } from './edits.ts'

/** Drafts by serial number. They outlive the dialog, so that a slip of the Escape key loses nothing. */
const drafts = new Map<number, Draft>()

/** The next person must not see them. */
session.subscribe(() => session.value.signInRequired && drafts.clear())

export function draftOf(episode: Detail): Draft {
  return drafts.get(episode.id) ?? { base: fieldsOf(episode), edits: {} }
}

export function hasDraft(serial: number): boolean {
  return drafts.has(serial)
}

/** Keeps a draft; null drops it. */
export function keepDraft(serial: number, draft: Draft | null): void {
  if (draft === null || Object.keys(draft.edits).length === 0) drafts.delete(serial)
  else drafts.set(serial, draft)
}
