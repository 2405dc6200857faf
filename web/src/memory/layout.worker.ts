import { layOut, type Request } from './layout.ts'

/** Computes layouts away from the main thread. */

onmessage = ({ data }: MessageEvent<{ id: number; request: Request }>) => {
  postMessage({ id: data.id, layout: layOut(data.request) })
}
