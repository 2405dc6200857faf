import type { View } from './view.ts'

/** Which episodes the server chooses. */
export interface Scope {
  since: string
  until: string
  tags: string[]
  community: number | null
}

export function mapQuery(limit: number, scope: Scope | null): string {
  const values = new URLSearchParams({ limit: String(limit) })
  if (scope === null) return values.toString()
  if (scope.since !== '') values.set('since', new Date(scope.since).toISOString())
  if (scope.until !== '') values.set('until', new Date(Date.parse(scope.until) + 59_999).toISOString())
  for (const tag of scope.tags) values.append('tags', tag)
  if (scope.community !== null) values.set('community', String(scope.community))
  return values.toString()
}

/** Returns what the server must choose, because the page cannot load everything. */
export function scopeOf({ community, since, until, tags }: View, isBig: boolean): Scope | null {
  if (community !== null) return { since: '', until: '', tags: [], community }
  return isBig && (since !== '' || until !== '' || tags.length > 0) ? { since, until, tags, community } : null
}
