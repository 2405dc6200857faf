/** What the memory page shows, as its address says it: `/?q=orders&tag=fix&episode=5`. */

import { withWorkspace } from '../workspace.ts'

export type Mode = 'graph' | 'list' | 'table'
/** Draws the newest episodes or all of them, as communities or spans of time if they are too many. */
export type Picture = 'newest' | 'all' | 'months'
/** What led to an episode, or what came of it. */
export type Walk = 'back' | 'forward'
export type Outcome = 'good' | 'mixed' | 'bad'

export const OUTCOMES: Outcome[] = ['good', 'mixed', 'bad']

export interface View {
  query: string
  tags: string[]
  /** Types of relationships. None means all. */
  types: string[]
  outcomes: Outcome[]
  sources: string[]
  /** Local minutes, as 2026-09-05T07:40. Both are included. */
  since: string
  until: string
  /** The serial number of the open episode. */
  episode: number | null
  /** The other end of the path that is shown. */
  to: number | null
  /** Marks what led to the open episode, or what came of it. */
  walk: Walk | null
  /** Null lets the page choose: the list on a phone, otherwise the graph. */
  mode: Mode | null
  /** The serial number of an episode: only its community is shown. */
  community: number | null
  /** Null draws what the page opens with, or what the filters let through. */
  picture: Picture | null
  /** The column that sorts the table, with a minus sign if it falls: "-reward". Empty keeps the order of the list. */
  sort: string
}

export const EMPTY_VIEW: View = {
  query: '', tags: [], types: [], outcomes: [], sources: [], since: '', until: '', episode: null, to: null, walk: null, mode: null, community: null,
  picture: null, sort: '',
}

const SORT = /^-?(serial|name|reward|created|relationships)$/
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

export function readView(search: string): View {
  const values = new URLSearchParams(search)
  const minute = (name: string, timeOfDay: string) => {
    const value = values.get(name) ?? ''
    return [value, value + timeOfDay].find((text) => MINUTE.test(text) && !Number.isNaN(Date.parse(text))) ?? ''
  }
  const serial = (name: string) => {
    const n = Number(values.get(name))
    return Number.isSafeInteger(n) && n > 0 ? n : null
  }
  const mode = values.get('show')
  const walk = values.get('walk')
  const picture = values.get('picture')
  const sort = values.get('sort') ?? ''
  return {
    query: values.get('q') ?? '',
    tags: unique(values.getAll('tag')),
    types: unique(values.getAll('type')),
    outcomes: OUTCOMES.filter((outcome) => values.getAll('went').includes(outcome)),
    sources: unique(values.getAll('source')),
    since: minute('since', 'T00:00'),
    until: minute('until', 'T23:59'),
    episode: serial('episode'),
    to: serial('to'),
    walk: walk === 'back' || walk === 'forward' ? walk : null,
    mode: mode === 'graph' || mode === 'list' || mode === 'table' ? mode : null,
    community: serial('community'),
    picture: picture === 'newest' || picture === 'all' || picture === 'months' ? picture : null,
    sort: SORT.test(sort) ? sort : '',
  }
}

/** Writes the address of a view in the workspace of the page. Equal views have equal addresses. */
export function viewUrl(view: View): string {
  return withWorkspace(pathOf(view))
}

function pathOf(view: View): string {
  const values = new URLSearchParams()
  const put = (name: string, value: string | number | null) => value !== null && value !== '' && values.append(name, String(value))
  put('q', view.query)
  for (const tag of view.tags) put('tag', tag)
  for (const type of view.types) put('type', type)
  for (const outcome of view.outcomes) put('went', outcome)
  for (const source of view.sources) put('source', source)
  put('since', view.since)
  put('until', view.until)
  put('community', view.community)
  put('episode', view.episode)
  if (view.episode !== null) {
    put('to', view.to)
    put('walk', view.walk)
  }
  put('show', view.mode)
  put('picture', view.picture)
  put('sort', view.sort)
  const search = values.toString()
  return search === '' ? '/' : '/?' + search
}

/** Adds a value to a list, or removes it. */
export function toggle<T>(list: T[], value: T): T[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value]
}

/** Returns the view without what leaves episodes out. */
export function withoutFilters(view: View): View {
  return { ...EMPTY_VIEW, episode: view.episode, to: view.to, walk: view.walk, mode: view.mode, picture: view.picture, sort: view.sort }
}

export function isFiltered(view: View): boolean {
  return pathOf({ ...view, episode: null, to: null, walk: null, mode: null, picture: null, sort: '' }) !== '/'
}

/** Counts the filters that are set; the words of the search are none. */
export function filterCount({ tags, types, outcomes, sources, since, until, community }: View): number {
  const lists = tags.length + types.length + outcomes.length + sources.length
  return lists + (since !== '' || until !== '' ? 1 : 0) + (community === null ? 0 : 1)
}

/** Returns the part of the address that leaves episodes out, except the words. Without such a part it is "". */
export function filterOf(view: View): string {
  return pathOf({ ...view, query: '', episode: null, to: null, walk: null, mode: null, picture: null, sort: '' }).slice(2)
}

function unique(list: string[]): string[] {
  return [...new Set(list.filter((value) => value !== ''))]
}
