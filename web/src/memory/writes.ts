import { call } from '../api.ts'
import type { Detail } from './data.ts'

/** The REST routes that change the memory. They need the role writer. */

export interface Changes {
  /** Null restores the default: the first line of the task. */
  name?: string | null
  reflection?: string | null
  reward?: number
  tags?: string[]
}

/** Changes an episode, unless it has changed since `seen`, its updated_at. The error then has the code conflict. */
export async function updateEpisode(serial: number, changes: Changes, seen: string): Promise<Detail> {
  const { body } = await call<Detail>('PATCH', `/api/v1/episodes/${serial}`, { ...changes, expected_updated_at: seen })
  return body
}

/** Deletes an episode and returns how many relationships went with it. */
export async function deleteEpisode(serial: number): Promise<number> {
  const { body } = await call<{ deleted_relationships: number }>('DELETE', `/api/v1/episodes/${serial}`)
  return body.deleted_relationships
}

export async function addRelationship(from: number, to: number, type: string, strength: number): Promise<void> {
  const ends = { from_episode_id: String(from), to_episode_id: String(to) }
  await call('POST', '/api/v1/relationships', { ...ends, relationship_type: type, strength })
}

export async function setStrength(id: string, strength: number): Promise<void> {
  await call('PATCH', `/api/v1/relationships/${id}`, { strength })
}

export async function removeRelationship(id: string): Promise<void> {
  await call('DELETE', `/api/v1/relationships/${id}`)
}
