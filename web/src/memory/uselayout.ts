import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { session } from '../session.ts'
import { column } from './column.ts'
import type { Answer, Request } from './layout.worker.ts'
import type { Field } from './force.ts'
import { buildScene, columnsIn, placesOf, requestOf, withAdditions, type Kind, type Places, type Plan, type Scene } from './scene.ts'
import { placesInTime, ticksOf } from './timescale.ts'

/** Places points in a worker, and keeps their places. */

/** It is started at once, so that it is ready when there is something to place. */
const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
let broken = false
worker.addEventListener('error', () => (broken = true))
let requests = 0

/** Sends a request. `onAnswer` is called with each answer, and with null if the worker fails. It returns a function that ends it. */
function compute(request: Request, onAnswer: (answer: Answer | null) => void): () => void {
  if (broken) {
    onAnswer(null)
    return () => undefined
  }
  const id = ++requests
  const stop = new AbortController()
  const { signal } = stop
  const take = ({ data }: MessageEvent<Answer>) => {
    if (data.id !== id) return
    onAnswer(data)
    afterFrame(() => send(id, { kind: 'more' }))
  }
  worker.addEventListener('message', take, { signal })
  worker.addEventListener('error', () => onAnswer(null), { signal })
  send(id, request)
  return () => stop.abort()
}

function send(id: number, request: Request): void {
  worker.postMessage({ id, request })
}

/** Runs when the next picture is drawn. Hidden pages draw none. */
function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

/** Kept while other pages are shown, so that the picture is the same when a person comes back. */
let kept = new Map<Kind, Places>()

/** The next token may see another memory. */
session.subscribe(() => session.value.signInRequired && (kept = new Map()))

/** The area of a picture is this factor of that of its points, and its width this factor of its height. */
const SPREAD: Record<Kind, number> = { layers: 1, cloud: 1.25, groups: 4 }
const ASPECT = 2.2
/** Distances to a neighbour, beside the radius. */
const GAPS: Record<Kind, number> = { layers: 0, cloud: 3, groups: 26 }
const PASSES: Record<Kind, number> = { layers: 0, cloud: 90, groups: 160 }

function fieldOf({ kind, points, joints }: Plan): Field {
  const radius = column(Float64Array, points, (point) => point.radius + GAPS[kind])
  const area = radius.reduce((sum, r) => sum + 4 * r * r, 0) * SPREAD[kind]
  const width = Math.sqrt(area * ASPECT)
  return {
    x: placesInTime(points.map(({ time }) => time)).map((place) => place * width),
    y: new Float64Array(points.length),
    radius,
    from: column(Uint32Array, joints, ({ from }) => from),
    to: column(Uint32Array, joints, ({ to }) => to),
    group: column(Int32Array, points, ({ group }) => group),
  }
}

/** Computes places; `onPlaces` is called with better ones until they are good, and with null if the worker fails. */
function place(plan: Plan, width: number, onPlaces: (places: Places | null) => void): () => void {
  const { kind, points } = plan
  if (kind === 'layers') {
    return compute({ kind, ...requestOf(plan, columnsIn(width)) }, (answer) =>
      onPlaces(answer !== null && 'layout' in answer ? placesOf(answer.layout, plan) : null),
    )
  }
  const field = fieldOf(plan)
  return compute({ kind: 'force', field, passes: PASSES[kind] }, (answer) => {
    if (answer === null || !('y' in answer)) return onPlaces(null)
    const at = new Map(points.map(({ id }, i): [number, [number, number]] => [id, [field.x[i]!, answer.y[i]!]]))
    onPlaces({ kind, at, paths: new Map(), headings: [], size: null, settled: answer.done })
  })
}

/** Returns the scene of a plan in a picture of some width: null until it is placed, 'failed' if the worker does not run. */
export function useScene(plan: Plan, width: number): Scene | 'failed' | null {
  const [places, setPlaces] = useState<Places | null>(() => withAdditions(kept.get(plan.kind) ?? null, plan))
  const [failed, setFailed] = useState(false)
  // The worker begins before the page around the picture is painted.
  useLayoutEffect(() => {
    const extended = withAdditions(kept.get(plan.kind) ?? null, plan)
    if (extended !== null) {
      kept.set(plan.kind, extended)
      return setPlaces(extended)
    }
    return place(plan, width, (places) => {
      if (places === null) return setFailed(true)
      if (places.settled) kept.set(plan.kind, places)
      setPlaces(places)
    })
  }, [plan, plan.kind === 'layers' ? columnsIn(width) : 0])
  const scene = useMemo(() => {
    if (failed) return 'failed'
    return places === null || places.kind !== plan.kind ? null : buildScene(places, plan, ticksOf)
  }, [places, plan, failed])
  // The picture before stays until new points have places. Otherwise it would be taken away, and begin anew.
  const last = useRef<Scene | null>(null)
  if (scene !== null && scene !== 'failed') last.current = scene
  return scene ?? (last.current?.kind === plan.kind ? last.current : null)
}
