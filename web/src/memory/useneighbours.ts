import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { useLoaded } from '../projects/loaded.ts'
import { loadNeighbours, type Neighbour, type NeighbourFilter } from './data.ts'

interface Neighbours {
  /** Null until the first page is there. */
  list: Neighbour[] | null
  /** All that match the filter. */
  count: number
  /** Loads the next page; null if there is none. */
  more: (() => Promise<Neighbour[]>) | null
  error: string
}

/** The key of the first page. */
export function neighboursKey(serial: number, { type, direction }: NeighbourFilter): string {
  return `neighbours/${serial}/${type}/${direction}`
}

/** Loads the relationships of an episode, the strongest first, a page at a time. */
export function useNeighbours(serial: number, filter: NeighbourFilter, revision: unknown): Neighbours {
  const { value: first, error } = useLoaded(neighboursKey(serial, filter), () => loadNeighbours(serial, filter), revision)
  const [further, setFurther] = useState<{ pages: Neighbour[]; cursor: string | null; error: string }>({ pages: [], cursor: null, error: '' })
  useEffect(() => setFurther({ pages: [], cursor: first?.next_cursor ?? null, error: '' }), [first])
  const { pages, cursor } = further
  const more = async (): Promise<Neighbour[]> => {
    try {
      const { body } = await loadNeighbours(serial, filter, cursor!)
      setFurther({ pages: [...pages, ...body.neighbours], cursor: body.next_cursor ?? null, error: '' })
      return body.neighbours
    } catch (failure) {
      setFurther({ ...further, error: (failure as ApiError).message })
      return []
    }
  }
  return {
    list: first === null ? null : [...first.neighbours, ...pages],
    count: first?.count ?? 0,
    more: cursor === null ? null : more,
    error: error?.message ?? further.error,
  }
}
