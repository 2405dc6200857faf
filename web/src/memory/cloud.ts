import type { Camera } from './camera.ts'
import type { CloudPicture, CloudRequest } from './cloud.worker.ts'
import type { CloudData } from './cloudpaint.ts'
import { column } from './column.ts'
import type { Palette } from './palette.ts'
import type { Scene } from './scene.ts'

const createWorker = () => new Worker(new URL('./cloud.worker.ts', import.meta.url), { type: 'module' })
let prepared: Worker | null = null

/** Starts the worker of the next painter, so that it is ready when the points have places. */
export function prepareCloud(): void {
  prepared ??= createWorker()
}

/**
 * Has clouds painted by a worker, so that a person can move them without a pause: until the next picture is there, the
 * last one is moved. docs/decisions/0022 says why this is no WebGL.
 */
export class CloudPainter {
  /** The last picture, and where it was seen from. */
  latest: { picture: ImageBitmap; camera: Camera } | null = null
  #worker = prepared ?? createWorker()
  #scene: Scene | null = null
  #busy = false
  #next: CloudRequest | null = null
  /** What was asked for last: asking for the same again paints nothing. */
  #asked = ''

  constructor(onPicture: () => void) {
    prepared = null
    this.#worker.onmessage = ({ data: { picture, look } }: MessageEvent<CloudPicture>) => {
      this.latest?.picture.close()
      this.latest = { picture, camera: look.camera }
      this.#busy = false
      if (this.#next !== null) this.#send(this.#next)
      onPicture()
    }
  }

  /** Asks for a picture that extends beyond the canvas by a margin. Of several requests, the last one counts. */
  request(scene: Scene, palette: Palette, seen: Camera, width: number, height: number): void {
    const asked = [seen.x, seen.y, seen.zoom, width, height, devicePixelRatio, palette.ground].join(' ')
    if (scene === this.#scene && asked === this.#asked) return
    if (scene !== this.#scene) this.#worker.postMessage({ data: dataOf(scene) } satisfies CloudRequest)
    this.#scene = scene
    this.#asked = asked
    const camera = { ...seen, x: seen.x + MARGIN, y: seen.y + MARGIN }
    const { fills, rims } = palette
    const look = { camera, width: width + 2 * MARGIN, height: height + 2 * MARGIN, ratio: devicePixelRatio, fills, rims, line: palette.muted }
    if (this.#busy) this.#next = { look }
    else this.#send({ look })
  }

  #send(request: CloudRequest): void {
    this.#next = null
    this.#busy = true
    this.#worker.postMessage(request)
  }

  stop(): void {
    this.#worker.terminate()
    this.latest?.picture.close()
  }
}

/** In pixels. A movement shows no empty edge until it exceeds this. */
const MARGIN = 160

/** The joints of a map come with the strongest first. */
function dataOf({ nodes, joints }: Scene): CloudData {
  return {
    x: column(Float32Array, nodes, ({ x }) => x),
    y: column(Float32Array, nodes, ({ y }) => y),
    radius: column(Float32Array, nodes, ({ radius }) => radius),
    step: column(Uint8Array, nodes, ({ step }) => step + 3),
    faded: column(Uint8Array, nodes, ({ faded }) => Number(faded)),
    from: column(Uint32Array, joints, ({ from }) => from),
    to: column(Uint32Array, joints, ({ to }) => to),
  }
}
