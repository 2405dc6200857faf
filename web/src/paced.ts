/** Limits how often something runs that costs more the larger it is. */

/** The rest after a run: a multiple of the time that it took, and at least this many milliseconds. */
const REST = 3
const LEAST_REST = 250

/**
 * Returns a function that runs `work`. Calls during a run and the rest after it cause one more run.
 * The time of a run includes drawing its result.
 */
export function paced(work: () => Promise<void>): () => void {
  let busy = false
  let again = false
  const run = async () => {
    busy = true
    again = false
    const begun = performance.now()
    await work().catch(() => undefined)
    await pause(0) // the page draws the result before this
    await pause(Math.max(LEAST_REST, REST * (performance.now() - begun)))
    busy = false
    if (again) void run()
  }
  return () => {
    if (busy) again = true
    else void run()
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}
