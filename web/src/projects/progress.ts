/** The steps of requests to a model, as the server reports them. A small module, because all pages receive events. */

/** What the server does for a request. */
export interface Progress {
  step: 'asking' | 'compiling' | 'repairing' | 'done'
  /** The number of the repair, from 1. */
  attempt?: number
  /** How many repairs there may be. */
  attempts: number
}

/** The event of a step. Requests of other clients have other ids. */
export interface ProgressEvent extends Progress {
  requestId?: string
  sceneId?: string
}

let listener: (event: ProgressEvent) => void = () => {}

/** Sets what is called for each event. */
export function onProgress(call: (event: ProgressEvent) => void): void {
  listener = call
}

export function sceneProgressed(event: ProgressEvent): void {
  listener(event)
}
