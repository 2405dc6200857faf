import { useEffect, useMemo, useState } from 'preact/hooks'
import { session } from '../session.ts'
import type { Layout, Request } from './layout.ts'
import type { Edge, Model, Episode } from './model.ts'
import { buildScene, MOST_LAYERED, placesOf, withAdditions, type Places, type Scene } from './scene.ts'

/** Places episodes in a worker, and keeps their places. */

let worker: Worker | null = null
let requests = 0

function compute(request: Request): Promise<Layout> {
  worker ??= new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  const used = worker
  const id = ++requests
  return new Promise((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent<{ id: number; layout: Layout }>) => {
      if (data.id !== id) return
      finish()
      resolve(data.layout)
    }
    const onError = () => {
      finish()
      reject(new Error('the layout failed'))
    }
    const finish = () => {
      used.removeEventListener('message', onMessage)
      used.removeEventListener('error', onError)
    }
    used.addEventListener('message', onMessage)
    used.addEventListener('error', onError)
    used.postMessage({ id, request })
  })
}

/** Kept while other pages are shown, so that the picture is the same when a person comes back. */
let kept: Places | null = null

/** The next token may see another memory. */
session.subscribe(() => session.value.signInRequired && (kept = null))

/** Returns the scene of some episodes: null until it is placed, 'failed' if the worker does not run. */
export function useScene(model: Model, drawn: Episode[], edges: Edge[]): Scene | 'failed' | null {
  const [places, setPlaces] = useState<Places | null>(() => withAdditions(kept, drawn, edges))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const extended = withAdditions(kept, drawn, edges)
    if (extended !== null) {
      kept = extended
      setPlaces(extended)
      return
    }
    let current = true
    const dense = drawn.length > MOST_LAYERED
    const indexes = new Map(drawn.map(({ index }, i) => [index, i]))
    const pairs = edges.map(({ from, to }): [number, number] => [indexes.get(from)!, indexes.get(to)!])
    compute({ times: drawn.map(({ time }) => time), edges: pairs, layered: !dense }).then(
      (layout) => {
        if (!current) return
        kept = placesOf(layout, drawn, edges, model.episodes, dense)
        setPlaces(kept)
      },
      () => current && setFailed(true),
    )
    return () => void (current = false)
  }, [drawn, edges])
  return useMemo(() => {
    if (failed) return 'failed'
    if (places === null || places.dense !== drawn.length > MOST_LAYERED) return null
    const scene = buildScene(places, drawn, edges, model.episodes)
    return scene.nodes.length === drawn.length ? scene : null
  }, [places, drawn, edges, failed])
}
