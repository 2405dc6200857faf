import { relax, seedLanes, type Field } from './force.ts'
import { layOut, type Layout } from './layout.ts'

/** Computes layouts away from the main thread. */

export type Request =
  | { kind: 'layers'; times: number[]; edges: [from: number, to: number][] }
  | { kind: 'force'; field: Field; passes: number }

export type Answer = { id: number; layout: Layout } | { id: number; y: Float64Array; done: boolean }

/** In milliseconds. */
const REPORT = 300

let latest = 0

onmessage = ({ data: { id, request } }: MessageEvent<{ id: number; request: Request }>) => {
  latest = id
  if (request.kind === 'layers') postMessage({ id, layout: layOut(request) } satisfies Answer)
  else void force(id, request.field, request.passes)
}

/** Reports places soon, and better ones until they are good. A newer request ends it. */
async function force(id: number, field: Field, passes: number): Promise<void> {
  const report = (done: boolean) => postMessage({ id, y: field.y.slice(), done } satisfies Answer)
  seedLanes(field)
  report(false)
  let reported = performance.now()
  for (let pass = 0; pass < passes && id === latest; pass++) {
    relax(field, 1 - pass / passes)
    if (performance.now() - reported < REPORT) continue
    report(false)
    reported = performance.now()
    await new Promise((next) => setTimeout(next)) // lets newer requests in
  }
  report(true)
}
