import { relax, seedLanes, type Field } from './force.ts'
import { layOut, type Layout, type LayoutRequest } from './layout.ts'

/** Computes layouts away from the main thread. */

export type Request =
  | { kind: 'more' }
  | ({ kind: 'layers' } & LayoutRequest)
  | { kind: 'force'; field: Field; passes: number }

export type Answer = { id: number; layout: Layout } | { id: number; y: Float64Array; done: boolean }

/** In milliseconds. */
const REPORT = 300

let latest = 0
/** The page has drawn the last places. A slow one would otherwise draw nothing but places that are out of date. */
let wanted = false

onmessage = ({ data: { id, request } }: MessageEvent<{ id: number; request: Request }>) => {
  if (request.kind === 'more') {
    wanted ||= id === latest
    return
  }
  latest = id
  wanted = false
  if (request.kind === 'layers') postMessage({ id, layout: layOut(request) } satisfies Answer)
  else void force(id, request.field, request.passes)
}

/** Reports places soon, better ones whenever the page wants more, and good ones at the end. A newer request ends it. */
async function force(id: number, field: Field, passes: number): Promise<void> {
  const report = (done: boolean) => postMessage({ id, y: field.y.slice(), done } satisfies Answer)
  seedLanes(field)
  report(false)
  let reported = performance.now()
  for (let pass = 0; pass < passes && id === latest; pass++) {
    relax(field, 1 - pass / passes)
    if (performance.now() - reported < REPORT) continue
    if (wanted) report(false)
    wanted = false
    reported = performance.now()
    await new Promise((next) => setTimeout(next)) // lets newer requests in
  }
  report(true)
}
