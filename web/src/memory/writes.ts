import { call } from '../api.ts'
import type { Detail } from './data.ts'
import { objectIn, type Fields } from './edits.ts'
import type { Link } from './linkfields.tsx'

/** The REST routes that change the memory. They need the role writer. */

export interface Changes {
  /** Null restores the default: the first line of the task. */
  name?: string | null
  query?: string
  reflection?: string | null
  reward?: number
  tags?: string[]
  /** Null removes it. */
  metadata?: Record<string, unknown> | null
}

/** Changes an episode, unless it has changed since `seen`, its updated_at. The error then has the code conflict. */
export async function updateEpisode(serial: number, changes: Changes, seen: string): Promise<Detail> {
  const { body } = await call<Detail>('PATCH', `/api/v1/episodes/${serial}`, { ...changes, expected_updated_at: seen })
  return body
}

/** Creates an episode with its relationships, all or nothing. The server stores a repeated request only once. */
export async function addEpisode(fields: Fields, links: Link[], createdAt: string | null, requestId: string): Promise<{ id: number; name: string }> {
  const { name, query, reflection, reward, tags, metadata } = fields
  const relationships = links.map(({ type, direction, strength, other }) => ({
    [direction === 'outgoing' ? 'to' : 'from']: String(other!.serial),
    relationship_type: type,
    strength,
  }))
  const { body } = await call<{ id: number; name: string }>('POST', '/api/v1/episodes', {
    query,
    reward: Number(reward),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(reflection === '' ? {} : { reflection }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(metadata.trim() === '' ? {} : { metadata: objectIn(metadata) }),
    ...(createdAt === null ? {} : { created_at: createdAt }),
    ...(relationships.length === 0 ? {} : { relationships }),
    idempotency_key: requestId,
  })
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
